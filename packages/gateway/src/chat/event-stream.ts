import type { FastifyReply } from "fastify";

/** How often a silent stream says that it is alive. Proxies close what is silent for a minute. */
const HEARTBEAT_MS = 15_000;

/** A stream of server-sent events towards one client. */
export interface EventStream {
  readonly send: (frame: object) => void;
  /** Sends `[DONE]` and ends. */
  readonly done: () => void;
}

/** Takes over a reply and sends the head of the stream. Comments keep it alive until it is done or the client has gone. */
export function openEventStream(reply: FastifyReply, headers: Readonly<Record<string, string>>): EventStream {
  reply.hijack();
  const { raw } = reply;
  raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    ...headers,
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-cache, no-transform",
    "x-accel-buffering": "no",
    connection: "keep-alive",
  });
  raw.flushHeaders();
  const heartbeat = setInterval(() => raw.write(": ping\n\n"), HEARTBEAT_MS);
  raw.once("close", () => clearInterval(heartbeat));
  return {
    send: (frame) => void raw.write(`data: ${JSON.stringify(frame)}\n\n`),
    done: () => {
      clearInterval(heartbeat);
      raw.end("data: [DONE]\n\n");
    },
  };
}
