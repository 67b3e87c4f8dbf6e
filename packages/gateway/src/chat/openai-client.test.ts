import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import OpenAI from "openai";
import { ask, echo, script, workflow } from "../fixtures/bundles.ts";
import { startGateway, type TestGateway } from "../fixtures/gateway.ts";
import { until } from "../fixtures/until.ts";
import {
  completes,
  completion,
  hangs,
  replies,
  startUpstream,
  streams,
  USAGE,
  type TestUpstream,
} from "../fixtures/upstream.ts";

let bench: TestGateway;
let upstream: TestUpstream;
let client: OpenAI;
let requests = 0;
let key = "";

beforeAll(async () => {
  upstream = await startUpstream();
  const models = { m: { baseUrl: upstream.baseUrl }, fake: { provider: "sample" } };
  bench = await startGateway({ config: { models, limits: { bodyBytes: 100_000 } } });
  key = await bench.gateway.createKey({ label: "client", scopes: ["invoke"] });
  const counting: typeof fetch = (input, init) => {
    requests += 1;
    return fetch(input, init);
  };
  client = bench.openai({ apiKey: key, fetch: counting });
  await bench.install(echo("echo"), workflow("ask", [ask("m")]));
  await bench.install(workflow("fails", [script("throw new Error('no good')")]));
  await bench.install(workflow("object", [script("return { n: 1, text: 'ä' }")]));
});
afterAll(async () => {
  await bench.close();
  await upstream.close();
});

const say = (content: string) => [{ role: "user" as const, content }];

describe("a workflow", () => {
  test("is created like any completion", async () => {
    upstream.answer(completes("hi", {}, {}, { usage: { ...USAGE, prompt_tokens_details: { cached_tokens: 0 } } }));
    const { data, response } = await client.chat.completions
      .create({ model: "workflow/ask", messages: say("x") })
      .withResponse();
    const runId = response.headers.get("x-run-id");
    expect(data).toEqual({
      id: `chatcmpl-${runId}`,
      object: "chat.completion",
      created: expect.any(Number),
      model: "workflow/ask",
      choices: [
        {
          index: 0,
          message: { role: "assistant", content: "hi", refusal: null },
          logprobs: null,
          finish_reason: "stop",
        },
      ],
      usage: { ...USAGE, prompt_tokens_details: { cached_tokens: 0 } },
      workflow: { run_id: runId, version: 1, digest: expect.stringMatching(/^sha256:/), output: "hi" },
    });
    expect((data as { _request_id?: string })._request_id).toBe(response.headers.get("x-request-id"));
  });

  test("gives JSON as its content", async () => {
    const { choices } = await client.chat.completions.create({ model: "workflow/object", messages: say("x") });
    expect(choices[0]!.message.content).toBe('{"n":1,"text":"ä"}');
  });

  test("streams, with usage when asked to", async () => {
    upstream.answer(completes("hi"));
    const ask = { model: "workflow/ask", messages: say("x"), stream: true } as const;
    const read = async (more: object) => {
      const chunks: OpenAI.ChatCompletionChunk[] = [];
      for await (const chunk of await client.chat.completions.create({ ...ask, ...more })) chunks.push(chunk);
      return chunks;
    };
    const chunks = await read({ stream_options: { include_usage: true } });
    expect(chunks.map(({ choices, usage }) => [choices[0]?.delta, choices[0]?.finish_reason, usage])).toEqual([
      [{ role: "assistant", content: "" }, null, null],
      [{ content: "hi" }, null, null],
      [{}, "stop", null],
      [undefined, undefined, USAGE],
    ]);
    expect(chunks.at(-1)!.choices).toEqual([]);
    expect(new Set(chunks.map(({ id, created, model }) => `${id} ${created} ${model}`)).size).toBe(1);
    const without = await read({});
    expect(without).toHaveLength(3);
    expect(without.some((chunk) => "usage" in chunk)).toBe(false);
  });

  test("works with the helper that puts a stream together", async () => {
    const stream = client.chat.completions.stream({ model: "workflow/echo", messages: say("hello there") });
    expect(await stream.finalContent()).toBe("hello there");
    expect((await stream.finalChatCompletion()).choices[0]!.finish_reason).toBe("stop");
  });

  test("is stopped by an abort, with its upstream call", async () => {
    for (const stream of [false, true]) {
      upstream.answer(hangs);
      const controller = new AbortController();
      const options = { signal: controller.signal };
      const made = client.chat.completions.create({ model: "workflow/ask", messages: say("x"), stream }, options);
      const end = stream
        ? made.then(async (chunks) => {
            for await (const _ of chunks as AsyncIterable<unknown>);
          })
        : made;
      void end.catch(() => undefined);
      await until(() => upstream.calls.length === 1);
      controller.abort();
      await until(() => upstream.calls[0]!.gone);
      const last = async () => (await bench.send("/v1/runs?limit=1", { key: bench.gateway.ownKey })).body.data[0];
      await until(async () => (await last()).status === "cancelled");
    }
  });
});

describe("models", () => {
  test("are listed and retrieved", async () => {
    const ids: string[] = [];
    for await (const model of client.models.list()) ids.push(model.id);
    expect(ids).toEqual(["workflow/ask", "workflow/echo", "workflow/fails", "workflow/object", "m", "fake"]);
    expect(await client.models.retrieve("workflow/echo")).toMatchObject({ id: "workflow/echo", owned_by: "espalier" });
    await expect(client.models.retrieve("workflow/none")).rejects.toThrow(OpenAI.NotFoundError);
  });

  test("are called as they are, with the alias's name replaced", async () => {
    upstream.answer(completes("hi"));
    const answer = await client.chat.completions.create({ model: "m", messages: say("x"), seed: 7, n: 1 });
    expect(answer).toEqual(completion("hi"));
    expect(upstream.calls[0]!.body).toEqual({ model: "m", messages: say("x"), seed: 7, n: 1 });
  });

  test("stream", async () => {
    const chunk = (delta: object, finish_reason: string | null = null) =>
      `data: ${JSON.stringify({ id: "c", object: "chat.completion.chunk", created: 1, model: "m", choices: [{ index: 0, delta, finish_reason }] })}\n\n`;
    upstream.answer(
      streams([
        chunk({ role: "assistant", content: "he" }),
        chunk({ content: "llo" }),
        chunk({}, "stop"),
        "data: [DONE]\n\n",
      ]),
    );
    const stream = client.chat.completions.stream({ model: "m", messages: say("x") });
    expect(await stream.finalContent()).toBe("hello");
  });

  test("made up are marked", async () => {
    const answer = await client.chat.completions.create({ model: "fake", messages: say("x") });
    expect(answer).toMatchObject({
      model: "fake",
      system_fingerprint: "sample",
      choices: [{ message: { content: "[sample] fake would answer here." } }],
    });
  });
});

describe("a refusal is the client's own class, and is not sent again", () => {
  const create = (body: object = {}, from: OpenAI = client) =>
    from.chat.completions.create({ model: "workflow/echo", messages: say("x"), ...body });

  test.each<[string, object, new (...args: never[]) => Error, object]>([
    ["a bad message", { messages: [] }, OpenAI.BadRequestError, { status: 400, param: "messages" }],
    ["tools", { tools: [{ type: "function", function: { name: "f" } }] }, OpenAI.BadRequestError, { param: "tools" }],
    ["an unknown workflow", { model: "workflow/none" }, OpenAI.NotFoundError, { code: "model_not_found" }],
    ["an unknown model", { model: "none" }, OpenAI.NotFoundError, { code: "model_not_found", param: "model" }],
    ["too large a body", { messages: say("x".repeat(100_000)) }, OpenAI.APIError, { status: 413 }],
    [
      "a run that failed",
      { model: "workflow/fails" },
      OpenAI.InternalServerError,
      { status: 500, code: "run_failed", param: "node_1", type: "server_error" },
    ],
  ])("%s", async (_name, body, type, expected) => {
    requests = 0;
    const error = await create(body).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(type);
    expect(error).toMatchObject({ ...expected, requestID: expect.stringMatching(/^req_/) });
    expect(requests).toBe(1);
  });

  test("a wrong key", async () => {
    const wrong = bench.openai({ apiKey: "wrong" });
    await expect(create({}, wrong)).rejects.toThrow(OpenAI.AuthenticationError);
    await expect(wrong.models.list()).rejects.toThrow(OpenAI.AuthenticationError);
  });

  test("a key without the scope", async () => {
    const reader = bench.openai({ apiKey: await bench.gateway.createKey({ label: "r", scopes: ["read"] }) });
    await expect(create({}, reader)).rejects.toThrow(OpenAI.PermissionDeniedError);
  });

  test("an idempotency key that was used with another body", async () => {
    const headers = { "Idempotency-Key": "once" };
    requests = 0;
    const first = await client.chat.completions.create({ model: "workflow/echo", messages: say("x") }, { headers });
    const again = await client.chat.completions.create({ model: "workflow/echo", messages: say("x") }, { headers });
    expect(again.id).toBe(first.id);
    const other = client.chat.completions.create({ model: "workflow/echo", messages: say("y") }, { headers });
    await expect(other).rejects.toThrow(OpenAI.UnprocessableEntityError);
    expect(requests).toBe(3);
  });

  test("an error inside a stream", async () => {
    requests = 0;
    const stream = await client.chat.completions.create({ model: "workflow/fails", messages: say("x"), stream: true });
    const read = async () => {
      for await (const _ of stream);
    };
    await expect(read()).rejects.toMatchObject({ code: "run_failed", param: "node_1" });
    expect(requests).toBe(1);
  });

  test("an upstream that is not to be asked again", async () => {
    upstream.answer(replies(401, { error: { message: "bad key", code: "invalid_api_key" } }));
    requests = 0;
    await expect(create({ model: "m" })).rejects.toMatchObject({ status: 502, code: "upstream_error" });
    expect(requests).toBe(1);
  });
});

test("a call that takes longer than the client waits is one run when it has an idempotency key", async () => {
  upstream.answer(hangs);
  requests = 0;
  const answer = client.chat.completions.create(
    { model: "workflow/ask", messages: say("slow") },
    { headers: { "Idempotency-Key": "slow" }, timeout: 300, maxRetries: 5 },
  );
  await until(() => requests >= 2);
  completes("at last")(upstream.calls[0]!, 1);
  expect((await answer).choices[0]!.message.content).toBe("at last");
  expect(upstream.calls).toHaveLength(1);
});

test("a run that somebody stopped is not begun again", async () => {
  upstream.answer(hangs);
  requests = 0;
  const answer = client.chat.completions.create({ model: "workflow/ask", messages: say("x") });
  void answer.catch(() => undefined);
  await until(() => upstream.calls.length === 1);
  const { ownKey } = bench.gateway;
  const { data } = (await bench.send("/v1/runs?status=running", { key: ownKey })).body;
  await bench.send(`/v1/runs/${data[0].id}/cancel`, { json: {}, key: ownKey });
  await expect(answer).rejects.toMatchObject({ status: 499, code: "run_cancelled" });
  expect(requests).toBe(1);
});

test("what may be tried again is tried again by the client, after the time that it is told", async () => {
  upstream.answer((call, count) =>
    count === 1
      ? replies(
          429,
          { error: { message: "slow down", type: "rate_limit_error" } },
          { "retry-after-ms": "20" },
        )(call, count)
      : completes("hi")(call, count),
  );
  requests = 0;
  const answer = await client.chat.completions.create({ model: "m", messages: say("x") });
  expect([answer.choices[0]!.message.content, requests]).toEqual(["hi", 2]);
});

test("nothing here was the gateway's own fault", () => {
  expect(bench.reported).toEqual([]);
});
