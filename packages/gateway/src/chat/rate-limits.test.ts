import { afterEach, expect, test } from "@jest/globals";
import { ask, echo, workflow } from "../fixtures/bundles.ts";
import { refused, startGateway, type TestGateway } from "../fixtures/gateway.ts";
import { until } from "../fixtures/until.ts";
import { completes, hangs, startUpstream } from "../fixtures/upstream.ts";

let bench: TestGateway | undefined;
afterEach(async () => {
  await bench?.close();
});

const repeatable = (key: string) => ({ headers: { "idempotency-key": key } });

test("requests over the limit are refused with the time to wait, replays answered, refusals not counted", async () => {
  bench = await startGateway({
    config: { models: { fake: { provider: "sample" } }, limits: { requestsPerMinute: 3 } },
  });
  await bench.install(echo("echo"));
  const { chat } = bench;
  for (const model of ["workflow/none", "workflow/echo@9", "nothing"]) expect((await chat(model)).status).toBe(404);
  const first = await chat("workflow/echo", "a", repeatable("k"));
  const again = await chat("workflow/echo", "a", repeatable("k"));
  expect(again.body.workflow.run_id).toBe(first.body.workflow.run_id);
  expect((await chat("fake")).status).toBe(200);
  expect((await chat("workflow/echo")).status).toBe(200);
  for (const over of [
    await chat("workflow/echo"),
    await chat("fake"),
    await chat("workflow/echo", "b", repeatable("n")),
  ]) {
    expect(refused(over)).toMatchObject({ status: 429, code: "rate_limit_exceeded" });
    expect(Number(over.headers["retry-after"])).toBeGreaterThan(0);
    expect(Number(over.headers["retry-after"])).toBeLessThanOrEqual(60);
    expect(over.body.error.type).toBe("rate_limit_error");
  }
  const replay = await chat("workflow/echo", "a", repeatable("k"));
  expect([replay.status, replay.body.workflow?.run_id]).toEqual([200, first.body.workflow.run_id]);
  expect(refused(await chat("workflow/echo", "other", repeatable("k")))).toMatchObject({ status: 422 });
  expect((await bench.send("/v1/models")).status).toBe(200);
});

test("runs at the same time are limited for each key, and the place is free when one ends", async () => {
  const upstream = await startUpstream();
  upstream.answer(hangs);
  const models = { m: { baseUrl: upstream.baseUrl } };
  bench = await startGateway({ config: { models, limits: { keyConcurrentRuns: 1 } } });
  await bench.install(workflow("ask", [ask("m")]));
  const [one, two] = [
    await bench.gateway.createKey({ label: "one", scopes: ["invoke", "read"] }),
    await bench.gateway.createKey({ label: "two", scopes: ["invoke", "read"] }),
  ];
  const leaving = new AbortController();
  const hanging = bench.chat("workflow/ask", "x", { key: one, signal: leaving.signal }).catch(() => undefined);
  await until(() => upstream.calls.length === 1);
  expect(refused(await bench.chat("workflow/ask", "x", { key: one }))).toMatchObject({ status: 429 });
  upstream.answer(completes("hi"));
  expect((await bench.chat("workflow/ask", "x", { key: two })).status).toBe(200);
  leaving.abort();
  await hanging;
  await until(async () => (await bench!.chat("workflow/ask", "x", { key: one })).status === 200);
  await upstream.close();
});

test("a list that is too long is refused, and one that is as long as may be is not", async () => {
  bench = await startGateway({ config: { models: { fake: { provider: "sample" } }, limits: { arrayItems: 200_000 } } });
  const chat = (items: number) => bench!.chat("fake", "x", { body: { more: Array(items).fill(0) } });
  expect((await chat(200_000)).status).toBe(200);
  expect(refused(await chat(200_001))).toMatchObject({ status: 413, code: "request_too_large" });
});
