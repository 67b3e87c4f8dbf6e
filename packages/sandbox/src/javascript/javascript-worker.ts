import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import type { Job } from "../input.ts";
import { cancelled, failure, type Failure, type Outcome } from "../outcome.ts";
import type { ProgramWorker } from "../pool.ts";

// Node cannot load the .ts file when the tests run from src/; the thread runs from dist/ in any case.
const inSource = import.meta.url.endsWith(".ts");
const THREAD_FILE = fileURLToPath(
  new URL(inSource ? "../../dist/javascript/thread.js" : "./thread.js", import.meta.url),
);

/** The thread runs only our code and QuickJS, whose memory is outside of this heap. */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 };

/** A failure after which the thread must not be used again. */
interface Loss {
  readonly lost: Failure;
}

/** Runs JavaScript programs in a thread, and replaces the thread when a program had to be stopped from outside. */
export class JavaScriptWorker implements ProgramWorker {
  #thread: Promise<Worker> | undefined;
  #closed = false;

  /** Starts the thread. @throws when it does not come up */
  async start(): Promise<void> {
    await this.#ready();
  }

  async run(job: Job, signal: AbortSignal | undefined): Promise<Outcome> {
    let thread: Worker;
    try {
      thread = await this.#ready();
    } catch (error) {
      return failure(
        "unavailable",
        `The JavaScript thread does not start: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
    if (signal?.aborted === true) return cancelled();
    const ended = await runInThread(thread, job, signal);
    if (!("lost" in ended)) return ended;
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
    const thread = startThread();
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

function startThread(): Promise<Worker> {
  return new Promise((resolve, reject) => {
    // No environment, no options of our own process, and nothing of ours on its standard streams.
    const thread = new Worker(THREAD_FILE, {
      env: {},
      execArgv: [],
      stdin: true,
      stdout: true,
      stderr: true,
      resourceLimits: RESOURCE_LIMITS,
    });
    const onEarlyEnd = (error: unknown) =>
      reject(error instanceof Error ? error : new Error("it ended before it was ready"));
    thread.once("error", onEarlyEnd).once("exit", onEarlyEnd);
    thread.once("message", () => {
      thread.off("error", onEarlyEnd).off("exit", onEarlyEnd);
      // Errors between calls are followed by an exit, which is what we look at; without a listener they would be ours.
      thread.on("error", () => undefined);
      resolve(thread);
    });
  });
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
