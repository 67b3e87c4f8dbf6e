import { request, type IncomingMessage } from "node:http";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { ask, workflow } from "../fixtures/bundles.ts";
import { startGateway, type TestGateway } from "../fixtures/gateway.ts";
import { until } from "../fixtures/until.ts";
import { completes, hangs, startUpstream, type TestUpstream } from "../fixtures/upstream.ts";

let bench: TestGateway;
let upstream: TestUpstream;

beforeAll(async () => {
  upstream = await startUpstream();
  bench = await startGateway({ config: { models: { m: { baseUrl: upstream.baseUrl } } } });
  await bench.install(workflow("ask", [ask("m")]));
});
afterAll(async () => {
  await bench.close();
  await upstream.close();
});

/** Opens a stream and resolves when its head is here. `ends` gives all that came. */
function open(path: string, json?: object): Promise<{ readonly ends: Promise<string> }> {
  const headers = { "content-type": "application/json", "idempotency-key": "one" };
  return new Promise((resolve, reject) => {
    const call = request(bench.url + path, { method: json === undefined ? "GET" : "POST", headers, agent: false });
    call.on("error", reject);
    call.on("response", (response: IncomingMessage) => {
      let text = "";
      response.setEncoding("utf8").on("data", (part: string) => (text += part));
      resolve({ ends: new Promise((end) => response.on("end", () => end(text))) });
    });
    call.end(json && JSON.stringify(json));
  });
}

const timers = () => process.getActiveResourcesInfo().filter((each) => each === "Timeout").length;

test("a thousand streams that wait have no timer each, and all are told when the run ends", async () => {
  upstream.answer(hangs);
  const chat = () =>
    open("/v1/chat/completions", { model: "workflow/ask", messages: [{ role: "user", content: "x" }], stream: true });
  const first = await chat();
  await until(() => upstream.calls.length === 1);
  const { data } = (await bench.send("/v1/runs")).body;
  const before = timers();
  const chats = await Promise.all(Array.from({ length: 499 }, chat));
  const events = await Promise.all(Array.from({ length: 500 }, () => open(`/v1/runs/${data[0].id}/events`)));
  expect(timers() - before).toBeLessThan(20);

  completes("hi")(upstream.calls[0]!, 1);
  for (const { ends } of [first, ...chats]) expect(await ends).toMatch(/"content":"hi"[^]*\[DONE\]\n\n$/);
  for (const { ends } of events) expect(await ends).toMatch(/event: ended\n[^]*\n\n$/);
  expect(upstream.calls).toHaveLength(1);
  expect(bench.reported).toEqual([]);
});
