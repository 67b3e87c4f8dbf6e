import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { Retry } from "@espalier/contract";
import type { TraceRow } from "@espalier/client";
import { ask, workflow, type AskOptions } from "../fixtures/bundles.ts";
import { refused, startGateway, type TestGateway } from "../fixtures/gateway.ts";
import { until } from "../fixtures/until.ts";
import {
  completes,
  hangs,
  replies,
  startUpstream,
  USAGE,
  type Behaviour,
  type TestUpstream,
} from "../fixtures/upstream.ts";

const KEY = "sk-upstream-secret";
let bench: TestGateway;
let upstream: TestUpstream;
let count = 0;

beforeAll(async () => {
  upstream = await startUpstream();
  const models = { m: { baseUrl: upstream.baseUrl, apiKeyEnv: "UP_KEY" } };
  bench = await startGateway({ config: { models }, env: { UP_KEY: KEY } });
});
afterAll(async () => {
  await bench.close();
  await upstream.close();
});

const retry: Retry = {
  max_attempts: 3,
  initial_backoff_seconds: 0.01,
  backoff_multiplier: 1,
  max_backoff_seconds: 0.02,
} as Retry;
const schema = { type: "object", properties: { a: { type: "integer" } }, required: ["a"] } as const;

/** Behaves by the number of the call; the last one goes on. */
const inTurn =
  (...behaviours: Behaviour[]): Behaviour =>
  (call, number) =>
    behaviours[Math.min(number, behaviours.length) - 1]!(call, number);

/** Runs one model call; the answer, and its row of the trace. */
async function run(behaviour: Behaviour, options: AskOptions = {}, model = "m") {
  const name = `leaf-${++count}`;
  await bench.install(workflow(name, [ask(model, options)]));
  upstream.answer(behaviour);
  const got = await bench.chat(`workflow/${name}`);
  const trace = await bench.send(`/v1/runs/${String(got.headers["x-run-id"])}/trace`);
  const [row] = trace.body.data as TraceRow[];
  return { got, row: row!, calls: upstream.calls.length };
}

test("a call that may be repeated is, after the wait that the upstream asks for", async () => {
  const busy = replies(429, { error: { message: "busy" } }, { "retry-after-ms": "150" });
  const { got, row, calls } = await run(inTurn(busy, completes("hi")), { retry });
  expect([got.status, got.body.choices[0].message.content, calls]).toEqual([200, "hi", 2]);
  const [first, second] = row.attempts;
  expect(first).toMatchObject({
    status: "failed",
    error: {
      code: "upstream_error",
      message: expect.stringMatching(/^the upstream of "m" at http:\/\/127\.0\.0\.1:\d+\/v1 answered 429: busy$/),
    },
  });
  expect(second!.started_at - first!.ended_at!).toBeGreaterThanOrEqual(149);
});

test("the usage of all attempts is the usage of the run", async () => {
  const { got, calls } = await run(inTurn(completes("no json"), completes('{"a":1}')), { retry, schema });
  expect(calls).toBe(2);
  expect(got.body.workflow.output).toEqual({ a: 1 });
  expect(got.body.usage).toEqual({ prompt_tokens: 20, completion_tokens: 10, total_tokens: 30 });
});

test.each<[string, Behaviour, AskOptions, string, number]>([
  ["malformed JSON", completes("{"), { schema }, "output_invalid", 3],
  ["another shape than the schema's", completes('{"a":"x"}'), { schema }, "output_invalid", 3],
  ["no content for a schema", completes(""), { schema }, "output_invalid", 3],
  ["null", completes(null), {}, "output_invalid", 3],
  ["an error with status 200", replies(200, { error: { message: "busy" } }), {}, "upstream_error", 3],
  ["HTML with status 200", replies(200, "<html>"), {}, "upstream_bad_answer", 3],
  ["503", replies(503, "no"), {}, "upstream_error", 3],
  ["400", replies(400, { error: { message: "context too long" } }), {}, "upstream_error", 1],
  ["401", replies(401, "no"), {}, "upstream_error", 1],
  ["a refusal", completes(null, { refusal: "no" }), {}, "refused", 1],
  ["a filter", completes(null, {}, { finish_reason: "content_filter" }), {}, "refused", 1],
  ["a cut structured answer", completes('{"a":', {}, { finish_reason: "length" }), { schema }, "output_truncated", 1],
  ["tokens used up by thinking", completes(null, {}, { finish_reason: "length" }), { schema }, "output_truncated", 1],
  ["5 MiB", completes("x".repeat(5 * 1024 * 1024)), {}, "result_too_large", 1],
])("%s is asked for as often as it helps", async (_name, behaviour, options, code, expected) => {
  const { got, row, calls } = await run(behaviour, { ...options, retry });
  expect(refused(got)).toMatchObject({ status: 500, code: "run_failed", param: "node_1" });
  expect(got.headers["x-should-retry"]).toBe("false");
  expect([row.status, row.error!.code, calls]).toEqual(["failed", code, expected]);
});

test.each([
  ["", {}],
  ["half", { finish_reason: "length" }],
])("text may be %j (%j)", async (content, choice) => {
  const empty = content === "" ? completes(content) : completes(content, {}, choice);
  const { got, row } = await run(empty);
  expect([got.status, got.body.choices[0].message.content]).toEqual([200, content]);
  expect(row).toMatchObject({ status: "completed", usage: USAGE, model: "up-2025" });
});

test("a call that takes too long is stopped", async () => {
  const { got, row, calls } = await run(hangs, { timeout: 0.2, retry });
  expect(refused(got)).toMatchObject({ code: "run_failed", message: expect.stringContaining("(timeout)") });
  expect([row.error!.code, calls]).toEqual(["timeout", 1]);
  await until(() => upstream.calls[0]!.gone);
});

test("an alias that is not configured fails, and is never made up", async () => {
  const { got, row, calls } = await run(completes("hi"), { retry }, "unknown");
  expect(refused(got).message).toContain('the gateway has no model "unknown": it has "m"');
  expect([row.error!.code, calls]).toEqual(["model_not_found", 0]);
});

test("the upstream's key is in no answer, wherever the upstream puts it", async () => {
  for (const behaviour of [replies(401, { error: { message: `bad ${KEY}` } }), replies(200, { error: `bad ${KEY}` })]) {
    const { got } = await run(behaviour);
    expect(got.text).toContain("bad [key]");
    const id = String(got.headers["x-run-id"]);
    for (const path of ["/v1/runs", `/v1/runs/${id}`, `/v1/runs/${id}/trace`, `/v1/runs/${id}/events`])
      expect((await bench.send(path)).text).not.toContain(KEY);
  }
});

test("nothing here was the gateway's own fault", () => {
  expect(bench.reported).toEqual([]);
});
