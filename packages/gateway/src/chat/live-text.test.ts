import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { Node } from "@espalier/contract";
import { request } from "node:http";
import { ask, script, workflow } from "../fixtures/bundles.ts";
import { startGateway, type TestGateway } from "../fixtures/gateway.ts";
import { until } from "../fixtures/until.ts";
import { completes, startUpstream, USAGE, type TestUpstream, type UpstreamCall } from "../fixtures/upstream.ts";

let bench: TestGateway;
let upstream: TestUpstream;

const RETRY = { max_attempts: 3, initial_backoff_seconds: 0.01, backoff_multiplier: 1, max_backoff_seconds: 1 };

/** A node list in the place of an `if`'s exit, all numbered. */
function branching(condition: boolean): Node {
  const program = { language: "javascript", source: `function run() { return ${condition} }`, entrypoint: "run" };
  const parameters = [{ name: "input", schema: {}, required: true }];
  return {
    id: "",
    type: "if",
    condition: { ...program, parameters, returns: { type: "boolean" } },
    then: [{ ...ask("m"), id: "node_3" }],
    otherwise: [{ ...ask("m"), id: "node_4" }],
    output_schema: { type: "string" },
  } as Node;
}

beforeAll(async () => {
  upstream = await startUpstream();
  const models = { m: { baseUrl: upstream.baseUrl }, plain: { baseUrl: upstream.baseUrl, streamUsage: false } };
  bench = await startGateway({ config: { models } });
  await bench.install(workflow("ask", [ask("m", { retry: RETRY })]), workflow("plain", [ask("plain")]));
  await bench.install(workflow("exit", [script("return 1", { returns: {} }), branching(true)]));
  await bench.install(
    workflow("more", [ask("m"), script("return input + '!'", { from: "previous", returns: { type: "string" } })]),
  );
  await bench.install(workflow("data", [ask("m", { schema: { type: "object" } })]));
});
afterAll(async () => {
  await bench.close();
  await upstream.close();
});

const chunk = (delta: object, finish: string | null = null, more: object = {}): string =>
  `data: ${JSON.stringify({ model: "up", choices: [{ index: 0, delta, finish_reason: finish }], ...more })}\n\n`;
const END = `${chunk({}, "stop")}data: ${JSON.stringify({ choices: [], usage: USAGE })}\n\ndata: [DONE]\n\n`;

/** Begins a stream upstream and says a first word. */
function begins({ response }: UpstreamCall): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.write(chunk({ role: "assistant", content: "" }) + chunk({ content: "one " }));
}

/** A stream that can be looked at while it comes. */
function open(model: string, headers: Record<string, string> = {}) {
  const got = { text: "", over: false };
  const call = request(`${bench.url}/v1/chat/completions`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    agent: false,
  });
  call.on("response", (response) => {
    response.on("data", (data: Buffer) => (got.text += data.toString()));
    response.on("close", () => (got.over = true));
    response.on("error", () => undefined);
  });
  call.on("error", () => (got.over = true));
  call.end(JSON.stringify({ model, stream: true, messages: [{ role: "user", content: "x" }] }));
  const deltas = () => [...got.text.matchAll(/"delta":\{"content":"([^"]*)"\}/g)].map(([, text]) => text);
  return { got, deltas, leave: () => call.destroy() };
}

test.each(["ask", "exit"])(
  "text of the last node comes as the model says it, and the finish when it is stored (%s)",
  async (name) => {
    upstream.answer(begins);
    const { got, deltas } = open(`workflow/${name}`);
    await until(() => deltas().length === 1);
    const [call] = upstream.calls;
    expect(call!.body).toMatchObject({ stream: true, stream_options: { include_usage: true } });
    expect(got.text).not.toContain('"finish_reason":"stop"');
    call!.response.write(chunk({ content: "two" }));
    await until(() => deltas().length === 2);
    call!.response.end(END);
    await until(() => got.over);
    expect(deltas()).toEqual(["one ", "two"]);
    expect(got.text.trim().endsWith("data: [DONE]")).toBe(true);
    expect(got.text).toContain('"output":"one two"');
    const run = await bench.send(`/v1/runs/${/run_\w+/.exec(got.text)![0]}`);
    expect(run.body).toMatchObject({ status: "completed", output: "one two", usage: USAGE });
  },
);

test.each(["more", "data"])("what may still change comes in one piece (%s)", async (name) => {
  upstream.answer(completes(name === "data" ? "{}" : "hi"));
  const { got, deltas } = open(`workflow/${name}`);
  await until(() => got.over);
  expect(upstream.calls[0]!.body.stream).toBeUndefined();
  expect(deltas()).toEqual([name === "data" ? "{}" : "hi!"]);
});

test("a call that has said something is not made again, and the stream ends with the error", async () => {
  upstream.answer((call) => {
    begins(call);
    setTimeout(() => call.response.destroy(), 20);
  });
  const { got, deltas } = open("workflow/ask");
  await until(() => got.over);
  expect(upstream.calls).toHaveLength(1);
  expect(deltas()).toEqual(["one "]);
  expect(got.text).toContain('"code":"run_failed"');
  expect(got.text.trim().endsWith("data: [DONE]")).toBe(true);
});

test("a call that has said nothing yet is made again", async () => {
  upstream.answer((call, count) => {
    if (count === 1) return void call.response.writeHead(500).end();
    begins(call);
    call.response.end(END);
  });
  const { got, deltas } = open("workflow/ask");
  await until(() => got.over);
  expect(upstream.calls).toHaveLength(2);
  expect(deltas()).toEqual(["one "]);
});

test("a client that goes away stops the run and the model's stream", async () => {
  upstream.answer(begins);
  const { deltas, leave } = open("workflow/ask");
  await until(() => deltas().length === 1);
  leave();
  await until(() => upstream.calls[0]!.gone);
  await until(async () => (await bench.send("/v1/runs?limit=1")).body.data[0].status === "cancelled");
});

test("a repeat with the same key gets the text so far, and then the rest", async () => {
  upstream.answer(begins);
  const headers = { "idempotency-key": "same" };
  const first = open("workflow/ask", headers);
  await until(() => first.deltas().length === 1);
  upstream.calls[0]!.response.write(chunk({ content: "two " }));
  await until(() => first.deltas().length === 2);
  const second = open("workflow/ask", headers);
  await until(() => second.deltas().length === 1);
  upstream.calls[0]!.response.end(chunk({ content: "three" }) + END);
  await until(() => first.got.over && second.got.over);
  expect(first.deltas()).toEqual(["one ", "two ", "three"]);
  expect(second.deltas()).toEqual(["one two ", "three"]);
  const third = open("workflow/ask", headers);
  await until(() => third.got.over);
  expect(third.deltas()).toEqual(["one two three"]);
  expect(upstream.calls).toHaveLength(1);
});

test("an endpoint that takes no stream_options is sent none", async () => {
  upstream.answer((call) => {
    begins(call);
    call.response.end(END);
  });
  const { got } = open("workflow/plain");
  await until(() => got.over);
  expect(upstream.calls[0]!.body.stream).toBe(true);
  expect("stream_options" in upstream.calls[0]!.body).toBe(false);
});

test("nothing here was the gateway's own fault", () => {
  expect(bench.reported).toEqual([]);
});
