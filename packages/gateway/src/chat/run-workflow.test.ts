import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { connect } from "node:net";
import { ask, echo, script, workflow } from "../fixtures/bundles.ts";
import { refused, startGateway, type ChatOptions, type TestGateway } from "../fixtures/gateway.ts";
import { until } from "../fixtures/until.ts";
import { completes, hangs, replies, startUpstream, USAGE, type TestUpstream } from "../fixtures/upstream.ts";

let bench: TestGateway;
let upstream: TestUpstream;
let author = "";
let invoker = "";

beforeAll(async () => {
  upstream = await startUpstream();
  bench = await startGateway({ config: { models: { m: { baseUrl: upstream.baseUrl } } } });
  author = await bench.gateway.createKey({ label: "author", scopes: ["author", "invoke"] });
  invoker = await bench.gateway.createKey({ label: "invoker", scopes: ["invoke"] });
  await bench.install(echo("echo"), workflow("ask", [ask("m")]));
  await bench.install(workflow("fails", [script("throw new Error('no good')")]));
  const { url, ownKey } = bench.gateway;
  expect(url).toBe(bench.url);
  for (const text of ["one", "two", "three"]) {
    const bundle = workflow("versions", [script(`return "${text}"`, { returns: { type: "string" } })]);
    await bench.send("/v1/workflows", { json: bundle, key: ownKey });
  }
  await bench.send("/v1/workflows/versions/publish", { json: { version: 2 }, key: ownKey });
  await bench.send("/v1/workflows", { json: echo("draft"), key: ownKey });
});
afterAll(async () => {
  await bench.close();
  await upstream.close();
});

const chat = (model: string, content?: string, more: ChatOptions = {}) =>
  bench.chat(model, content, { key: invoker, ...more });
const runsOf = async (name: string) =>
  (await bench.send(`/v1/runs?workflow=${name}&limit=1000`, { key: bench.gateway.ownKey })).body.data;

describe("names and versions", () => {
  test.each([
    ["workflow/versions", "two"],
    ["workflow/versions@2", "two"],
  ])("%s runs for everybody", async (model, content) => {
    const { body } = await chat(model);
    expect(body.choices[0].message.content).toBe(content);
    expect(body.model).toBe(model);
    expect(body.workflow.version).toBe(2);
  });

  test.each([
    ["workflow/versions@1", "one"],
    ["workflow/versions@3", "three"],
    ["workflow/draft@1", "hello"],
  ])("%s, which is not published, runs for authors only", async (model, content) => {
    expect((await chat(model, "hello", { key: author })).body.choices[0].message.content).toBe(content);
    expect(refused(await chat(model))).toEqual({
      status: 404,
      code: "model_not_found",
      param: "model",
      message: `${model} is registered but not published`,
    });
  });

  test.each([
    ["workflow/draft", "workflow/draft is registered but not published"],
    ["workflow/versions@9", "there is no workflow/versions@9"],
    ["workflow/none", 'there is no workflow "none"'],
    ["workflow/none@1", 'there is no workflow "none"'],
    ["workflow/versions@0", 'there is no workflow "versions@0"'],
    ["workflow/versions@", 'there is no workflow "versions@"'],
    ["workflow/", 'there is no workflow ""'],
    ["workflow/__proto__", 'there is no workflow "__proto__"'],
    ["workflow/a\nb", 'there is no workflow "a\nb"'],
    ["Workflow/echo", 'there is no model "Workflow/echo"'],
  ])("%j is refused", async (model, message) => {
    const got = await chat(model, "x", { key: author });
    expect(refused(got)).toEqual({ status: 404, code: "model_not_found", param: "model", message });
    expect(got.headers["x-run-id"]).toBeUndefined();
  });
});

describe("a request", () => {
  const messages = [{ role: "user", content: "x" }];
  test.each<[unknown, string | null, string]>([
    [[], null, "the body must be a JSON object"],
    [null, null, "the body must be a JSON object"],
    ["x", null, "the body must be a JSON object"],
    [{ messages }, "model", "model must be a string"],
    [{ model: "", messages }, "model", "model must be a string"],
    [{ model: ["workflow/echo"], messages }, "model", "model must be a string"],
    [{}, "messages", "messages must be a list with at least one message"],
    [{ messages: [] }, "messages", "messages must be a list with at least one message"],
    [{ messages: "x" }, "messages", "messages must be a list with at least one message"],
    [{ messages: { 0: {} } }, "messages", "messages must be a list with at least one message"],
    [{ messages: [1] }, "messages[0]", "messages[0] must be an object with role and content"],
    [{ messages: [[]] }, "messages[0]", "messages[0] must be an object with role and content"],
    [
      { messages: [{ content: "x" }] },
      "messages[0].role",
      "messages[0].role must be one of system, developer, user, assistant, tool, function",
    ],
    [
      { messages: [...messages, { role: "user", content: 5 }] },
      "messages[1].content",
      "messages[1].content must be a string or a list of parts",
    ],
    ...[{ role: "user" }, { role: "user", content: null }, { role: "user", content: {} }].map(
      (message): [unknown, string, string] => [
        { messages: [message] },
        "messages[0].content",
        "messages[0].content must be a string or a list of parts",
      ],
    ),
    ...[[1], ["x"], [{}], [{ type: "text" }], [{ type: "text", text: 1 }]].map((content): [unknown, string, string] => [
      { messages: [{ role: "user", content }] },
      "messages[0].content",
      "messages[0].content must be a string or a list of parts",
    ]),
    [{ messages, stream: "true" }, "stream", "stream must be true or false"],
    [{ messages, stream: 1 }, "stream", "stream must be true or false"],
    [{ messages, stream_options: true }, "stream_options", "stream_options must be an object"],
    [
      { messages, stream_options: { include_usage: 1 } },
      "stream_options.include_usage",
      "stream_options.include_usage must be true or false",
    ],
    [{ messages, n: 2 }, "n", "a workflow gives one result: n must be 1"],
    [{ messages, n: "1" }, "n", "a workflow gives one result: n must be 1"],
    [{ messages, tools: [] }, "tools", "a workflow takes no tools"],
    [{ messages, tool_choice: "auto" }, "tool_choice", "a workflow takes no tool_choice"],
    [{ messages, functions: [{}] }, "functions", "a workflow takes no functions"],
    [{ messages, logprobs: true }, "logprobs", "a workflow takes no logprobs"],
    [{ messages, top_logprobs: 0 }, "top_logprobs", "a workflow takes no top_logprobs"],
    [{ messages, audio: {} }, "audio", "a workflow takes no audio"],
    [
      { messages: [...messages, { role: "tool", tool_call_id: "c", content: "1" }] },
      "messages[1].role",
      "a workflow takes no tool messages: see messages[1].role",
    ],
  ])("%j is refused", async (body, param, message) => {
    const asked = typeof body === "object" && body !== null && !Array.isArray(body) && !("model" in body);
    const withModel = asked && !(Object.keys(body).join() === "messages" && param === "model");
    const json = withModel ? { model: "workflow/echo", ...body } : body;
    const got = await bench.send("/v1/chat/completions", { json, key: invoker });
    expect(refused(got)).toMatchObject({ status: 400, param, message });
  });

  test.each<Record<string, unknown>>([
    { n: 1, logprobs: false, tools: null, stream: null, stream_options: null },
    { temperature: 3, max_tokens: -1, user: "u", metadata: {}, anything: [1] },
    { messages: [{ role: "user", content: [{ type: "text", text: "hello" }] }] },
    {
      messages: [
        { role: "user", content: "hello" },
        { role: "assistant", content: null, refusal: "no" },
      ],
    },
  ])("%j is taken", async (body) => {
    expect((await chat("workflow/echo", "hello", { body })).status).toBe(200);
  });
});

describe("a stream", () => {
  test("is framed to the letter", async () => {
    upstream.answer(completes("hi"));
    const { headers, text } = await chat("workflow/ask", "x", {
      body: { stream: true, stream_options: { include_usage: true } },
    });
    expect(headers).toMatchObject({
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-cache, no-transform",
      "x-accel-buffering": "no",
      "x-request-id": expect.stringMatching(/^req_/),
      "x-run-id": expect.stringMatching(/^run_/),
    });
    expect(headers["content-encoding"]).toBeUndefined();
    const runId = String(headers["x-run-id"]);
    const frames = text.split("\n\n");
    expect(frames.pop()).toBe("");
    expect(frames.pop()).toBe("data: [DONE]");
    expect(frames.every((frame) => /^data: \{[^\n]*\}$/.test(frame))).toBe(true);
    const chunks = frames.map((frame) => JSON.parse(frame.slice(6)));
    const head = {
      id: `chatcmpl-${runId}`,
      object: "chat.completion.chunk",
      created: chunks[0].created,
      model: "workflow/ask",
    };
    const choice = (delta: object, finish_reason: string | null = null) => [
      { index: 0, delta, logprobs: null, finish_reason },
    ];
    expect(chunks).toEqual([
      { ...head, choices: choice({ role: "assistant", content: "" }), usage: null },
      { ...head, choices: choice({ content: "hi" }), usage: null },
      {
        ...head,
        choices: choice({}, "stop"),
        usage: null,
        workflow: { run_id: runId, version: 1, digest: expect.stringMatching(/^sha256:/), output: "hi" },
      },
      { ...head, choices: [], usage: USAGE },
    ]);
  });

  test("tells its first frame before the run has ended", async () => {
    upstream.answer(hangs);
    const controller = new AbortController();
    const response = await fetch(`${bench.url}/v1/chat/completions`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${invoker}` },
      body: JSON.stringify({ model: "workflow/ask", messages: [{ role: "user", content: "x" }], stream: true }),
      signal: controller.signal,
    });
    const { value } = await response.body!.getReader().read();
    expect(new TextDecoder().decode(value)).toContain('"role":"assistant"');
    await until(() => upstream.calls.length === 1);
    controller.abort();
    await until(() => upstream.calls[0]!.gone);
  });

  test("of a run that fails has an error frame, and is done", async () => {
    const { status, frames, headers } = await chat("workflow/fails", "x", { body: { stream: true } });
    expect(status).toBe(200);
    expect(headers["x-run-id"]).toMatch(/^run_/);
    expect(frames.slice(1)).toEqual([
      {
        error: {
          message: expect.stringContaining("no good"),
          type: "server_error",
          param: "node_1",
          code: "run_failed",
          status: 500,
        },
      },
      "data: [DONE]",
    ]);
  });

  test("of what is refused is no stream", async () => {
    expect(refused(await chat("workflow/none", "x", { body: { stream: true } })).status).toBe(404);
  });
});

test("a run that fails says where, and is not to be sent again", async () => {
  const got = await chat("workflow/fails");
  expect(refused(got)).toEqual({
    status: 500,
    code: "run_failed",
    param: "node_1",
    message: "node_1 failed: Error: no good (exception, in run, line 1 of the bundled program)",
  });
  expect(got.headers).toMatchObject({ "x-should-retry": "false", "x-run-id": expect.stringMatching(/^run_/) });
});

describe("an idempotency key", () => {
  let count = 0;
  const fresh = () => ({ "idempotency-key": `key-${++count}` });
  const idOf = (got: { headers: Record<string, unknown> }) => got.headers["x-run-id"];

  test("makes the same request one run, streamed or not", async () => {
    const headers = fresh();
    upstream.answer(completes("hi"));
    const first = await chat("workflow/ask", "x", { headers });
    const again = await chat("workflow/ask", "x", { headers });
    const streamed = await chat("workflow/ask", "x", {
      headers,
      body: { stream: true, stream_options: { include_usage: true } },
    });
    expect(again.body).toEqual(first.body);
    expect([idOf(again), idOf(streamed)]).toEqual([idOf(first), idOf(first)]);
    expect(streamed.frames).toContainEqual(expect.objectContaining({ choices: [], usage: USAGE }));
    expect(upstream.calls).toHaveLength(1);
  });

  test("does not care about the order of keys", async () => {
    const headers = fresh();
    const body = { model: "workflow/echo", messages: [{ role: "user", content: "x" }], seed: 1 };
    const sent = (json: object) => bench.send("/v1/chat/completions", { json, headers, key: invoker });
    const first = await sent(body);
    expect(idOf(await sent(Object.fromEntries(Object.entries(body).reverse())))).toBe(idOf(first));
  });

  test("with another body is refused, and leaves the run as it is", async () => {
    const headers = fresh();
    const first = await chat("workflow/echo", "x", { headers });
    for (const other of [
      await chat("workflow/echo", "y", { headers }),
      await chat("workflow/echo@1", "x", { headers }),
      await chat("workflow/echo", "x", { headers, body: { seed: 1 } }),
    ])
      expect(refused(other)).toMatchObject({ status: 422, code: "idempotency_key_reused" });
    expect((await chat("workflow/echo", "x", { headers })).body).toEqual(first.body);
  });

  test("is each API key's own", async () => {
    const headers = fresh();
    const mine = await chat("workflow/echo", "x", { headers });
    const theirs = await chat("workflow/echo", "y", { headers, key: author });
    expect(theirs.status).toBe(200);
    expect(idOf(theirs)).not.toBe(idOf(mine));
  });

  test("finds a run that is in flight", async () => {
    const headers = fresh();
    upstream.answer(hangs);
    const both = [
      chat("workflow/ask", "x", { headers }),
      chat("workflow/ask", "x", { headers, body: { stream: true } }),
    ];
    await until(() => upstream.calls.length === 1);
    await new Promise((resolve) => setTimeout(resolve, 30));
    completes("late")(upstream.calls[0]!, 1);
    const [whole, streamed] = await Promise.all(both);
    expect(whole!.body.choices[0].message.content).toBe("late");
    expect(streamed!.text).toContain('"content":"late"');
    expect(idOf(streamed!)).toBe(idOf(whole!));
    expect(upstream.calls).toHaveLength(1);
  });

  test("gives a failure again without running", async () => {
    const headers = fresh();
    upstream.answer(replies(400, { error: { message: "never" } }));
    const first = await chat("workflow/ask", "x", { headers });
    const again = await chat("workflow/ask", "x", { headers });
    expect(refused(again)).toEqual(refused(first));
    expect(idOf(again)).toBe(idOf(first));
    expect(upstream.calls).toHaveLength(1);
  });

  test("of a refused request is free again", async () => {
    const headers = fresh();
    expect((await chat("workflow/none", "x", { headers })).status).toBe(404);
    expect((await chat("workflow/echo", "x", { headers })).status).toBe(200);
  });

  test.each(["", "x".repeat(256)])("of a wrong length is refused", async (key) => {
    expect(refused(await chat("workflow/echo", "x", { headers: { "idempotency-key": key } }))).toMatchObject({
      status: 400,
      param: "Idempotency-Key",
    });
  });
});

describe("a client that goes away", () => {
  test.each([false, true])("stops its run and the upstream call (stream: %s)", async (stream) => {
    upstream.answer(hangs);
    const controller = new AbortController();
    const answer = chat("workflow/ask", "x", { body: { stream }, signal: controller.signal });
    await until(() => upstream.calls.length === 1);
    controller.abort();
    await expect(answer).rejects.toThrow("aborted");
    await until(() => upstream.calls[0]!.gone);
    await until(async () => (await runsOf("ask"))[0].status === "cancelled");
  });

  test("stops all runs that wait for each other on its connection", async () => {
    upstream.answer(hangs);
    const text = (stream: boolean): string => {
      const body = JSON.stringify({ model: "workflow/ask", messages: [{ role: "user", content: "x" }], stream });
      const head = ["POST /v1/chat/completions HTTP/1.1", "Host: 127.0.0.1", "Content-Type: application/json"];
      const key = `Authorization: Bearer ${author}`;
      return [...head, key, `Content-Length: ${body.length}`, "", body].join("\r\n");
    };
    const { hostname, port } = new URL(bench.url);
    const socket = connect(Number(port), hostname, () => socket.write(text(false) + text(false) + text(true)));
    await until(() => upstream.calls.length === 3);
    socket.destroy();
    await until(() => upstream.calls.every(({ gone }) => gone));
    await until(async () => (await runsOf("ask")).every((run: { status: string }) => run.status !== "running"));
  });

  test.each([false, true])("does not stop a run with an idempotency key (stream: %s)", async (stream) => {
    upstream.answer(hangs);
    const controller = new AbortController();
    const headers = { "idempotency-key": `gone-${stream}` };
    const answer = chat("workflow/ask", "x", { body: { stream }, signal: controller.signal, headers });
    await until(() => upstream.calls.length === 1);
    controller.abort();
    await expect(answer).rejects.toThrow("aborted");
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(upstream.calls[0]!.gone).toBe(false);
    completes("after all")(upstream.calls[0]!, 1);
    const again = await chat("workflow/ask", "x", { headers });
    expect(again.body.choices[0].message.content).toBe("after all");
    expect(upstream.calls).toHaveLength(1);
  });

  test("and one that goes at once leaves nothing running", async () => {
    upstream.answer(hangs);
    const before = (await runsOf("ask")).length;
    for (let delay = 0; delay < 10; delay++) {
      const controller = new AbortController();
      const answer = chat("workflow/ask", "x", { signal: controller.signal });
      setTimeout(() => controller.abort(), delay);
      await expect(answer).rejects.toThrow("aborted");
    }
    await until(async () => (await runsOf("ask")).every((run: { status: string }) => run.status !== "running"));
    expect((await runsOf("ask")).length).toBeLessThanOrEqual(before + 10);
  });
});

test("nothing here was the gateway's own fault", () => {
  expect(bench.reported).toEqual([]);
});
