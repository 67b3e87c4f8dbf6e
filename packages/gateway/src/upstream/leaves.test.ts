import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { JsonSchema } from "@espalier/contract";
import { until } from "../fixtures/until.ts";
import { completes, completion, hangs, replies, streams, USAGE, type Behaviour } from "../fixtures/upstream.ts";
import {
  breaksOff,
  chunk,
  DONE,
  drips,
  END,
  inTurn,
  JSON_HEAD,
  large,
  refuses,
  slices,
  STREAM_HEAD,
  usageChunk,
} from "./fixtures/behaviours.ts";
import {
  COST,
  fails,
  gives,
  KEY,
  startLeafBench,
  type Asked,
  type LeafBench,
  type Outcome,
} from "./fixtures/leaf-bench.ts";

let bench: LeafBench;

beforeAll(async () => {
  bench = await startLeafBench();
});
afterAll(() => bench.close());

const schema: JsonSchema = {
  type: "object",
  properties: { a: { type: "integer" }, b: { type: "string" } },
  required: ["a"],
};

const text = {};
const data = { schema };
const live = { stream: true };
const MEBIBYTE = 1024 * 1024;

test.each([400, 401, 402, 403, 404, 405, 413, 418, 422])("%i is final", (status) =>
  bench.expectOutcome(refuses(status), text, fails(1, "upstream_error", `answered ${status}: no`)),
);

test.each([408, 409, 429, 500, 502, 503, 504, 529])("%i may be tried again", async (status) => {
  await bench.expectOutcome(refuses(status), text, fails(3, "upstream_error", `answered ${status}: no`));
  await bench.expectOutcome(inTurn(refuses(status), completes("hi")), text, gives("hi", { attempts: 2 }));
});

test.each<[string, Behaviour, Asked, Outcome]>([
  // How long to wait
  ["a wait beyond the deadline", refuses(429, { "retry-after": "61" }), text, fails(1, "upstream_error", "429")],
  [
    "a date beyond the deadline",
    refuses(503, { "retry-after": "Fri, 01 Jan 2100 00:00:00 GMT" }),
    text,
    fails(1, "upstream_error", "503"),
  ],
  ["an absurd wait", refuses(429, { "retry-after": "9".repeat(40) }), text, fails(1, "upstream_error", "429")],
  [
    "a date that has passed",
    refuses(429, { "retry-after": "Thu, 01 Jan 1970 00:00:00 GMT" }),
    text,
    fails(3, "upstream_error", "429"),
  ],
  ["a wait that is no time", refuses(429, { "retry-after": "soon" }), text, fails(3, "upstream_error", "429")],
  ["a wait below zero", refuses(429, { "retry-after": "-5" }), text, fails(3, "upstream_error", "429")],
  ["x-should-retry: false", refuses(500, { "x-should-retry": "false" }), text, fails(1, "upstream_error", "500")],
  // No answer
  ["nobody there", hangs, { model: "down" }, fails(3, "upstream_unreachable", "ECONNREFUSED", { calls: 0 })],
  ["no TLS there", hangs, { model: "tls" }, fails(1, "upstream_unreachable", "does not answer", { calls: 0 })],
  ["no such model", hangs, { model: "unknown" }, fails(1, "model_not_found", "unknown", { calls: 0 })],
  ["silence", hangs, { timeout: 0.1 }, fails(1, "timeout", "100 ms", { unknown: true })],
  ["a slow drip", drips, { timeout: 0.1 }, fails(1, "timeout", "100 ms", { unknown: true })],
  [
    "a slow stream without an end",
    streams([chunk({ content: "a" })], false),
    { ...live, timeout: 0.1 },
    fails(1, "timeout", "100 ms", { unknown: true }),
  ],
  [
    "a connection that breaks before",
    ({ response }) => void response.destroy(),
    text,
    fails(3, "upstream_unreachable", "does not answer", { unknown: true }),
  ],
  [
    "a connection that breaks amid",
    breaksOff(JSON_HEAD, '{"choices":'),
    text,
    fails(3, "upstream_unreachable", "does not answer", { unknown: true }),
  ],
  ["a redirect", replies(307, "", { location: "/elsewhere" }), text, fails(1, "upstream_error", "answered 307")],
  // No completion
  [
    "an error with status 200",
    replies(200, { error: { message: "busy" } }),
    text,
    fails(3, "upstream_error", "failed: busy", { unknown: true }),
  ],
  [
    "an error in words",
    replies(200, { error: "busy" }),
    text,
    fails(3, "upstream_error", "failed: busy", { unknown: true }),
  ],
  [
    "an error of the request with status 200",
    replies(200, { error: { message: "bad", type: "invalid_request_error" } }),
    text,
    fails(1, "upstream_error", "failed: bad", { unknown: true }),
  ],
  [
    "an error with a status inside",
    replies(200, { error: { message: "bad", code: 401 } }),
    text,
    fails(1, "upstream_error", "failed: bad", { unknown: true }),
  ],
  [
    "an error in the choice",
    completes(null, {}, { error: { message: "cut", code: 502 } }),
    text,
    fails(3, "upstream_error", "failed: cut", { paid: 3 }),
  ],
  [
    "HTML",
    replies(200, "<html>", { "content-type": "text/html" }),
    text,
    fails(3, "upstream_bad_answer", "no JSON object", { unknown: true }),
  ],
  ["nothing", replies(200, ""), text, fails(3, "upstream_bad_answer", "no JSON object", { unknown: true })],
  ["a list", replies(200, "[]"), text, fails(3, "upstream_bad_answer", "no JSON object", { unknown: true })],
  ["no choices", replies(200, { usage: USAGE }), text, fails(3, "upstream_bad_answer", "no choices", { paid: 3 })],
  // No content
  ["null", completes(null), text, fails(3, "output_invalid", "gave no content", { paid: 3 })],
  [
    "a tool call",
    completes(null, { tool_calls: [] }, { finish_reason: "tool_calls" }),
    text,
    fails(3, "output_invalid", "called a tool", { paid: 3 }),
  ],
  [
    "a tool call beside empty text",
    completes("", { tool_calls: [] }, { finish_reason: "tool_calls" }),
    text,
    fails(3, "output_invalid", "called a tool", { paid: 3 }),
  ],
  ["a refusal", completes(null, { refusal: "never" }), text, fails(1, "refused", "refused: never", { paid: 1 })],
  [
    "a refusal of data",
    completes("{}", { refusal: "never" }, { finish_reason: "length" }),
    data,
    fails(1, "refused", "refused: never", { paid: 1 }),
  ],
  [
    "a filter",
    completes(null, {}, { finish_reason: "content_filter" }),
    text,
    fails(1, "refused", "content filter", { paid: 1 }),
  ],
  [
    "tokens used up by thinking",
    completes(null, {}, { finish_reason: "length" }),
    text,
    fails(1, "output_truncated", "before it said anything", { paid: 1 }),
  ],
  [
    "tokens used up, and empty text",
    completes("", {}, { finish_reason: "length" }),
    text,
    fails(1, "output_truncated", "before it said anything", { paid: 1 }),
  ],
  [
    "tokens used up amid data",
    completes('{"a":', {}, { finish_reason: "length" }),
    data,
    fails(1, "output_truncated", "raise max_tokens", { paid: 1 }),
  ],
  // Content
  ["text", completes("hi"), text, gives("hi")],
  ["text that is cut", completes("half", {}, { finish_reason: "length" }), text, gives("half")],
  ["text that is empty", completes(""), text, gives("")],
  [
    "text in parts",
    completes([
      { type: "text", text: "a" },
      { type: "text", text: "b" },
    ]),
    text,
    gives("ab"),
  ],
  [
    "text with a byte order mark before its JSON",
    replies(200, `\uFEFF${JSON.stringify(completion("hi"))}`),
    text,
    gives("hi"),
  ],
  ["too much text", large(5 * MEBIBYTE), text, fails(1, "result_too_large", "larger than 4194304 bytes", { paid: 1 })],
  ["far too much text", large(9 * MEBIBYTE), text, fails(1, "result_too_large", "larger than", { unknown: true })],
  ["no usage", completes("hi", {}, {}, { usage: undefined }), text, gives("hi", { paid: 0, unknown: true })],
  [
    "no usage at first",
    inTurn(completes(null, {}, {}, { usage: null }), completes("hi")),
    text,
    gives("hi", { attempts: 2, unknown: true }),
  ],
  // Data
  ["data", completes('{"a":1}'), data, gives('{"a":1}')],
  ["data with null for what may be absent", completes('{"a":1,"b":null}'), data, gives('{"a":1}')],
  ["data in a fence", completes('```json\n{"a":1}\n```'), data, gives('{"a":1}')],
  ["data after words", completes('Here: {"a":1}'), data, fails(3, "output_invalid", "not JSON", { paid: 3 })],
  ["data that is malformed", completes("{"), data, fails(3, "output_invalid", "not JSON", { paid: 3 })],
  ["data that is empty", completes(""), data, fails(3, "output_invalid", "gave no content", { paid: 3 })],
  ["data of another shape", completes('{"a":"x"}'), data, fails(3, "output_invalid", "/a", { paid: 3 })],
  [
    "data that is right at last",
    inTurn(completes("{"), completes('{"a":"x"}'), completes('{"a":1}')),
    data,
    gives('{"a":1}', { attempts: 3, paid: 3 }),
  ],
  ["wrapped data", completes('{"value":[1]}'), { schema: { type: "array", items: { type: "integer" } } }, gives("[1]")],
  [
    "data from words alone",
    completes("```\n[1]\n```"),
    { model: "words", schema: { type: "array", items: { type: "integer" } } },
    gives("[1]"),
  ],
  [
    "wrapped data from JSON mode",
    completes('{"value":[1]}'),
    { model: "mode", schema: { type: "array", items: { type: "integer" } } },
    gives("[1]"),
  ],
  // Streams
  [
    "a stream",
    streams([chunk({ role: "assistant", content: "" }), chunk({ content: "a" }), chunk({ content: "b" }), END]),
    live,
    gives("ab"),
  ],
  ["a stream cut in the middle of letters", streams(slices(chunk({ content: "ö🌳" }) + END, 7)), live, gives("ö🌳")],
  [
    "a stream with odd chunks",
    streams([usageChunk, chunk(undefined), 'data: {"choices":[]}\n\n', ": ping\n\n", chunk({ content: "a" }), END]),
    live,
    gives("a"),
  ],
  ["a stream without [DONE]", streams([chunk({ content: "a" }), chunk({}, "stop"), usageChunk]), live, gives("a")],
  [
    "a stream without an end",
    streams([chunk({ content: "a" })]),
    live,
    fails(1, "upstream_bad_answer", "ended its stream before it was done", { unknown: true }),
  ],
  ["a stream of nothing", streams([]), live, fails(3, "upstream_bad_answer", "ended its stream", { unknown: true })],
  [
    "a stream with a hole",
    streams([chunk({ content: "a" }), "data: {\n\n", END]),
    live,
    fails(1, "upstream_bad_answer", "no JSON object", { unknown: true }),
  ],
  [
    "a stream that breaks off before text",
    breaksOff(STREAM_HEAD, chunk({ content: "" })),
    live,
    fails(3, "upstream_unreachable", "does not answer", { unknown: true }),
  ],
  [
    "a stream that breaks off amid text",
    breaksOff(STREAM_HEAD, chunk({ content: "a" })),
    live,
    fails(1, "upstream_unreachable", "does not answer", { unknown: true }),
  ],
  [
    "an error in a stream",
    streams(['data: {"error":{"message":"busy"}}\n\n']),
    live,
    fails(3, "upstream_error", "failed: busy", { unknown: true }),
  ],
  [
    "an error amid a stream",
    streams([chunk({ content: "a" }), 'data: {"error":{"message":"busy"}}\n\n']),
    live,
    fails(1, "upstream_error", "failed: busy", { unknown: true }),
  ],
  [
    "a refusal in a stream",
    streams([chunk({ refusal: "ne" }), chunk({ refusal: "ver" }), END]),
    live,
    fails(1, "refused", "refused: never", { paid: 1 }),
  ],
  [
    "a filter in a stream",
    streams([chunk({}, "content_filter"), usageChunk, DONE]),
    live,
    fails(1, "refused", "content filter", { paid: 1 }),
  ],
  ["a stream that is cut", streams([chunk({ content: "a" }), chunk({}, "length"), usageChunk, DONE]), live, gives("a")],
  [
    "a stream that is cut before text",
    streams([chunk({}, "length"), usageChunk, DONE]),
    live,
    fails(1, "output_truncated", "before it said", { paid: 1 }),
  ],
  [
    "a stream without usage",
    streams([chunk({ content: "a" }), chunk({}, "stop"), DONE]),
    live,
    gives("a", { paid: 0, unknown: true }),
  ],
  ["no stream though one was asked for", completes("hi"), live, gives("hi")],
  ["a stream though none was asked for", streams([chunk({ content: "hi" }), END]), text, gives("hi")],
  [
    "an upstream that refuses stream_options",
    (call, number) =>
      (call.body.stream_options === undefined ? streams([chunk({ content: "a" }), END]) : refuses(400))(call, number),
    { ...live, model: "plain" },
    gives("a"),
  ],
])("%s", (_what, behaviour, asked, expected) => bench.expectOutcome(behaviour, asked, expected));

test.each<[string, Record<string, string>, number]>([
  ["in milliseconds", { "retry-after-ms": "150" }, 149],
  ["in seconds", { "retry-after": "0.15" }, 149],
])("waits as long as the upstream asks for, %s", async (_how, headers, least) => {
  const { got, row } = await bench.run(inTurn(refuses(429, headers), completes("hi")));
  expect(got.status).toBe(200);
  const [first, second] = row.attempts;
  expect(second!.started_at - first!.ended_at!).toBeGreaterThanOrEqual(least);
});

test("zeros of usage are kept", async () => {
  const zeros = { ...USAGE, prompt_tokens_details: { cached_tokens: 0 } };
  const { got, told } = await bench.run(completes("hi", {}, {}, { usage: zeros }));
  expect(got.body.usage).toEqual(zeros);
  expect(told.usage).toEqual(zeros);
});

test("attempts tell their usage and cost one by one", async () => {
  const { row } = await bench.run(inTurn(refuses(503), completes("{"), completes('{"a":1}')), data);
  expect(row.attempts).toMatchObject([
    { status: "failed", error: { code: "upstream_error" }, usage: null, cost: null },
    { status: "failed", error: { code: "output_invalid" }, usage: USAGE, cost: COST },
    { status: "completed", error: null, usage: USAGE, cost: COST },
  ]);
  expect(row.model).toBe("up-2025");
});

test("the upstream is asked for what the author set and nothing else", async () => {
  const params = { max_tokens: 9 };
  await bench.run(completes("hi"), { params });
  expect(bench.upstream.calls[0]!.body).toEqual({
    model: "m",
    messages: [{ role: "user", content: "hello" }],
    max_tokens: 9,
  });
  await bench.run(completes("hi"), { params: { ...params, temperature: 0 }, model: "reasoning" });
  expect(bench.upstream.calls[0]!.body).toMatchObject({ max_completion_tokens: 9, temperature: 0 });
  expect(bench.upstream.calls[0]!.body).not.toHaveProperty("max_tokens");
});

test("a call that takes too long is stopped, and the upstream notices", async () => {
  await bench.run(hangs, { timeout: 0.1 });
  await until(() => bench.upstream.calls[0]!.gone);
});

test("the upstream's key is in no answer, wherever the upstream puts it", async () => {
  for (const behaviour of [replies(401, { error: { message: `bad ${KEY}` } }), replies(200, { error: `bad ${KEY}` })]) {
    const { got } = await bench.run(behaviour);
    expect(got.text).toContain("bad [key]");
    const id = String(got.headers["x-run-id"]);
    for (const path of ["/v1/runs", `/v1/runs/${id}`, `/v1/runs/${id}/trace`, `/v1/runs/${id}/events`])
      expect((await bench.bench.send(path)).text).not.toContain(KEY);
  }
});

test("nothing here was the gateway's own fault", () => {
  expect(bench.bench.reported).toEqual([]);
});
