import type { FastifyReply } from "fastify";
import { whenClosed } from "../http/client-gone.ts";
import { errorBody, HttpError } from "../http/http-error.ts";
import { createHeartbeat, type Heartbeat } from "./heartbeat.ts";

/** How often streams say that they are alive. Proxies close what is silent for a minute. */
const HEARTBEAT = createHeartbeat(15_000);

/** A stream of server-sent events towards one client. What is sent after the client has gone is dropped. */
export interface EventStream {
  /** Sends one frame of a completion. */
  readonly send: (frame: object) => void;
  /** Sends an event with these lines as they are: text, without an empty line. */
  readonly sendEvent: (lines: readonly string[]) => void;
  /** Resolves when the client has taken what was sent, or has gone: whoever sends without end waits for it. */
  readonly taken: () => Promise<void>;
  /** Sends `[DONE]` and ends. */
  readonly done: () => void;
  /** Ends. */
  readonly end: () => void;
}

/** Takes over a reply and sends the head of the stream. Comments keep it alive until it is done or the client has gone. */
export function openEventStream(
  reply: FastifyReply,
  headers: Readonly<Record<string, string>>,
  heartbeat: Heartbeat = HEARTBEAT,
): EventStream {
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
  const write = (text: string): void => {
    if (!raw.destroyed && !raw.writableEnded) raw.write(text);
  };
  const leave = heartbeat.join(() => write(": ping\n\n"));
  let gone = false;
  let goOn = (): void => undefined;
  raw.on("drain", () => goOn());
  whenClosed(reply, () => {
    gone = true;
    leave();
    goOn();
  });
  const end = (): void => {
    leave();
    if (!raw.destroyed) raw.end();
  };
  return {
    send: (frame) => write(`data: ${JSON.stringify(frame)}\n\n`),
    sendEvent: (lines) => write(`${lines.join("\n")}\n\n`),
    taken: () => (gone || !raw.writableNeedDrain ? Promise.resolve() : new Promise((resolve) => (goOn = resolve))),
    done: () => {
      write("data: [DONE]\n\n");
      end();
    },
    end,
  };
}

/** An error inside a stream, whose head has gone out already: `status` is what it would have been. */
export function errorFrame(error: unknown): object {
  const shown =
    error instanceof HttpError
      ? error
      : new HttpError("the gateway failed on this run", { status: 500, code: "internal_error" });
  return { error: { ...errorBody(shown).error, status: shown.status } };
}
