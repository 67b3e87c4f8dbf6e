import { FigureKeeper, type Figures, type WorkerFigures } from "./figures.ts";
import type { Job } from "./input.ts";
import { cancelled, failure, type Outcome } from "./outcome.ts";

/** Something that runs one program at a time and looks after its own replacement when a program breaks it. */
export interface ProgramWorker {
  /** What it has counted since it was made. */
  readonly figures: WorkerFigures;
  /** Never rejects. The time limits of the job start when the worker starts it, not before. */
  run(job: Job, signal: AbortSignal | undefined): Promise<Outcome>;
  /** Stops at once, also in the middle of a program, and leaves no thread or process behind. */
  close(): Promise<void>;
}

interface Ticket {
  readonly job: Job;
  readonly signal: AbortSignal | undefined;
  /** When the call was made, in milliseconds. */
  readonly at: number;
  readonly resolve: (outcome: Outcome) => void;
  readonly onAbort: () => void;
}

/** Hands jobs to workers, first come, first served. */
export class Pool {
  readonly size: number;
  readonly #workers: readonly ProgramWorker[];
  readonly #idle: ProgramWorker[];
  readonly #queue: Ticket[] = [];
  readonly #onFree: () => void;
  readonly #figures = new FigureKeeper();
  #closed = false;

  /** @param onFree called whenever a worker becomes free and nobody waits for it */
  constructor(workers: readonly ProgramWorker[], onFree: () => void) {
    this.size = workers.length;
    this.#workers = workers;
    this.#idle = [...workers];
    this.#onFree = onFree;
  }

  /** Workers that a call made now would not have to wait for. */
  get free(): number {
    return this.#closed ? 0 : this.#idle.length;
  }

  /** What has happened since the pool was made. */
  figures(): Figures {
    const waiting = this.#queue.length;
    const running = this.size - this.#idle.length;
    return this.#figures.read(
      waiting,
      running,
      this.#workers.map((worker) => worker.figures),
    );
  }

  /** Runs a job on the next free worker. */
  async call(job: Job, signal: AbortSignal | undefined): Promise<Outcome> {
    return this.#figures.ended(await this.#enqueue(job, signal));
  }

  /** Counts a call that ended before it came to a worker. */
  refuse(outcome: Outcome): Outcome {
    return this.#figures.ended(outcome);
  }

  #enqueue(job: Job, signal: AbortSignal | undefined): Promise<Outcome> {
    if (this.#closed) return Promise.resolve(failure("unavailable", "The sandbox is closed."));
    if (signal?.aborted === true) return Promise.resolve(cancelled());
    return new Promise((resolve) => {
      const ticket: Ticket = {
        job,
        signal,
        at: performance.now(),
        resolve,
        onAbort: () => this.#withdraw(ticket),
      };
      signal?.addEventListener("abort", ticket.onAbort, { once: true });
      this.#queue.push(ticket);
      this.#dispatch();
    });
  }

  /** Ends every call, waiting ones too, and closes the workers. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const ticket of this.#queue.splice(0)) {
      ticket.signal?.removeEventListener("abort", ticket.onAbort);
      ticket.resolve(failure("unavailable", "The sandbox was closed before the program started."));
    }
    await Promise.all(this.#workers.map((worker) => worker.close()));
  }

  #dispatch(): void {
    while (this.#queue.length > 0) {
      // The worker that has rested longest: one that was just replaced has had time to start again.
      const worker = this.#idle.shift();
      if (worker === undefined) return;
      const ticket = this.#queue.shift();
      if (ticket !== undefined) void this.#serve(worker, ticket);
    }
  }

  async #serve(worker: ProgramWorker, ticket: Ticket): Promise<void> {
    ticket.signal?.removeEventListener("abort", ticket.onAbort);
    const started = performance.now();
    this.#figures.waited(started - ticket.at);
    // A worker that breaks its promise not to reject would take the call and its place in the pool along.
    const outcome = await worker.run(ticket.job, ticket.signal).catch(broken);
    this.#figures.ran(performance.now() - started);
    this.#idle.push(worker);
    // Closing a worker looks like a crash to it; the program is not to blame and another attempt would not help.
    const stopped = this.#closed && !outcome.ok && outcome.code === "crash";
    ticket.resolve(stopped ? failure("unavailable", "The sandbox was closed in the middle of the program.") : outcome);
    this.#dispatch();
    if (!this.#closed && this.#idle.length > 0) this.#onFree();
  }

  #withdraw(ticket: Ticket): void {
    const index = this.#queue.indexOf(ticket);
    if (index < 0) return;
    this.#queue.splice(index, 1);
    this.#figures.waited(performance.now() - ticket.at);
    ticket.resolve(cancelled());
  }
}

function broken(error: unknown): Outcome {
  return failure("crash", `The worker failed: ${error instanceof Error ? error.message : String(error)}`);
}
