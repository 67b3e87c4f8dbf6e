import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { JsonSchema, Retry } from "@espalier/contract";
import type { TraceRow } from "@espalier/client";
import { ask, workflow, type AskOptions } from "../fixtures/bundles.ts";
import { refused, startGateway, type TestGateway } from "../fixtures/gateway.ts";
import { until } from "../fixtures/until.ts";
import {
  completes,
  completion,
  hangs,
  replies,
  startUpstream,
  streams,
  USAGE,
  type Behaviour,
  type TestUpstream,
  type UpstreamCall,
} from "../fixtures/upstream.ts";

const KEY = "sk-upstream-secret";
const PRICES = { input: 1, output: 2 };
/** What one answer of the upstream costs. */
const COST = 0.00002;
const retry: Retry = {
  max_attempts: 3,
  initial_backoff_seconds: 0.001,
  backoff_multiplier: 1,
  max_backoff_seconds: 1,
};
const schema: JsonSchema = {
  type: "object",
  properties: { a: { type: "integer" }, b: { type: "string" } },
  required: ["a"],
};

let bench: TestGateway;
let upstream: TestUpstream;

beforeAll(async () => {
  upstream = await startUpstream();
  const closed = await startUpstream();
  await closed.close();
  const up = { baseUrl: upstream.baseUrl, apiKeyEnv: "UP_KEY", prices: PRICES };
  const models = {
    m: up,
    plain: { ...up, streamUsage: false },
    words: { ...up, structuredOutput: "none" },
    mode: { ...up, structuredOutput: "json_object" },
    reasoning: { ...up, maxTokensField: "max_completion_tokens" },
    down: { baseUrl: closed.baseUrl },
    tls: { baseUrl: upstream.baseUrl.replace("http:", "https:") },
  };
  bench = await startGateway({ config: { models }, env: { UP_KEY: KEY } });
});
afterAll(async () => {
  await bench.close();
  await upstream.close();
});

const installed = new Map<string, string>();

/** The name of a workflow with one model call. */
async function workflowOf(model: string, options: AskOptions): Promise<string> {
  const key = JSON.stringify([model, options]);
  const name = installed.get(key) ?? `leaf-${installed.size}`;
  if (!installed.has(key)) await bench.install(workflow(name, [ask(model, options)]));
  installed.set(key, name);
  return name;
}

interface Asked extends AskOptions {
  readonly model?: string;
  /** Whether the client wants a stream, which the upstream is then asked for too. */
  readonly stream?: boolean;
}

/** Runs one model call; what the client got, and what the trace and the run say. */
async function run(behaviour: Behaviour, { model = "m", stream = false, ...options }: Asked = {}) {
  const name = await workflowOf(model, { retry, ...options });
  upstream.answer(behaviour);
  const got = await bench.chat(`workflow/${name}`, "hello", { body: { stream } });
  const id = String(got.headers["x-run-id"]);
  const trace = await bench.send(`/v1/runs/${id}/trace`);
  const { body: told } = await bench.send(`/v1/runs/${id}`);
  return { got, told, row: trace.body.data[0] as TraceRow, calls: upstream.calls.length };
}

/** What a client reads in an answer, streamed or not. */
function read(got: Awaited<ReturnType<typeof run>>["got"], stream: boolean): { content?: string; error?: unknown } {
  if (!stream) return got.status === 200 ? { content: got.body.choices[0].message.content } : { error: refused(got) };
  expect(got.frames.at(-1)).toBe("data: [DONE]");
  // eslint-disable-next-line @typescript-eslint/no-explicit-any -- tests look into it
  const chunks = got.frames.slice(0, -1) as any[];
  const { error } = chunks.at(-1);
  if (error === undefined) return { content: chunks.map((each) => each.choices[0]?.delta.content ?? "").join("") };
  const { status, code, param, message } = error;
  return { error: { status, code, param, message } };
}

interface Outcome {
  /** Attempts in the trace. */
  readonly attempts: number;
  /** Calls that the upstream saw; as many as attempts unless told. */
  readonly calls?: number;
  /** What the client reads, when the run completes. */
  readonly content?: string;
  /** The leaf's code and a part of the message, when it fails. */
  readonly fails?: readonly [code: string, says: string];
  /** How many answers told their usage, which is {@link USAGE}. */
  readonly paid?: number;
  /** Whether some may have used more than was told. */
  readonly unknown?: boolean;
}

const times = ({ prompt_tokens, completion_tokens, total_tokens }: typeof USAGE, factor: number) => ({
  prompt_tokens: prompt_tokens * factor,
  completion_tokens: completion_tokens * factor,
  total_tokens: total_tokens * factor,
});

async function expectOutcome(behaviour: Behaviour, asked: Asked, expected: Outcome): Promise<void> {
  const { attempts, calls = attempts, content, fails, paid = 0, unknown = false } = expected;
  const { got, told, row, calls: made } = await run(behaviour, asked);
  const answer = read(got, asked.stream === true);
  if (fails === undefined) expect(answer).toEqual({ content });
  else {
    const [code, says] = fails;
    const message = expect.stringMatching(/^node_1 failed: /);
    expect(answer).toEqual({ error: { status: 500, code: "run_failed", param: "node_1", message } });
    expect(JSON.stringify(answer)).toContain(says);
    expect(JSON.stringify(answer)).toContain(`(${code})`);
    expect(row.error?.code).toBe(code);
    if (asked.stream !== true) expect(got.headers["x-should-retry"]).toBe("false");
  }
  expect([row.status, row.attempts.length, made]).toEqual([fails ? "failed" : "completed", attempts, calls]);
  expect(told.usage).toEqual(times(USAGE, paid));
  expect(told.usage_incomplete ?? false).toBe(unknown);
  expect([row.usage, row.cost]).toEqual(paid === 0 ? [null, null] : [times(USAGE, paid), paid * COST]);
  expect(told.cost).toBe(row.cost);
}

/** Behaves by the number of the call; the last one goes on. */
const inTurn =
  (...behaviours: Behaviour[]): Behaviour =>
  (call, number) =>
    behaviours[Math.min(number, behaviours.length) - 1]!(call, number);

const refuses = (status: number, headers: Record<string, string> = {}): Behaviour =>
  replies(status, { error: { message: "no" } }, headers);

const chunk = (delta: object | undefined, finish: string | null = null): string =>
  `data: ${JSON.stringify({ model: "up", choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`;
const usageChunk = `data: ${JSON.stringify({ choices: [], usage: USAGE })}\n\n`;
const DONE = "data: [DONE]\n\n";
const END = chunk({}, "stop") + usageChunk + DONE;

/** Sends the head and a beginning, and breaks the connection. */
const breaksOff =
  (head: Record<string, string>, beginning: string): Behaviour =>
  ({ response }: UpstreamCall) => {
    response.writeHead(200, head);
    response.write(beginning);
    setTimeout(() => response.destroy(), 10);
  };
const JSON_HEAD = { "content-type": "application/json", "content-length": "1000" };
const STREAM_HEAD = { "content-type": "text/event-stream" };

/** Says a byte now and then, and never ends. */
const drips: Behaviour = ({ response }) => {
  response.writeHead(200, { "content-type": "application/json" });
  const timer = setInterval(() => response.write(" "), 10);
  response.on("close", () => clearInterval(timer));
};

/** Pieces of so many bytes, wherever letters end. */
const slices = (text: string, size: number): Uint8Array[] => {
  const bytes = Buffer.from(text);
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => bytes.subarray(at * size, (at + 1) * size));
};

const text = {};
const data = { schema };
const live = { stream: true };
const large = (bytes: number): Behaviour => completes("x".repeat(bytes));
const MEBIBYTE = 1024 * 1024;

test.each([400, 401, 402, 403, 404, 405, 413, 418, 422])("%i is final", (status) =>
  expectOutcome(refuses(status), text, { attempts: 1, fails: ["upstream_error", `answered ${status}: no`] }),
);

test.each([408, 409, 429, 500, 502, 503, 504, 529])("%i may be tried again", async (status) => {
  await expectOutcome(refuses(status), text, { attempts: 3, fails: ["upstream_error", `answered ${status}: no`] });
  await expectOutcome(inTurn(refuses(status), completes("hi")), text, { attempts: 2, content: "hi", paid: 1 });
});

test.each<[string, Behaviour, Asked, Outcome]>([
  // How long to wait
  [
    "a wait beyond the deadline",
    refuses(429, { "retry-after": "61" }),
    text,
    { attempts: 1, fails: ["upstream_error", "429"] },
  ],
  [
    "a date beyond the deadline",
    refuses(503, { "retry-after": "Fri, 01 Jan 2100 00:00:00 GMT" }),
    text,
    { attempts: 1, fails: ["upstream_error", "503"] },
  ],
  [
    "an absurd wait",
    refuses(429, { "retry-after": "9".repeat(40) }),
    text,
    { attempts: 1, fails: ["upstream_error", "429"] },
  ],
  [
    "a date that has passed",
    refuses(429, { "retry-after": "Thu, 01 Jan 1970 00:00:00 GMT" }),
    text,
    { attempts: 3, fails: ["upstream_error", "429"] },
  ],
  [
    "a wait that is no time",
    refuses(429, { "retry-after": "soon" }),
    text,
    { attempts: 3, fails: ["upstream_error", "429"] },
  ],
  ["a wait below zero", refuses(429, { "retry-after": "-5" }), text, { attempts: 3, fails: ["upstream_error", "429"] }],
  [
    "x-should-retry: false",
    refuses(500, { "x-should-retry": "false" }),
    text,
    { attempts: 1, fails: ["upstream_error", "500"] },
  ],
  // No answer
  [
    "nobody there",
    hangs,
    { model: "down" },
    { attempts: 3, calls: 0, fails: ["upstream_unreachable", "ECONNREFUSED"] },
  ],
  [
    "no TLS there",
    hangs,
    { model: "tls" },
    { attempts: 1, calls: 0, fails: ["upstream_unreachable", "does not answer"] },
  ],
  ["no such model", hangs, { model: "unknown" }, { attempts: 1, calls: 0, fails: ["model_not_found", "unknown"] }],
  ["silence", hangs, { timeout: 0.1 }, { attempts: 1, fails: ["timeout", "100 ms"], unknown: true }],
  ["a slow drip", drips, { timeout: 0.1 }, { attempts: 1, fails: ["timeout", "100 ms"], unknown: true }],
  [
    "a slow stream without an end",
    streams([chunk({ content: "a" })], false),
    { ...live, timeout: 0.1 },
    { attempts: 1, fails: ["timeout", "100 ms"], unknown: true },
  ],
  [
    "a connection that breaks before",
    ({ response }) => void response.destroy(),
    text,
    { attempts: 3, fails: ["upstream_unreachable", "does not answer"], unknown: true },
  ],
  [
    "a connection that breaks amid",
    breaksOff(JSON_HEAD, '{"choices":'),
    text,
    { attempts: 3, fails: ["upstream_unreachable", "does not answer"], unknown: true },
  ],
  [
    "a redirect",
    replies(307, "", { location: "/elsewhere" }),
    text,
    { attempts: 1, fails: ["upstream_error", "answered 307"] },
  ],
  // No completion
  [
    "an error with status 200",
    replies(200, { error: { message: "busy" } }),
    text,
    { attempts: 3, fails: ["upstream_error", "failed: busy"], unknown: true },
  ],
  [
    "an error in words",
    replies(200, { error: "busy" }),
    text,
    { attempts: 3, fails: ["upstream_error", "failed: busy"], unknown: true },
  ],
  [
    "an error of the request with status 200",
    replies(200, { error: { message: "bad", type: "invalid_request_error" } }),
    text,
    { attempts: 1, fails: ["upstream_error", "failed: bad"], unknown: true },
  ],
  [
    "an error with a status inside",
    replies(200, { error: { message: "bad", code: 401 } }),
    text,
    { attempts: 1, fails: ["upstream_error", "failed: bad"], unknown: true },
  ],
  [
    "an error in the choice",
    completes(null, {}, { error: { message: "cut", code: 502 } }),
    text,
    { attempts: 3, fails: ["upstream_error", "failed: cut"], paid: 3 },
  ],
  [
    "HTML",
    replies(200, "<html>", { "content-type": "text/html" }),
    text,
    { attempts: 3, fails: ["upstream_bad_answer", "no JSON object"], unknown: true },
  ],
  ["nothing", replies(200, ""), text, { attempts: 3, fails: ["upstream_bad_answer", "no JSON object"], unknown: true }],
  [
    "a list",
    replies(200, "[]"),
    text,
    { attempts: 3, fails: ["upstream_bad_answer", "no JSON object"], unknown: true },
  ],
  [
    "no choices",
    replies(200, { usage: USAGE }),
    text,
    { attempts: 3, fails: ["upstream_bad_answer", "no choices"], paid: 3 },
  ],
  // No content
  ["null", completes(null), text, { attempts: 3, fails: ["output_invalid", "gave no content"], paid: 3 }],
  [
    "a tool call",
    completes(null, { tool_calls: [] }, { finish_reason: "tool_calls" }),
    text,
    { attempts: 3, fails: ["output_invalid", "called a tool"], paid: 3 },
  ],
  [
    "a refusal",
    completes(null, { refusal: "never" }),
    text,
    { attempts: 1, fails: ["refused", "refused: never"], paid: 1 },
  ],
  [
    "a refusal of data",
    completes("{}", { refusal: "never" }, { finish_reason: "length" }),
    data,
    { attempts: 1, fails: ["refused", "refused: never"], paid: 1 },
  ],
  [
    "a filter",
    completes(null, {}, { finish_reason: "content_filter" }),
    text,
    { attempts: 1, fails: ["refused", "content filter"], paid: 1 },
  ],
  [
    "tokens used up by thinking",
    completes(null, {}, { finish_reason: "length" }),
    text,
    { attempts: 1, fails: ["output_truncated", "before it said anything"], paid: 1 },
  ],
  [
    "tokens used up, and empty text",
    completes("", {}, { finish_reason: "length" }),
    text,
    { attempts: 1, fails: ["output_truncated", "before it said anything"], paid: 1 },
  ],
  [
    "tokens used up amid data",
    completes('{"a":', {}, { finish_reason: "length" }),
    data,
    { attempts: 1, fails: ["output_truncated", "raise max_tokens"], paid: 1 },
  ],
  // Content
  ["text", completes("hi"), text, { attempts: 1, content: "hi", paid: 1 }],
  [
    "text that is cut",
    completes("half", {}, { finish_reason: "length" }),
    text,
    { attempts: 1, content: "half", paid: 1 },
  ],
  ["text that is empty", completes(""), text, { attempts: 1, content: "", paid: 1 }],
  [
    "text in parts",
    completes([
      { type: "text", text: "a" },
      { type: "text", text: "b" },
    ]),
    text,
    { attempts: 1, content: "ab", paid: 1 },
  ],
  [
    "text with a byte order mark before its JSON",
    replies(200, `\uFEFF${JSON.stringify(completion("hi"))}`),
    text,
    { attempts: 1, content: "hi", paid: 1 },
  ],
  [
    "too much text",
    large(5 * MEBIBYTE),
    text,
    { attempts: 1, fails: ["result_too_large", "larger than 4194304 bytes"], paid: 1 },
  ],
  [
    "far too much text",
    large(9 * MEBIBYTE),
    text,
    { attempts: 1, fails: ["result_too_large", "larger than"], unknown: true },
  ],
  ["no usage", completes("hi", {}, {}, { usage: undefined }), text, { attempts: 1, content: "hi", unknown: true }],
  [
    "no usage at first",
    inTurn(completes(null, {}, {}, { usage: null }), completes("hi")),
    text,
    { attempts: 2, content: "hi", paid: 1, unknown: true },
  ],
  // Data
  ["data", completes('{"a":1}'), data, { attempts: 1, content: '{"a":1}', paid: 1 }],
  [
    "data with null for what may be absent",
    completes('{"a":1,"b":null}'),
    data,
    { attempts: 1, content: '{"a":1}', paid: 1 },
  ],
  ["data in a fence", completes('```json\n{"a":1}\n```'), data, { attempts: 1, content: '{"a":1}', paid: 1 }],
  [
    "data after words",
    completes('Here: {"a":1}'),
    data,
    { attempts: 3, fails: ["output_invalid", "not JSON"], paid: 3 },
  ],
  ["data that is malformed", completes("{"), data, { attempts: 3, fails: ["output_invalid", "not JSON"], paid: 3 }],
  ["data that is empty", completes(""), data, { attempts: 3, fails: ["output_invalid", "gave no content"], paid: 3 }],
  ["data of another shape", completes('{"a":"x"}'), data, { attempts: 3, fails: ["output_invalid", "/a"], paid: 3 }],
  [
    "data that is right at last",
    inTurn(completes("{"), completes('{"a":"x"}'), completes('{"a":1}')),
    data,
    { attempts: 3, content: '{"a":1}', paid: 3 },
  ],
  [
    "wrapped data",
    completes('{"value":[1]}'),
    { schema: { type: "array", items: { type: "integer" } } },
    { attempts: 1, content: "[1]", paid: 1 },
  ],
  [
    "data from words alone",
    completes("```\n[1]\n```"),
    { model: "words", schema: { type: "array", items: { type: "integer" } } },
    { attempts: 1, content: "[1]", paid: 1 },
  ],
  [
    "wrapped data from JSON mode",
    completes('{"value":[1]}'),
    { model: "mode", schema: { type: "array", items: { type: "integer" } } },
    { attempts: 1, content: "[1]", paid: 1 },
  ],
  // Streams
  [
    "a stream",
    streams([chunk({ role: "assistant", content: "" }), chunk({ content: "a" }), chunk({ content: "b" }), END]),
    live,
    { attempts: 1, content: "ab", paid: 1 },
  ],
  [
    "a stream cut in the middle of letters",
    streams(slices(chunk({ content: "ö🌳" }) + END, 7)),
    live,
    { attempts: 1, content: "ö🌳", paid: 1 },
  ],
  [
    "a stream with odd chunks",
    streams([usageChunk, chunk(undefined), 'data: {"choices":[]}\n\n', ": ping\n\n", chunk({ content: "a" }), END]),
    live,
    { attempts: 1, content: "a", paid: 1 },
  ],
  [
    "a stream without [DONE]",
    streams([chunk({ content: "a" }), chunk({}, "stop"), usageChunk]),
    live,
    { attempts: 1, content: "a", paid: 1 },
  ],
  [
    "a stream without an end",
    streams([chunk({ content: "a" })]),
    live,
    { attempts: 1, fails: ["upstream_bad_answer", "ended its stream before it was done"], unknown: true },
  ],
  [
    "a stream of nothing",
    streams([]),
    live,
    { attempts: 3, fails: ["upstream_bad_answer", "ended its stream"], unknown: true },
  ],
  [
    "a stream with a hole",
    streams([chunk({ content: "a" }), "data: {\n\n", END]),
    live,
    { attempts: 1, fails: ["upstream_bad_answer", "no JSON object"], unknown: true },
  ],
  [
    "a stream that breaks off before text",
    breaksOff(STREAM_HEAD, chunk({ content: "" })),
    live,
    { attempts: 3, fails: ["upstream_unreachable", "does not answer"], unknown: true },
  ],
  [
    "a stream that breaks off amid text",
    breaksOff(STREAM_HEAD, chunk({ content: "a" })),
    live,
    { attempts: 1, fails: ["upstream_unreachable", "does not answer"], unknown: true },
  ],
  [
    "an error in a stream",
    streams(['data: {"error":{"message":"busy"}}\n\n']),
    live,
    { attempts: 3, fails: ["upstream_error", "failed: busy"], unknown: true },
  ],
  [
    "an error amid a stream",
    streams([chunk({ content: "a" }), 'data: {"error":{"message":"busy"}}\n\n']),
    live,
    { attempts: 1, fails: ["upstream_error", "failed: busy"], unknown: true },
  ],
  [
    "a refusal in a stream",
    streams([chunk({ refusal: "ne" }), chunk({ refusal: "ver" }), END]),
    live,
    { attempts: 1, fails: ["refused", "refused: never"], paid: 1 },
  ],
  [
    "a filter in a stream",
    streams([chunk({}, "content_filter"), usageChunk, DONE]),
    live,
    { attempts: 1, fails: ["refused", "content filter"], paid: 1 },
  ],
  [
    "a stream that is cut",
    streams([chunk({ content: "a" }), chunk({}, "length"), usageChunk, DONE]),
    live,
    { attempts: 1, content: "a", paid: 1 },
  ],
  [
    "a stream that is cut before text",
    streams([chunk({}, "length"), usageChunk, DONE]),
    live,
    { attempts: 1, fails: ["output_truncated", "before it said"], paid: 1 },
  ],
  [
    "a stream without usage",
    streams([chunk({ content: "a" }), chunk({}, "stop"), DONE]),
    live,
    { attempts: 1, content: "a", unknown: true },
  ],
  ["no stream though one was asked for", completes("hi"), live, { attempts: 1, content: "hi", paid: 1 }],
  [
    "a stream though none was asked for",
    streams([chunk({ content: "hi" }), END]),
    text,
    { attempts: 1, content: "hi", paid: 1 },
  ],
  [
    "an upstream that refuses stream_options",
    (call, number) =>
      (call.body.stream_options === undefined ? streams([chunk({ content: "a" }), END]) : refuses(400))(call, number),
    { ...live, model: "plain" },
    { attempts: 1, content: "a", paid: 1 },
  ],
])("%s", (_what, behaviour, asked, expected) => expectOutcome(behaviour, asked, expected));

test.each<[string, Record<string, string>, number]>([
  ["in milliseconds", { "retry-after-ms": "150" }, 149],
  ["in seconds", { "retry-after": "0.15" }, 149],
])("waits as long as the upstream asks for, %s", async (_how, headers, least) => {
  const { got, row } = await run(inTurn(refuses(429, headers), completes("hi")));
  expect(got.status).toBe(200);
  const [first, second] = row.attempts;
  expect(second!.started_at - first!.ended_at!).toBeGreaterThanOrEqual(least);
});

test("zeros of usage are kept", async () => {
  const zeros = { ...USAGE, prompt_tokens_details: { cached_tokens: 0 } };
  const { got, told } = await run(completes("hi", {}, {}, { usage: zeros }));
  expect(got.body.usage).toEqual(zeros);
  expect(told.usage).toEqual(zeros);
});

test("attempts tell their usage and cost one by one", async () => {
  const { row } = await run(inTurn(refuses(503), completes("{"), completes('{"a":1}')), data);
  expect(row.attempts).toMatchObject([
    { status: "failed", error: { code: "upstream_error" }, usage: null, cost: null },
    { status: "failed", error: { code: "output_invalid" }, usage: USAGE, cost: COST },
    { status: "completed", error: null, usage: USAGE, cost: COST },
  ]);
  expect(row.model).toBe("up-2025");
});

test("the upstream is asked for what the author set and nothing else", async () => {
  const params = { max_tokens: 9 };
  await run(completes("hi"), { params });
  expect(upstream.calls[0]!.body).toEqual({
    model: "m",
    messages: [{ role: "user", content: "hello" }],
    max_tokens: 9,
  });
  await run(completes("hi"), { params: { ...params, temperature: 0 }, model: "reasoning" });
  expect(upstream.calls[0]!.body).toMatchObject({ max_completion_tokens: 9, temperature: 0 });
  expect(upstream.calls[0]!.body).not.toHaveProperty("max_tokens");
});

test("a call that takes too long is stopped, and the upstream notices", async () => {
  await run(hangs, { timeout: 0.1 });
  await until(() => upstream.calls[0]!.gone);
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
