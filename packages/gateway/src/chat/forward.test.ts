import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { once } from "node:events";
import { request, type IncomingMessage } from "node:http";
import { refused, startGateway, type TestGateway } from "../fixtures/gateway.ts";
import { frames } from "../fixtures/http.ts";
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
let bench: TestGateway;
let upstream: TestUpstream;
let down: string;

beforeAll(async () => {
  upstream = await startUpstream();
  const closed = await startUpstream();
  await closed.close();
  down = closed.baseUrl;
  const models = {
    m: { baseUrl: upstream.baseUrl, model: "real-name", apiKeyEnv: "UP_KEY" },
    down: { baseUrl: closed.baseUrl },
    fake: { provider: "sample" },
  };
  bench = await startGateway({ config: { models }, env: { UP_KEY: KEY } });
});
afterAll(async () => {
  await bench.close();
  await upstream.close();
});

/** What messages say of the upstream of `m`. */
const said = (how: string): string => `the upstream of "m" at ${upstream.baseUrl} ${how}`;

const MEBIBYTE = 1024 * 1024;
const streamed = { body: { stream: true } };

describe("what goes to the upstream", () => {
  test("is the request with the upstream's name of the model, and its key", async () => {
    upstream.answer(completes("hi"));
    const body = { temperature: 0.5, tools: [{ type: "function" }], response_format: { type: "json_object" }, n: 3 };
    await bench.chat("m", "x", { body, headers: { cookie: "a=b", "x-other": "1" } });
    const [call] = upstream.calls;
    expect(call!.body).toEqual({ model: "real-name", messages: [{ role: "user", content: "x" }], ...body });
    expect(call!.headers).toMatchObject({ authorization: `Bearer ${KEY}`, accept: "application/json" });
    expect([call!.headers.cookie, call!.headers["x-other"]]).toEqual([undefined, undefined]);
  });

  test("has never the caller's key", async () => {
    upstream.answer(completes("hi"));
    await bench.chat("m", "x", { key: "esp_callers" });
    expect(JSON.stringify(upstream.calls[0]!.headers)).not.toContain("esp_callers");
  });
});

describe("a whole answer", () => {
  test("comes back as it is", async () => {
    const answer = completion("hi", {}, {}, { unknown: { field: 1 } });
    upstream.answer(replies(200, answer, { "x-upstream": "1" }));
    const got = await bench.chat("m");
    expect([got.status, got.body]).toEqual([200, answer]);
    expect(got.headers["content-type"]).toBe("application/json; charset=utf-8");
    expect(got.headers["x-request-id"]).toMatch(/^req_/);
    expect(got.headers["x-upstream"]).toBeUndefined();
  });

  test("comes back byte by byte, with numbers and escapes as they were written", async () => {
    const answer = '{ "seed": 12345678901234567890, "cost": 1.0,\n"choices":[],"x":"\\u00e9é🌳\\/" }\n';
    upstream.answer(replies(200, answer));
    expect((await bench.chat("m")).text).toBe(answer);
  });

  test("may be larger than a node's result, but not without end", async () => {
    const answer = completion("x".repeat(5 * MEBIBYTE));
    upstream.answer(replies(200, answer));
    expect((await bench.chat("m")).body.choices[0].message.content).toHaveLength(5 * MEBIBYTE);
    upstream.answer(({ response }) => {
      response.writeHead(200, { "content-type": "application/json" });
      for (let part = 0; part < 33; part++) response.write("x".repeat(MEBIBYTE));
    });
    expect(refused(await bench.chat("m"))).toMatchObject({
      status: 502,
      message: `the answer is larger than ${32 * MEBIBYTE} bytes`,
    });
    await until(() => upstream.calls[0]!.gone);
  });

  test.each<[string, unknown, Record<string, string>]>([
    ["HTML", "<html>login</html>", { "content-type": "text/html" }],
    ["nothing", "", {}],
    ["a list", "[]", {}],
    ["no completion", { ok: true }, {}],
  ])("that is %s is a bad gateway", async (_name, body, headers) => {
    upstream.answer(replies(200, body, headers));
    const got = await bench.chat("m");
    expect(refused(got)).toEqual({
      status: 502,
      code: "upstream_error",
      param: null,
      message: said("sent no completion"),
    });
    expect(got.headers["x-should-retry"]).toBe("false");
  });

  test("with an error inside is an error", async () => {
    upstream.answer(replies(200, { error: { message: `overloaded ${KEY}` } }));
    expect(refused(await bench.chat("m"))).toMatchObject({
      status: 502,
      message: said("failed: overloaded [key]"),
    });
  });

  test("to a request for a stream is an error, not an empty stream", async () => {
    upstream.answer(completes("hi"));
    expect(refused(await bench.chat("m", "x", streamed))).toMatchObject({
      status: 502,
      message: said("does not stream"),
    });
  });

  test("that breaks off is an error", async () => {
    upstream.answer(({ response }) => {
      response.writeHead(200, { "content-type": "application/json", "content-length": "1000" });
      response.write('{"choices":');
      setTimeout(() => response.destroy(), 10);
    });
    const got = await bench.chat("m");
    expect(refused(got)).toMatchObject({ status: 502, code: "upstream_error" });
    expect(got.headers["x-should-retry"]).toBe("false");
  });
});

describe("a refusal of the upstream", () => {
  const error = { message: `wrong with ${KEY}`, type: "their_type", param: "their.param", code: "their_code" };

  test.each([400, 413, 422, 429])("of the request (%i) is the client's", async (status) => {
    upstream.answer(replies(status, { error }));
    const got = await bench.chat("m");
    expect(refused(got)).toEqual({
      status,
      code: "their_code",
      param: "their.param",
      message: said(`answered ${status}: wrong with [key]`),
    });
    expect(got.body.error.type).toBe("their_type");
  });

  test.each([
    [401, 502, "false"],
    [402, 502, "false"],
    [403, 502, "false"],
    [404, 502, "false"],
    [408, 502, undefined],
    [409, 502, undefined],
    [418, 502, "false"],
    [500, 502, undefined],
    [502, 502, undefined],
    [503, 503, undefined],
    [504, 504, undefined],
    [529, 502, undefined],
  ])("of the gateway (%i) is %i", async (status, expected, retry) => {
    upstream.answer(replies(status, { error }));
    const got = await bench.chat("m");
    expect(refused(got)).toEqual({
      status: expected,
      code: "upstream_error",
      param: null,
      message: said(`answered ${status}: wrong with [key]`),
    });
    expect(got.headers["x-should-retry"]).toBe(retry);
  });

  test.each<[string, unknown, string]>([
    ["text", "no way", "answered 400: no way"],
    ["nothing", "", "answered 400"],
    ["a string", { error: "no way" }, "answered 400: no way"],
    ["an error without words", { error: {} }, "answered 400: unknown error"],
    ["long text", "x".repeat(5000), `answered 400: ${"x".repeat(500)}`],
  ])("may be %s", async (_name, body, message) => {
    upstream.answer(replies(400, body));
    expect(refused(await bench.chat("m"))).toMatchObject({
      status: 400,
      code: "upstream_error",
      message: said(message),
    });
  });

  test("says how long to wait", async () => {
    upstream.answer(
      replies(429, { error }, { "retry-after": "7", "retry-after-ms": "6500", "x-should-retry": "true" }),
    );
    expect((await bench.chat("m")).headers).toMatchObject({
      "retry-after": "7",
      "retry-after-ms": "6500",
      "x-should-retry": "true",
    });
  });

  test("is not to be repeated when the wait is longer than clients wait", async () => {
    upstream.answer(replies(429, { error }, { "retry-after": "3600" }));
    expect((await bench.chat("m")).headers).toMatchObject({ "retry-after": "3600", "x-should-retry": "false" });
  });

  test("is no stream", async () => {
    upstream.answer(replies(400, { error }));
    expect(refused(await bench.chat("m", "x", streamed)).status).toBe(400);
  });

  test("leads nowhere else", async () => {
    upstream.answer(replies(307, "", { location: "http://127.0.0.1:1/steal" }));
    const message = said("answered 307");
    expect(refused(await bench.chat("m"))).toMatchObject({ status: 502, code: "upstream_error", message });
  });

  test("may break off or go on for ever: its status is known", async () => {
    const begins =
      (more: (call: UpstreamCall) => void): Behaviour =>
      (call) => {
        call.response.writeHead(429, { "content-length": "1000000" });
        call.response.write("busy");
        setTimeout(() => more(call), 10);
      };
    upstream.answer(begins(({ response }) => response.destroy()));
    expect(refused(await bench.chat("m"))).toMatchObject({ status: 429, message: said("answered 429: busy") });
    upstream.answer(begins(({ response }) => response.write(".".repeat(100_000))));
    expect(refused(await bench.chat("m")).status).toBe(429);
    await until(() => upstream.calls[0]!.gone);
  });
});

test("an upstream that is down may be tried again", async () => {
  const got = await bench.chat("down");
  expect(refused(got)).toEqual({
    status: 502,
    code: "upstream_error",
    param: null,
    message: `the upstream of "down" at ${down} does not answer: ECONNREFUSED`,
  });
  expect(got.headers["x-should-retry"]).toBeUndefined();
});

test.each([false, true])("a client that goes away stops the upstream call (stream: %s)", async (stream) => {
  upstream.answer(hangs);
  const controller = new AbortController();
  const answer = bench.chat("m", "x", { body: { stream }, signal: controller.signal });
  await until(() => upstream.calls.length === 1);
  controller.abort();
  await expect(answer).rejects.toThrow("aborted");
  await until(() => upstream.calls[0]!.gone);
});

test("a client that goes away amid a stream stops the upstream call", async () => {
  upstream.answer(streams([`data: ${JSON.stringify({ choices: [] })}\n\n`], false));
  const controller = new AbortController();
  const answer = bench.chat("m", "x", { ...streamed, signal: controller.signal });
  await until(() => upstream.calls[0]?.response.headersSent === true);
  setTimeout(() => controller.abort(), 20);
  await expect(answer).rejects.toThrow("aborted");
  await until(() => upstream.calls[0]!.gone);
});

test("a client that does not read holds the upstream up, rather than fill the memory", async () => {
  const piece = `data: ${JSON.stringify({ choices: [], padding: "x".repeat(64 * 1024) })}\n\n`;
  let sent = 0;
  upstream.answer(({ response }) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    // Ends after 64 MiB: what lies between in sockets is far less.
    const pour = (): void => {
      while (sent < 1024) {
        sent += 1;
        if (!response.write(piece)) return void response.once("drain", pour);
      }
      response.end("data: [DONE]\n\n");
    };
    pour();
  });
  const body = JSON.stringify({ model: "m", messages: [{ role: "user", content: "x" }], stream: true });
  const { hostname, port } = new URL(bench.url);
  const headers = { "content-type": "application/json" };
  const call = request({ hostname, port, path: "/v1/chat/completions", method: "POST", headers }).end(body);
  const [response] = (await once(call, "response")) as [IncomingMessage];
  let before = -1;
  await until(async () => {
    const still = sent === before;
    before = sent;
    await new Promise((resolve) => setTimeout(resolve, 200));
    return still;
  });
  expect(sent).toBeLessThan(512);
  response.resume(); // it goes on where it stood
  await once(response, "end");
  expect(sent).toBe(1024);
});

describe("a stream", () => {
  const chunk = (content: string) => ({ id: "c", choices: [{ index: 0, delta: { content }, finish_reason: null }] });
  const frame = (content: string) => `data: ${JSON.stringify(chunk(content))}\n\n`;
  const read = async (parts: (string | Uint8Array)[]) => {
    upstream.answer(streams(parts));
    return bench.chat("m", "x", streamed);
  };
  const broken = (how = "ended its stream before it was done") => ({
    message: said(how),
    type: "server_error",
    param: null,
    code: "upstream_error",
    status: 502,
  });

  test("comes event by event, with the heads of a stream", async () => {
    const got = await read([frame("a"), frame("b"), "data: [DONE]\n\n"]);
    expect(upstream.calls[0]!.headers.accept).toBe("text/event-stream");
    expect(got.headers).toMatchObject({
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-cache, no-transform",
      "x-request-id": expect.stringMatching(/^req_/),
    });
    expect(got.frames).toEqual([chunk("a"), chunk("b"), "data: [DONE]"]);
  });

  test("may be cut anywhere, in the middle of a letter too", async () => {
    const bytes = Buffer.from(`${frame("größer 🌳")}data: [DONE]\n\n`);
    const parts = Array.from({ length: Math.ceil(bytes.length / 7) }, (_, i) => bytes.subarray(i * 7, i * 7 + 7));
    expect((await read(parts)).frames).toEqual([chunk("größer 🌳"), "data: [DONE]"]);
  });

  test("may have other line ends, comments, names and ids", async () => {
    const text = `: hello\r\n\r\nid: 1\r\nevent: x\r\n${frame("a").trim()}\r\n\r\ndata: [DONE]\r\n\r\n`;
    expect((await read([text])).frames).toEqual([chunk("a"), "data: [DONE]"]);
  });

  test("keeps usage to the zero, refusals, and chunks without choices or delta", async () => {
    const usage = {
      prompt_tokens: 1,
      completion_tokens: 0,
      total_tokens: 1,
      prompt_tokens_details: { cached_tokens: 0 },
    };
    const chunks = [
      { id: "c", choices: [], prompt_filter_results: [{ prompt_index: 0 }] },
      { id: "c", choices: [{ index: 0, finish_reason: null, content_filter_results: {} }] },
      { id: "c", choices: [{ index: 0, delta: { refusal: "no" }, finish_reason: null }] },
      { id: "c", choices: [], usage },
    ];
    const parts = chunks.map((each) => `data: ${JSON.stringify(each)}\n\n`);
    expect((await read([...parts, "data: [DONE]\n\n"])).frames).toEqual([...chunks, "data: [DONE]"]);
  });

  test("has choices in every chunk, as clients look into them", async () => {
    const { frames: got } = await read([`data: ${JSON.stringify({ usage: USAGE })}\n\n`, "data: [DONE]\n\n"]);
    expect(got).toEqual([{ usage: USAGE, choices: [] }, "data: [DONE]"]);
  });

  test.each(["<html>", "[1]", '"text"', "null"])(
    "with an event that is no chunk ends with an error (%s)",
    async (data) => {
      const { frames: got } = await read([frame("a"), `data: ${data}\n\n`, frame("b"), "data: [DONE]\n\n"]);
      expect(got).toEqual([chunk("a"), { error: broken("sent an event that is no JSON object") }, "data: [DONE]"]);
    },
  );

  test("ends with its [DONE], whatever comes then", async () => {
    expect((await read([frame("a"), "data: [DONE]\n\n", frame("b")])).frames).toEqual([chunk("a"), "data: [DONE]"]);
  });

  test("that ends without [DONE] ends with an error", async () => {
    for (const parts of [[], [frame("a")], [frame("a"), 'data: {"cut":']])
      expect((await read(parts)).frames.slice(-2)).toEqual([{ error: broken() }, "data: [DONE]"]);
  });

  test("that breaks off ends with an error", async () => {
    upstream.answer(({ response }) => {
      response.writeHead(200, { "content-type": "text/event-stream" });
      response.write(frame("a"));
      setTimeout(() => response.destroy(), 10);
    });
    const { frames: got } = await bench.chat("m", "x", streamed);
    expect(got).toEqual([chunk("a"), { error: broken("broke its stream off") }, "data: [DONE]"]);
  });

  test("with an error inside ends with that error", async () => {
    const { frames: got } = await read([frame("a"), `data: {"error":{"message":"overloaded ${KEY}"}}\n\n`, frame("b")]);
    expect(got).toEqual([chunk("a"), { error: broken("failed: overloaded [key]") }, "data: [DONE]"]);
  });

  test("that floods one event is cut", async () => {
    const { text } = await read([`data: ${"x".repeat(5 * 1024 * 1024)}`]);
    expect(frames(text)).toEqual([
      { error: expect.objectContaining({ message: said("sent an event of more than 4194304 bytes") }) },
      "data: [DONE]",
    ]);
    await until(() => upstream.calls[0]!.response.destroyed);
  });
});

describe("the sample provider", () => {
  const schema = { type: "object", properties: { n: { type: "integer" } }, required: ["n"] };

  test("answers whole and streamed alike, and says that it is made up", async () => {
    const whole = (await bench.chat("fake")).body;
    expect(whole).toMatchObject({
      model: "fake",
      system_fingerprint: "sample",
      choices: [{ message: { role: "assistant", content: "[sample] fake would answer here." }, finish_reason: "stop" }],
      usage: { prompt_tokens: 9, completion_tokens: 8, total_tokens: 17 },
    });
    expect(whole).not.toHaveProperty("workflow");
    const { frames: got } = await bench.chat("fake", "hello", {
      body: { stream: true, stream_options: { include_usage: true } },
    });
    expect(got).toHaveLength(5);
    expect(got[1]).toMatchObject({
      system_fingerprint: "sample",
      choices: [{ delta: { content: "[sample] fake would answer here." } }],
    });
    expect(got[3]).toMatchObject({ choices: [], usage: whole.usage });
  });

  test("makes what the format asks for", async () => {
    const content = async (response_format: unknown) =>
      JSON.parse((await bench.chat("fake", "x", { body: { response_format } })).body.choices[0].message.content);
    expect(await content({ type: "json_schema", json_schema: { name: "x", schema } })).toEqual({
      n: expect.any(Number),
    });
    expect((await content({ type: "json_object" })).sample).toMatch(/^\[sample\] /);
  });

  test.each([null, 5, { type: "text" }, { type: "json_schema" }, { json_schema: { schema: [] } }])(
    "takes the format %j for text",
    async (response_format) => {
      expect((await bench.chat("fake", "x", { body: { response_format } })).status).toBe(200);
    },
  );

  test.each<[Record<string, unknown>, string, string]>([
    [{ n: 2 }, "n", "unsupported_parameter"],
    [{ tools: [{}] }, "tools", "unsupported_parameter"],
    [{ logprobs: true }, "logprobs", "unsupported_parameter"],
    [{ response_format: { json_schema: { schema: { pattern: "x" } } } }, "response_format", "no_sample"],
    [
      { response_format: { json_schema: { schema: { type: "array", minItems: 1e9 } } } },
      "response_format",
      "no_sample",
    ],
    [
      { response_format: { json_schema: { schema: { type: "string", minLength: 1e9 } } } },
      "response_format",
      "no_sample",
    ],
  ])("refuses %j", async (body, param, code) => {
    expect(refused(await bench.chat("fake", "x", { body }))).toMatchObject({ status: 400, param, code });
  });
});

test("an unknown model is refused, never made up", async () => {
  expect(refused(await bench.chat("unknown"))).toEqual({
    status: 404,
    code: "model_not_found",
    param: "model",
    message: 'there is no model "unknown"',
  });
});

test("nothing here was the gateway's own fault", () => {
  expect(bench.reported).toEqual([]);
});
