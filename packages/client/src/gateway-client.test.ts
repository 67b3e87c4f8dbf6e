import { afterEach, describe, expect, test } from "@jest/globals";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import {
  AuthenticationError,
  BadAnswerError,
  ConnectionError,
  GatewayClient,
  InvalidRequestError,
  NotFoundError,
  RateLimitError,
  RunFailedError,
  TimeoutError,
  UnavailableError,
  UnsupportedContractError,
  isGatewayError,
} from "./index.ts";

interface Seen {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: unknown;
}
type Answer = (response: ServerResponse, seen: Seen) => void;

let server: Server | undefined;
afterEach(async () => {
  server?.closeAllConnections();
  await new Promise((closed) => (server === undefined ? closed(undefined) : server.close(closed)));
  server = undefined;
});

/** A server that answers each request with `answer`, and the requests that it saw. */
async function listen(answer: Answer): Promise<{ url: string; seen: Seen[] }> {
  const seen: Seen[] = [];
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const text = Buffer.concat(chunks).toString();
      const one = {
        method: request.method!,
        url: request.url!,
        headers: request.headers,
        body: text && JSON.parse(text),
      };
      seen.push(one);
      answer(response, one);
    });
  });
  await new Promise<void>((ready) => server!.listen(0, "127.0.0.1", ready));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}

const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
  (response) =>
    void response.writeHead(status, { "content-type": "application/json", ...headers }).end(JSON.stringify(body));

const wireError = (code: string, message = "no") => ({ error: { message, type: "x", param: null, code } });

const bundle = {
  contract_version: 2,
  name: "w",
  nodes: [{ id: "node_1", type: "javascript", program: { language: "javascript" } }],
} as never;

const workflow = { run_id: "run_1", version: 3, digest: "sha256:00", output: { a: 1 } };
const usage = { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 };
const whole = {
  id: "c",
  object: "chat.completion",
  choices: [{ index: 0, message: { role: "assistant", content: '{"a":1}' }, finish_reason: "stop" }],
  usage,
  workflow,
};
const result = {
  runId: "run_1",
  workflow: "w",
  version: 3,
  digest: "sha256:00",
  output: { a: 1 },
  content: '{"a":1}',
  usage,
  requestId: "req_9",
};
const messages = [{ role: "user", content: "hi" }] as const;

describe("run", () => {
  test("is one POST of chat completions, for a short wait without streaming", async () => {
    const { url, seen } = await listen(json(200, whole, { "x-request-id": "req_9" }));
    const client = new GatewayClient({ baseUrl: url, apiKey: "secret", timeoutSeconds: 20 });
    expect(await client.run("w", { messages, idempotencyKey: "k" })).toEqual(result);
    expect(seen).toHaveLength(1);
    expect(seen[0]).toMatchObject({
      method: "POST",
      url: "/v1/chat/completions",
      body: { model: "workflow/w", messages },
      headers: { authorization: "Bearer secret", "idempotency-key": "k" },
    });
    expect(seen[0]!.body).toEqual({ model: "workflow/w", messages });
  });

  const sse = (frames: readonly unknown[], end = true): Answer => {
    const text = frames
      .map((frame) => (typeof frame === "string" ? frame : `data: ${JSON.stringify(frame)}\n\n`))
      .join("");
    return (response) => {
      response.writeHead(200, { "content-type": "text/event-stream; charset=utf-8", "x-request-id": "req_9" });
      // Cut inside the first multi-byte character: decoding must not depend on where a chunk ends.
      const bytes = Buffer.from(text);
      const cut = Math.max(1, bytes.findIndex((byte) => byte > 127) + 1);
      response.write(bytes.subarray(0, cut));
      setTimeout(() => (end ? response.end(bytes.subarray(cut)) : response.destroy()), 5);
    };
  };
  const delta = (content: string, finish: string | null = null, more: object = {}) => ({
    choices: [{ index: 0, delta: { content }, finish_reason: finish }],
    ...more,
  });

  test("streams when it may take long, and joins the deltas", async () => {
    const frames = [
      delta('{"ä":'),
      ": ping\n\n",
      delta("1}"),
      delta("", "stop", { workflow }),
      { choices: [], usage },
      "data: [DONE]\n\n",
    ];
    const { url, seen } = await listen(sse(frames));
    const answer = await new GatewayClient({ baseUrl: `${url}/v1/` }).run("w", { messages, version: 3 });
    expect(answer).toEqual({ ...result, content: '{"ä":1}' });
    expect(seen[0]!.body).toEqual({
      model: "workflow/w@3",
      messages,
      stream: true,
      stream_options: { include_usage: true },
    });
  });

  test("a stream that ends early is an error, not an empty result", async () => {
    const { url } = await listen(sse([delta("half")]));
    await expect(new GatewayClient({ baseUrl: url }).run("w", { messages })).rejects.toThrow(ConnectionError);
  });

  test("a stream that is cut is an error", async () => {
    const { url } = await listen(sse([delta("ü")], false));
    await expect(new GatewayClient({ baseUrl: url }).run("w", { messages })).rejects.toThrow(ConnectionError);
  });

  test("an error inside the stream is raised, with its own status", async () => {
    const { url } = await listen(sse([{ error: { message: "node_2 failed", code: "run_failed", status: 500 } }]));
    const run = new GatewayClient({ baseUrl: url }).run("w", { messages });
    await expect(run).rejects.toMatchObject({
      name: "RunFailedError",
      status: 500,
      code: "run_failed",
      message: "node_2 failed",
    });
  });

  test("is never sent twice", async () => {
    const { url, seen } = await listen(json(503, wireError("overloaded")));
    await expect(new GatewayClient({ baseUrl: url }).run("w", { messages })).rejects.toThrow(UnavailableError);
    expect(seen).toHaveLength(1);
  });

  test("an answer without a run is not taken for a result", async () => {
    const { workflow: _, ...plain } = whole;
    const { url } = await listen(json(200, plain));
    await expect(new GatewayClient({ baseUrl: url }).run("w", { messages })).rejects.toThrow(BadAnswerError);
  });

  test("stops waiting when its signal says so", async () => {
    const { url } = await listen(() => {});
    const run = new GatewayClient({ baseUrl: url }).run("w", { messages, signal: AbortSignal.timeout(30) });
    await expect(run).rejects.toMatchObject({ name: "TimeoutError" });
  });
});

describe("errors", () => {
  test.each([
    [400, "invalid_bundle", InvalidRequestError, false],
    [401, "invalid_api_key", AuthenticationError, false],
    [403, "insufficient_scope", AuthenticationError, false],
    [404, "model_not_found", NotFoundError, false],
    [413, "request_too_large", InvalidRequestError, false],
    [422, "idempotency_key_reused", InvalidRequestError, false],
    [429, "rate_limit_exceeded", RateLimitError, true],
    [499, "run_cancelled", RunFailedError, false],
    [500, "run_failed", RunFailedError, false],
    [503, "shutting_down", UnavailableError, true],
  ])("%i %s", async (status, code, type, retryable) => {
    const headers = { "x-request-id": "req_1", "x-run-id": "run_1" };
    const { url } = await listen(json(status, wireError(code, "said so"), headers));
    const error: unknown = await new GatewayClient({ baseUrl: url }).publish("w").catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(type);
    expect(error).toMatchObject({ message: "said so", status, code, retryable, requestId: "req_1", runId: "run_1" });
    expect(isGatewayError(error)).toBe(true);
  });

  test("nothing listens there", async () => {
    const { url } = await listen(json(200, {}));
    await new Promise((closed) => server!.close(closed));
    const call = new GatewayClient({ baseUrl: url }).publish("w");
    await expect(call).rejects.toThrow(
      `no gateway answers at ${url}/ (ECONNREFUSED): start one with \`espalier serve\`, or check the address`,
    );
    await expect(call).rejects.toBeInstanceOf(ConnectionError);
  });

  test("something else listens there", async () => {
    const html: Answer = (response) => void response.writeHead(200, { "content-type": "text/html" }).end("<html>");
    const { url } = await listen(html);
    await expect(new GatewayClient({ baseUrl: url }).workflows()).rejects.toThrow(BadAnswerError);
  });

  test("the wait ends", async () => {
    const { url } = await listen(() => {});
    const call = new GatewayClient({ baseUrl: url, timeoutSeconds: 0.05 }).publish("w");
    await expect(call).rejects.toThrow(TimeoutError);
    await expect(call).rejects.toThrow("no answer within 0.05 s");
  });

  test.each(["localhost:4111", "ftp://x", ""])('"%s" is no address', (baseUrl) => {
    expect(() => new GatewayClient({ baseUrl })).toThrow(
      `"${baseUrl}" is not the address of a gateway: write it as http://127.0.0.1:4111`,
    );
  });
});

describe("register", () => {
  const gateway =
    (contract: object): Answer =>
    (response, seen) =>
      seen.url === "/v1/contract"
        ? json(200, contract)(response, seen)
        : json(201, { name: "w", version: 1, digest: "d" })(response, seen);
  const all = { contract_versions: [1, 2], languages: ["python", "javascript"], limits: {} };

  test.each([
    ["a bundle", bundle],
    ["a compiled workflow", { name: "w", bundle }],
  ])("takes %s", async (_, value) => {
    const { url, seen } = await listen(gateway(all));
    expect(await new GatewayClient({ baseUrl: url }).register(value)).toEqual({
      name: "w",
      version: 1,
      digest: "d",
      created: true,
    });
    expect(seen.map((one) => `${one.method} ${one.url}`)).toEqual(["GET /v1/contract", "POST /v1/workflows"]);
    expect(seen[1]!.body).toEqual(bundle);
  });

  test("says what the gateway lacks, and sends nothing", async () => {
    const { url, seen } = await listen(gateway({ contract_versions: [1], languages: ["python"], limits: {} }));
    const call = new GatewayClient({ baseUrl: url }).register(bundle);
    await expect(call).rejects.toThrow(UnsupportedContractError);
    await expect(call).rejects.toThrow(
      'the gateway cannot take "w": it is of contract version 2, and the gateway takes 1; ' +
        "it has javascript programs, and the gateway runs only python programs",
    );
    expect(seen).toHaveLength(1);
  });

  test.each<[string, object, string]>([
    [
      "the gateway's reason",
      { languages: ["python"], unavailable: { javascript: "It is switched off." } },
      "it has javascript programs, which do not run there: It is switched off.",
    ],
    ["that there are none", { languages: [] }, "it has javascript programs, and the gateway runs none"],
  ])("says of a language that is missing %s", async (_, contract, what) => {
    const { url } = await listen(gateway({ ...all, ...contract }));
    await expect(new GatewayClient({ baseUrl: url }).register(bundle)).rejects.toThrow(
      `the gateway cannot take "w": ${what}`,
    );
  });

  test("refuses a workflow that did not compile", async () => {
    const client = new GatewayClient({ baseUrl: "http://127.0.0.1:1" });
    await expect(client.register({ name: "w", bundle: undefined })).rejects.toThrow('"w" has no bundle');
  });
});

test("names are written into addresses as one segment", async () => {
  const { url, seen } = await listen(json(200, { data: [] }));
  const client = new GatewayClient({ baseUrl: url });
  await client.workflow("a/../b");
  await client.runs({ limit: 5, after: "x&y" });
  await client.cancel("r?");
  expect(seen.map((one) => one.url)).toEqual([
    "/v1/workflows/a%2F..%2Fb",
    "/v1/runs?limit=5&after=x%26y",
    "/v1/runs/r%3F/cancel",
  ]);
});
