import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "@jest/globals";
import { ask, workflow } from "../fixtures/bundles.ts";
import { startGateway, type TestGateway } from "../fixtures/gateway.ts";
import { until } from "../fixtures/until.ts";
import { completes, hangs, replies, startUpstream, streams, type TestUpstream } from "../fixtures/upstream.ts";

const folder = mkdtempSync(join(tmpdir(), "espalier-"));
let upstream: TestUpstream;
let bench: TestGateway;

beforeAll(async () => {
  upstream = await startUpstream();
});
afterEach(() => bench.close());
afterAll(async () => {
  await upstream.close();
  rmSync(folder, { recursive: true });
});

async function start(dataDirectory?: string): Promise<void> {
  bench = await startGateway({ dataDirectory, config: { models: { m: { baseUrl: upstream.baseUrl } } } });
  await bench.install(workflow("ask", [ask("m"), ask("m")]));
}

const ID = "4bf92f3577b34da6a3ce929d0e0e4736";
const TRACE = { traceparent: `00-${ID}-00f067aa0ba902b7-01`, tracestate: "a=1,b=2" };
/** What the upstream was told. */
const told = () => upstream.calls.map(({ headers: { traceparent, tracestate } }) => ({ traceparent, tracestate }));

test("a call of a model is part of the caller's trace", async () => {
  await start();
  upstream.answer((call, count) => (count === 2 ? streams(["data: [DONE]\n\n"]) : completes("hi"))(call, count));
  const whole = await bench.chat("m", "x", { headers: TRACE });
  const streamed = await bench.chat("m", "x", { headers: TRACE, body: { stream: true } });
  upstream.calls.splice(2);
  expect(told()).toEqual([TRACE, TRACE]);
  expect([whole.headers["x-trace-id"], streamed.headers["x-trace-id"]]).toEqual([ID, ID]);
  upstream.answer(replies(400, { error: { message: "no" } }));
  const refused = await bench.chat("m", "x", { headers: TRACE });
  expect([refused.status, refused.headers["x-trace-id"]]).toEqual([400, ID]);
});

test("a run's calls are part of the caller's trace, after a crash too", async () => {
  await start(join(folder, "data"));
  upstream.answer((call, count) => (count === 1 ? completes("hi") : hangs)(call, count));
  const headers = { ...TRACE, "idempotency-key": "k" };
  const cut = bench.chat("workflow/ask", "x", { headers });
  await until(() => upstream.calls.length === 2);
  expect(told()).toEqual([TRACE, TRACE]);
  await bench.close();
  expect((await cut).headers["x-trace-id"]).toBe(ID);
  upstream.answer(completes("hi"));
  await start(join(folder, "data"));
  const other = { "idempotency-key": "k", traceparent: TRACE.traceparent.replace("4bf9", "0000") };
  for (const stream of [false, true]) {
    const again = await bench.chat("workflow/ask", "x", { headers: other, body: { stream } });
    expect(again.headers["x-trace-id"]).toBe(ID);
  }
  expect(told()).toEqual([TRACE]);
});

test.each([
  ["none", undefined],
  ["no trace", `00-${"0".repeat(32)}-00f067aa0ba902b7-01`],
  ["no parent", `00-${ID}-${"0".repeat(16)}-01`],
  ["a version that is none", `ff-${ID}-00f067aa0ba902b7-01`],
  ["upper case", `00-${ID.toUpperCase()}-00f067aa0ba902b7-01`],
  ["more than version 0 has", `00-${ID}-00f067aa0ba902b7-01-x`],
  ["too long a later version", `01-${ID}-00f067aa0ba902b7-01-${"x".repeat(500)}`],
])("what says %s is part of no trace", async (_what, traceparent) => {
  await start();
  upstream.answer(completes("hi"));
  const headers = { tracestate: "a=1", ...(traceparent === undefined ? {} : { traceparent }) };
  for (const model of ["m", "workflow/ask"])
    expect((await bench.chat(model, "x", { headers })).headers).not.toHaveProperty("x-trace-id");
  expect(told()).toEqual(Array.from({ length: 3 }, () => ({ traceparent: undefined, tracestate: undefined })));
});

test("a later version goes on as it is, and a tracestate that is too long does not", async () => {
  await start();
  upstream.answer(completes("hi"));
  const traceparent = `01-${ID}-00f067aa0ba902b7-01-more`;
  const headers = { traceparent, tracestate: `a=${"x".repeat(600)}` };
  expect((await bench.chat("m", "x", { headers })).headers["x-trace-id"]).toBe(ID);
  expect(told()).toEqual([{ traceparent, tracestate: undefined }]);
});
