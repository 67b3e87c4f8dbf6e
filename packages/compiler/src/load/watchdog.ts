import { url as debuggerUrl } from "node:inspector";
import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";

/** A position in code as it runs. Line and column start at 1. */
export interface CodePlace {
  readonly url: string;
  readonly line: number;
  readonly column: number;
}

/**
 * What code gave; or where it was when it was stopped, the innermost call first; or that it still waits for something,
 * and goes on to do so.
 */
export type Watched<T> =
  | { readonly kind: "ended"; readonly value: T }
  | { readonly kind: "stopped"; readonly calls: readonly CodePlace[] }
  | { readonly kind: "waits" };

/** Watches over code that may never end, such as a loop, from a thread of its own. */
export interface Watchdog {
  /** How long code may keep its thread busy, and how long it may wait for something. */
  readonly seconds: number;
  /** Runs code, and stops it if it does not end in time. Calls must not overlap. */
  watch<T>(run: () => T | Promise<T>): Promise<Watched<T>>;
  /** Ends the thread. */
  end(): void;
}

/** What the watching thread is given. */
export interface WatchdogData {
  /** Zero when nothing is watched; else another number at every beat. */
  readonly beat: Int32Array;
  readonly seconds: number;
}

const SECONDS = 30;
const BEAT_MILLISECONDS = 250;

// Node cannot load the .ts file when the tests run from src/; the thread runs from dist/ in any case.
const isSource = import.meta.url.endsWith(".ts");
const THREAD = new URL(isSource ? "../../dist/load/watchdog-thread.js" : "./watchdog-thread.js", import.meta.url);

/** Starts the thread. It does not keep the process from ending. */
export function startWatchdog(seconds: number = SECONDS): Watchdog {
  const beat = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const workerData: WatchdogData = { beat, seconds };
  const thread = new Worker(fileURLToPath(THREAD), { workerData, execArgv: [] });
  let beats = 0;
  const stopped: CodePlace[] = [];
  let tell: (calls: readonly CodePlace[]) => void = () => {};
  thread.on("message", (calls: readonly CodePlace[]) => {
    stopped.push(...calls);
    tell(calls);
  });
  // Without the thread, code that ends runs just as well.
  thread.on("error", () => {});
  thread.unref();
  return {
    seconds,
    async watch(run) {
      // Whoever debugs stands still as long as they like.
      if (debuggerUrl() !== undefined) return { kind: "ended", value: await run() };
      const goOn = (): void => void Atomics.store(beat, 0, ++beats);
      const heart = setInterval(goOn, BEAT_MILLISECONDS);
      let timer: NodeJS.Timeout | undefined;
      goOn();
      try {
        return await Promise.race([
          new Promise<Watched<never>>((resolve) => (tell = (calls) => resolve({ kind: "stopped", calls }))),
          new Promise<Watched<never>>((resolve) => (timer = setTimeout(resolve, seconds * 1000, { kind: "waits" }))),
          // In a job of its own, because what is stopped takes with it whatever it was called by.
          Promise.resolve()
            .then(async () => ({ kind: "ended", value: await run() }) as const)
            .catch((error: unknown) => {
              // Of a package that was stopped, Node tells whoever imports it again only that it failed, with null.
              if (error === null && stopped.length > 0) return { kind: "stopped", calls: stopped } as const;
              throw error;
            }),
        ]);
      } finally {
        clearInterval(heart);
        clearTimeout(timer);
        Atomics.store(beat, 0, 0);
      }
    },
    end: () => void thread.terminate(),
  };
}
