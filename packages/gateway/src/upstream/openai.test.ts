import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { JsonSchema } from "@espalier/contract";
import type { OpenAiAlias } from "../config/index.ts";
import type { ModelRequest } from "../engine/index.ts";
import {
  completes,
  completion,
  hangs,
  replies,
  startUpstream,
  USAGE,
  type TestUpstream,
} from "../fixtures/upstream.ts";
import { until } from "../fixtures/until.ts";
import { createSchemaValidator } from "../validation/index.ts";
import { createUpstreamFetch } from "./fetch.ts";
import { callOpenAi } from "./openai.ts";

const KEY = "sk-upstream-secret";
const { fetch, close } = createUpstreamFetch();
const { validate } = createSchemaValidator();
let upstream: TestUpstream;
let alias: OpenAiAlias;

beforeAll(async () => {
  upstream = await startUpstream();
  alias = {
    provider: "openai",
    name: "fast",
    baseUrl: upstream.baseUrl,
    model: "real-name",
    apiKey: KEY,
    structuredOutput: "json_schema",
    maxTokensField: "max_tokens",
    prices: undefined,
  };
});
afterAll(async () => {
  await close();
  await upstream.close();
});

const messages = [{ role: "user", content: "x" }];
const object: JsonSchema = { type: "object", properties: { a: { type: "integer" } }, required: ["a"] };

interface Options extends Partial<ModelRequest> {
  readonly signal?: AbortSignal;
  readonly alias?: Partial<OpenAiAlias>;
}

function call({ signal = new AbortController().signal, alias: more, ...request }: Options = {}) {
  const whole: ModelRequest = {
    model: "fast",
    messages,
    responseSchema: undefined,
    params: {},
    runId: "run_1",
    path: "node_1",
    attempt: 1,
    timeoutMs: 1000,
    maxBytes: 100_000,
    ...request,
  };
  return callOpenAi({ ...alias, ...more }, whole, signal, { fetch, validate });
}

const failed = (code: string, message: string, retryable: boolean) => ({ ok: false, code, message, retryable });

describe("an answer", () => {
  test("is its content, with usage and the upstream's model", async () => {
    upstream.answer(completes("hi"));
    expect(await call()).toEqual({ ok: true, content: "hi", finishReason: "stop", model: "up-2025", usage: USAGE });
  });

  test("has a price when the configuration does", async () => {
    upstream.answer(completes("hi"));
    expect(await call({ alias: { prices: { input: 2, output: 10 } } })).toMatchObject({
      cost: (10 * 2 + 5 * 10) / 1e6,
    });
  });

  test.each<[string, unknown, object | null]>([
    [
      "zeros",
      { ...USAGE, prompt_tokens_details: { cached_tokens: 0 } },
      { ...USAGE, prompt_tokens_details: { cached_tokens: 0 } },
    ],
    ["details that are no numbers", { ...USAGE, completion_tokens_details: { reasoning_tokens: null } }, USAGE],
    [
      "no total",
      { prompt_tokens: 3, completion_tokens: 4 },
      { prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 },
    ],
    ["a total of zero", { ...USAGE, total_tokens: 0 }, { ...USAGE, total_tokens: 0 }],
    [
      "nonsense",
      { prompt_tokens: "3", completion_tokens: -1 },
      { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
    ],
    ["none", null, null],
  ])("keeps usage as it is: %s", async (_name, usage, expected) => {
    upstream.answer(completes("hi", {}, {}, { usage }));
    const outcome = await call();
    expect(outcome.usage).toEqual(expected);
  });

  test.each<[string, object, object, object]>([
    ["a refusal", { content: null, refusal: "I will not" }, {}, { ok: true, content: null, refusal: "I will not" }],
    ["empty", { content: "" }, {}, { ok: true, content: "" }],
    ["absent", { content: undefined }, {}, { ok: true, content: null }],
    [
      "in parts",
      { content: [{ type: "text", text: "a" }, { type: "x" }, { type: "text", text: "b" }] },
      {},
      { ok: true, content: "ab" },
    ],
    ["cut", { content: "half" }, { finish_reason: "length" }, { ok: true, content: "half", finishReason: "length" }],
    [
      "filtered",
      { content: null },
      { finish_reason: "content_filter" },
      { ok: true, content: null, finishReason: "content_filter" },
    ],
    ["no message at all", {}, { message: null }, { ok: true, content: null }],
  ])("may be %s", async (_name, message, choice, expected) => {
    upstream.answer(completes(undefined, message, choice));
    expect(await call()).toMatchObject(expected);
  });

  test.each([null, ""])("that used up its tokens before a word (%j) says so", async (content) => {
    upstream.answer(completes(content, {}, { finish_reason: "length" }));
    expect(await call()).toMatchObject({ ok: true, content, finishReason: "length", usage: USAGE });
  });

  test.each<[string, unknown, code: string, how: string]>([
    ["HTML", "<html>", "upstream_bad_answer", "sent no JSON object"],
    ["cut off", '{"choices":[', "upstream_bad_answer", "sent no JSON object"],
    ["a list", [], "upstream_bad_answer", "sent no JSON object"],
    ["without choices", {}, "upstream_bad_answer", "sent no choices"],
    ["with no choice", { choices: [] }, "upstream_bad_answer", "sent no choices"],
    ["an error inside", { error: { message: `busy ${KEY}` } }, "upstream_error", "failed: busy [key]"],
    ["an error in words", { error: "busy" }, "upstream_error", "failed: busy"],
  ])("that is %s is a failure", async (_name, body, code, how) => {
    upstream.answer(replies(200, body));
    const message = `the upstream of "fast" at ${upstream.baseUrl} ${how}`;
    expect(await call()).toEqual({ ...failed(code, message, true), usage: null });
  });

  test("is cut while it is read", async () => {
    upstream.answer(({ response }) => {
      response.writeHead(200);
      for (let part = 0; part < 30; part++) response.write("x".repeat(10_000));
    });
    const expected = failed("result_too_large", "the answer is larger than 265536 bytes", false);
    expect(await call()).toEqual({ ...expected, usage: null });
  });
});

describe("a refusal", () => {
  test.each<[Record<string, string>, number | undefined]>([
    [{ "retry-after": "2" }, 2000],
    [{ "retry-after": "2", "retry-after-ms": "30" }, 30],
    [{ "retry-after": "Thu, 01 Jan 1970 00:00:00 GMT" }, 0],
    [{ "retry-after": "1.5" }, 1500],
    [{ "retry-after": "9".repeat(30) }, Number.MAX_SAFE_INTEGER],
    [{ "retry-after": "-5" }, undefined],
    [{ "retry-after": "2", "retry-after-ms": "-30" }, 2000],
    [{ "retry-after-ms": "" }, undefined],
    [{ "retry-after": "soon" }, undefined],
    [{}, undefined],
  ])("says how long to wait: %j", async (headers, retryAfterMs) => {
    upstream.answer(replies(429, "", headers));
    const outcome = await call();
    expect("retryAfterMs" in outcome ? outcome.retryAfterMs : undefined).toBe(retryAfterMs);
  });
});

describe("no answer", () => {
  test("from where nobody listens", async () => {
    const closed = await startUpstream();
    await closed.close();
    const message = `the upstream of "fast" at ${closed.baseUrl} does not answer: ECONNREFUSED`;
    expect(await call({ alias: { baseUrl: closed.baseUrl } })).toEqual(failed("upstream_unreachable", message, true));
  });

  test("from a port that HTTP clients never call, which is no use to repeat", async () => {
    const message =
      'the upstream of "fast" at http://127.0.0.1:9/v1 does not answer: its port is one that HTTP clients never call';
    const outcome = await call({ alias: { baseUrl: "http://127.0.0.1:9/v1" } });
    expect(outcome).toEqual(failed("upstream_unreachable", message, false));
  });

  test("when the connection breaks", async () => {
    upstream.answer(({ response }) => void response.destroy());
    expect(await call()).toMatchObject({ ok: false, code: "upstream_unreachable", retryable: true });
  });

  test("when the call is stopped, which the upstream notices", async () => {
    upstream.answer(hangs);
    const controller = new AbortController();
    const outcome = call({ signal: controller.signal });
    await until(() => upstream.calls.length === 1);
    controller.abort();
    expect(await outcome).toMatchObject({ ok: false, message: "the call was stopped" });
    await until(() => upstream.calls[0]!.gone);
  });
});

describe("the request", () => {
  const sent = async (options: Options) => {
    upstream.answer(completes('{"a":1}'));
    await call(options);
    return upstream.calls[0]!.body;
  };

  test("has the upstream's model and the node's parameters", async () => {
    const params = { temperature: 0, max_tokens: 9, stop: ["x"] };
    expect(await sent({ params })).toEqual({ model: "real-name", messages, ...params });
    expect(upstream.calls[0]!.headers.authorization).toBe(`Bearer ${KEY}`);
    expect(await sent({ params, alias: { maxTokensField: "max_completion_tokens" } })).toEqual({
      model: "real-name",
      messages,
      temperature: 0,
      max_completion_tokens: 9,
      stop: ["x"],
    });
  });

  test("has no key when there is none", async () => {
    await sent({ alias: { apiKey: undefined } });
    expect(upstream.calls[0]!.headers.authorization).toBeUndefined();
  });

  test("puts a schema as the upstream can take it", async () => {
    const format = (strict: boolean, schema: JsonSchema) => ({
      type: "json_schema",
      json_schema: { name: "result", strict, schema },
    });
    const asked = async (responseSchema: JsonSchema) => (await sent({ responseSchema })).response_format;
    const closed = { ...object, additionalProperties: false };
    expect(await asked(object)).toEqual(format(true, closed));
    const wrapped = (value: JsonSchema, more: JsonSchema = {}): JsonSchema => ({
      type: "object",
      properties: { value },
      required: ["value"],
      additionalProperties: false,
      ...more,
    });
    const list: JsonSchema = { type: "array", items: { $ref: "#/$defs/A" } };
    expect(await asked({ ...list, $defs: { A: object } })).toEqual(
      format(true, wrapped(list, { $defs: { A: closed } })),
    );
    const record: JsonSchema = { type: "object", additionalProperties: { type: "integer" } };
    expect(await asked(record)).toEqual(format(false, record));
    expect(await asked({ type: "array", items: record })).toEqual(
      format(false, wrapped({ type: "array", items: record })),
    );
    const words = { role: "system", content: expect.stringContaining(JSON.stringify(object)) };
    expect(await sent({ responseSchema: object, alias: { structuredOutput: "json_object" } })).toMatchObject({
      messages: [words, ...messages],
      response_format: { type: "json_object" },
    });
    const none = await sent({ responseSchema: object, alias: { structuredOutput: "none" } });
    expect(none.messages).toEqual([words, ...messages]);
    expect(none).not.toHaveProperty("response_format");
  });

  test.each<[string, JsonSchema, string, string]>([
    ["as it is", object, '{"a":1}', '{"a":1}'],
    ["fenced", object, '```json\n{"a":1}\n```', '{"a":1}'],
    ["wrapped", { type: "integer" }, '{"value":3}', "3"],
    ["wrapped and fenced", { type: "integer" }, '```\n{"value":3}\n```', "3"],
    ["not wrapped, though it should be", { type: "integer" }, "3", "3"],
    ["malformed", object, '{"a":', '{"a":'],
    ["malformed though wrapped", { type: "integer" }, '{"value":', '{"value":'],
    ["empty", object, "", ""],
  ])("gives a structured answer %s", async (_name, responseSchema, content, expected) => {
    upstream.answer(replies(200, completion(content)));
    expect(await call({ responseSchema })).toMatchObject({ ok: true, content: expected });
  });
});
