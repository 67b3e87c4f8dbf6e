import type { Worker } from "node:worker_threads";
import type { Job } from "../input.ts";
import { cancelled, failure, type Failure, type Outcome } from "../outcome.ts";
import type { ProgramWorker } from "../pool.ts";
import { startThread } from "./start-thread.ts";

/** A failure after which the thread must not be used again. */
interface Loss {
  readonly lost: Failure;
}

/** Runs JavaScript programs in a thread, and replaces the thread when a program had to be stopped from outside. */
export class JavaScriptWorker implements ProgramWorker {
  readonly figures = { kills: 0, restarts: 0 };
  readonly #startThread: () => Promise<Worker>;
  #thread: Promise<Worker> | undefined;
  #started = false;
  #closed = false;

  constructor(start = startThread) {
    this.#startThread = start;
  }

  /** Starts the thread. @throws when it does not come up */
  async start(): Promise<void> {
    await this.#ready();
  }

  async run(job: Job, signal: AbortSignal | undefined): Promise<Outcome> {
    let thread: Worker;
    try {
      thread = await this.#ready();
    } catch (error) {
      // One did once, so another attempt may find one that does.
      return failure(
        "crash",
        `The JavaScript thread does not start: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
    if (signal?.aborted === true) return cancelled();
    const ended = await runInThread(thread, job, signal);
    if (!("lost" in ended)) return ended;
    if (ended.lost.code !== "crash") this.figures.kills++;
    this.#replace(thread);
    return ended.lost;
  }

  async close(): Promise<void> {
    this.#closed = true;
    const thread = await this.#thread?.catch(() => undefined);
    await thread?.terminate();
  }

  #ready(): Promise<Worker> {
    if (this.#closed) return Promise.reject(new Error("the sandbox is closed"));
    if (this.#thread !== undefined) return this.#thread;
    if (this.#started) this.figures.restarts++;
    this.#started = true;
    const thread = this.#startThread();
    this.#thread = thread;
    thread.then(
      (worker) => worker.once("exit", () => this.#forget(thread)),
      () => this.#forget(thread),
    );
    return thread;
  }

  #replace(thread: Worker): void {
    this.#thread = undefined;
    void thread.terminate();
    // Started now and not at the next call, so that the next call does not wait. Its failure is reported by that call.
    if (!this.#closed) this.#ready().catch(() => undefined);
  }

  #forget(thread: Promise<Worker>): void {
    if (this.#thread === thread) this.#thread = undefined;
  }
}

function runInThread(thread: Worker, job: Job, signal: AbortSignal | undefined): Promise<Outcome | Loss> {
  return new Promise((resolve) => {
    const end = (ended: Outcome | Loss) => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
      thread.off("message", end).off("error", onError).off("exit", onExit);
      resolve(ended);
    };
    const onAbort = () => end({ lost: cancelled() });
    const onError = (error: NodeJS.ErrnoException) =>
      end({ lost: failure("crash", `The JavaScript thread failed: ${error.message}`) });
    const onExit = () => end({ lost: failure("crash", "The JavaScript thread ended in the middle of the program.") });
    const { wallSeconds } = job.limits;
    const timer = setTimeout(() => end({ lost: tooSlow(wallSeconds) }), wallSeconds * 1000);
    signal?.addEventListener("abort", onAbort, { once: true });
    thread.on("message", end).once("error", onError).once("exit", onExit);
    thread.postMessage(job);
  });
}

function tooSlow(seconds: number): Failure {
  return failure(
    "timeout",
    `The program was stopped from outside after ${seconds} s, inside a single call of a built-in function.`,
  );
}
