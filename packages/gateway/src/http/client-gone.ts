import type { FastifyReply } from "fastify";

/**
 * Fires when the client breaks the connection before the whole answer was sent. An answer closes when it was sent as
 * well; and the request's own `close` says only that its body was read.
 */
export function clientGone(reply: FastifyReply): AbortSignal {
  const { raw } = reply;
  const gone = new AbortController();
  if (raw.destroyed) gone.abort();
  whenClosed(reply, () => {
    if (!raw.writableFinished) gone.abort();
  });
  return gone.signal;
}

/** Calls back once: when an answer was sent, or its connection is gone. */
export function whenClosed({ raw, request }: FastifyReply, work: () => void): void {
  const { socket } = request.raw;
  const closed = (): void => {
    raw.off("close", closed);
    socket.off("close", closed);
    work();
  };
  raw.once("close", closed);
  // What waits behind another answer on the same connection is told nothing when that breaks.
  socket.once("close", closed);
}

/** Calls back when a signal fires, or at once if it has. */
export function whenAborted(signal: AbortSignal, work: () => void): void {
  if (signal.aborted) work();
  else signal.addEventListener("abort", work, { once: true });
}
