import type { FastifyReply } from "fastify";

/**
 * Fires when the client breaks the connection before the whole answer was sent. `close` comes after the whole answer as
 * well; and the request's own `close` says only that its body was read.
 */
export function clientGone(reply: FastifyReply): AbortSignal {
  const { raw } = reply;
  const gone = new AbortController();
  if (raw.destroyed) gone.abort();
  raw.once("close", () => {
    if (!raw.writableFinished) gone.abort();
  });
  return gone.signal;
}

/** Calls back when a signal fires, or at once if it has. */
export function whenAborted(signal: AbortSignal, work: () => void): void {
  if (signal.aborted) work();
  else signal.addEventListener("abort", work, { once: true });
}
