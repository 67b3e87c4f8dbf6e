import { afterEach, expect, test } from "@jest/globals";
import OpenAI from "openai";
import Fastify, { type FastifyInstance, type FastifyReply } from "fastify";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { send } from "../fixtures/http.ts";
import { HttpError } from "../http/http-error.ts";
import { createHeartbeat } from "./heartbeat.ts";
import { errorFrame, openEventStream, type EventStream } from "./event-stream.ts";

let app: FastifyInstance;
afterEach(() => app.close());

/** A server whose only route streams what `work` sends. */
async function serve(
  work: (stream: EventStream, reply: FastifyReply) => Promise<void>,
  path: string = "/",
): Promise<string> {
  app = Fastify({ forceCloseConnections: true });
  app.all(path, async (_request, reply) => {
    void reply.header("x-before", "kept");
    const stream = openEventStream(reply, { "x-run-id": "run_1" }, createHeartbeat(20));
    void work(stream, reply);
    return reply;
  });
  await app.listen({ port: 0, host: "127.0.0.1" });
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

test("a silent stream says that it is alive, in comments", async () => {
  const url = await serve(async (stream) => {
    stream.send({ a: 1 });
    await pause(110);
    stream.sendEvent(["id: 7", "data: x"]);
    stream.done();
  });
  const { text, headers } = await send(url, "/");
  expect(text).toMatch(/^data: \{"a":1\}\n\n(: ping\n\n)+id: 7\ndata: x\n\ndata: \[DONE\]\n\n$/);
  expect(headers).toMatchObject({ "x-before": "kept", "x-run-id": "run_1", "transfer-encoding": "chunked" });
});

test("the official client reads past the comments", async () => {
  const url = await serve(async (stream) => {
    for (const content of ["a", "b"]) {
      await pause(50);
      stream.send({ id: "c", choices: [{ index: 0, delta: { content }, finish_reason: null }] });
    }
    await pause(50);
    stream.done();
  }, "/chat/completions");
  const client = new OpenAI({ baseURL: url, apiKey: "any" });
  const contents: unknown[] = [];
  const messages = [{ role: "user" as const, content: "x" }];
  for await (const { choices } of await client.chat.completions.create({ model: "m", messages, stream: true }))
    contents.push(choices[0]!.delta.content);
  expect(contents).toEqual(["a", "b"]);
});

function sendAndEnd(stream: EventStream): void {
  stream.send({ last: true });
  stream.done();
  stream.send({ later: true });
  stream.done();
  stream.end();
}

test("what is sent after the end is dropped", async () => {
  const url = await serve(async (stream) => sendAndEnd(stream));
  expect((await send(url, "/")).text).toBe('data: {"last":true}\n\ndata: [DONE]\n\n');
});

test("what is sent after the client has gone is dropped", async () => {
  let finish: () => void;
  const finished = new Promise<void>((resolve) => (finish = resolve));
  const url = await serve(async (stream, reply) => {
    await once(reply.raw, "close");
    sendAndEnd(stream);
    finish();
  });
  const controller = new AbortController();
  await fetch(url, { signal: controller.signal });
  controller.abort();
  await finished;
});

test("an error frame tells what a refusal would, and nothing of other errors", () => {
  expect(errorFrame(new HttpError("no", { status: 404, code: "none", param: "x" }))).toEqual({
    error: { message: "no", type: "not_found_error", param: "x", code: "none", status: 404 },
  });
  expect(errorFrame(new Error("password"))).toEqual({
    error: {
      message: "the gateway failed on this run",
      type: "server_error",
      param: null,
      code: "internal_error",
      status: 500,
    },
  });
});
