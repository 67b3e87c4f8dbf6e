import type { Clock } from "./types.ts";

/** Node's timers fire at once above this; longer waits are made of several. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * The machine's time, made monotonic: it starts at the later of the wall clock and the newest stored time, and then
 * follows the monotonic clock, so that a step back of the wall clock moves no deadline.
 */
export function createClock(newestStoredTime: number): Clock {
  const start = Math.max(Date.now(), newestStoredTime);
  const origin = performance.now();
  const now = (): number => start + Math.floor(performance.now() - origin);

  function at(time: number, run: () => void): () => void {
    let timer: NodeJS.Timeout;
    const arm = (): void => {
      const wait = Math.min(Math.max(0, time - now()), LONGEST_TIMER_MS);
      timer = setTimeout(() => (now() < time ? arm() : run()), wait);
    };
    arm();
    return () => clearTimeout(timer);
  }

  return { now, at };
}
