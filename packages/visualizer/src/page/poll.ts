/** What {@link poll} needs of its surroundings. */
export interface PollOptions {
  /** Ends the polling. */
  readonly signal: AbortSignal;
  /** Calls back after some milliseconds, or later if nobody looks. Gives a function that prevents it. */
  readonly later: (callback: () => void, milliseconds: number) => () => void;
}

/**
 * Runs `task` now, and again as many milliseconds after its end as it says; undefined: no more. Two runs never overlap.
 * Gives a function that asks for a run at once. `task` must not reject.
 */
export function poll(task: () => Promise<number | undefined>, { signal, later }: PollOptions): () => void {
  let prevent = () => {};
  let running = false;
  let wanted = false;
  const run = async (): Promise<void> => {
    prevent();
    wanted = true;
    if (running) return;
    running = true;
    let delay: number | undefined;
    while (wanted && !signal.aborted) {
      wanted = false;
      delay = await task();
    }
    running = false;
    if (delay !== undefined && !signal.aborted) prevent = later(() => void run(), delay);
  };
  signal.addEventListener("abort", () => prevent(), { once: true });
  void run();
  return () => void run();
}

/** Milliseconds to the next look at something that changes, when the last one took `took`: a busy gateway is left alone. */
export function nextLook(took: number): number {
  return Math.min(30_000, Math.max(1500, took * 5));
}
