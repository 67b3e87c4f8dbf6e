import { createParser } from "eventsource-parser";
import type { FastifyReply } from "fastify";
import type { OpenAiAlias } from "../config/index.ts";
import { HttpError } from "../http/http-error.ts";
import { errorOf, parseObject, upstreamOf } from "../upstream/answer.ts";
import { errorFrame, openEventStream, type EventStream } from "./event-stream.ts";
import { inBandRefusal } from "./upstream-refusal.ts";

/** Longest single event of an upstream. */
const MOST_BYTES = 4 * 1024 * 1024;

/**
 * Passes an upstream's stream on, event by event. A stream that breaks, or ends without `[DONE]`, ends with an error
 * frame: clients take a mere end for success.
 */
export async function relayStream(alias: OpenAiAlias, response: Response, reply: FastifyReply): Promise<FastifyReply> {
  const stream = openEventStream(reply, {});
  try {
    if (!(await relay(alias, response, stream))) throw broken(alias, "ended its stream before it was done");
  } catch (error) {
    stream.send(errorFrame(error instanceof HttpError ? error : broken(alias, "broke its stream off")));
  }
  stream.done();
  return reply;
}

/** Whether the stream came to its `[DONE]`, or to an error of the upstream's that has been passed on. */
async function relay(alias: OpenAiAlias, response: Response, stream: EventStream): Promise<boolean> {
  let done = false;
  let pending = 0;
  const parser = createParser({
    onEvent({ data }) {
      pending = 0;
      if (done) return;
      if (data.trim() === "[DONE]") return void (done = true);
      const chunk = parseObject(data);
      const error = errorOf(chunk);
      if (error !== undefined) throw inBandRefusal(alias, error);
      if (chunk === undefined) throw broken(alias, "sent an event that is no JSON object");
      // Clients look into the choices of each chunk; some upstreams leave them out where there are none.
      if (!Array.isArray(chunk["choices"])) return stream.send({ ...chunk, choices: [] });
      stream.sendEvent(data.split("\n").map((line) => `data: ${line}`));
    },
  });
  const decoder = new TextDecoder();
  for await (const bytes of (response.body ?? []) as AsyncIterable<Uint8Array>) {
    pending += bytes.byteLength;
    parser.feed(decoder.decode(bytes, { stream: true }));
    if (done) break;
    if (pending > MOST_BYTES) throw broken(alias, `sent an event of more than ${MOST_BYTES} bytes`);
    await stream.taken(); // a client that reads slowly slows the upstream down
  }
  return done;
}

function broken(alias: OpenAiAlias, how: string): HttpError {
  return new HttpError(`${upstreamOf(alias)} ${how}`, { status: 502, code: "upstream_error", retry: false });
}
