import { EXIT } from "./exit.ts";
import type { Signal, Terminal } from "./terminal.ts";

/**
 * Does the work with a signal that fires at the first Ctrl+C or SIGTERM. From then on nobody listens any more, so that
 * a second one ends the process at once, as it does everywhere.
 */
export async function withInterrupt<T>(terminal: Terminal, work: (interrupt: AbortSignal) => Promise<T>): Promise<T> {
  const controller = new AbortController();
  const release = (): void => {
    terminal.signals.off("SIGINT", stop);
    terminal.signals.off("SIGTERM", stop);
  };
  function stop(signal: Signal): void {
    release();
    controller.abort(signal);
  }
  terminal.signals.on("SIGINT", stop);
  terminal.signals.on("SIGTERM", stop);
  try {
    return await work(controller.signal);
  } finally {
    release();
  }
}

/** Resolves when the signal fires. */
export function fired(interrupt: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    if (interrupt.aborted) resolve(undefined);
    else interrupt.addEventListener("abort", () => resolve(undefined), { once: true });
  });
}

/** The exit code of a command that was stopped. */
export function codeOfInterrupt(interrupt: AbortSignal): number {
  return interrupt.reason === "SIGTERM" ? EXIT.terminated : EXIT.interrupted;
}
