import type { Outcome, SandboxCode } from "./outcome.ts";

/** What one worker has counted since it was made. */
export interface WorkerFigures {
  /** Programs that were stopped from outside: too slow and not to be interrupted, or cancelled. */
  readonly kills: number;
  /** Threads or interpreters that were started again in the place of a lost one. */
  readonly restarts: number;
}

/** What has happened to the calls of one language. All but the two of now only ever grow. */
export interface Figures extends WorkerFigures {
  /** Calls that have ended, by `ok` or the code of their failure; those that never happened are not there. */
  readonly outcomes: Readonly<Partial<Record<"ok" | SandboxCode, number>>>;
  /** Calls that have ended. */
  readonly calls: number;
  /** Calls that wait for a worker now. */
  readonly waiting: number;
  /** Calls that a worker serves now. */
  readonly running: number;
  /** Seconds that calls have waited for a worker, all together. */
  readonly queueSeconds: number;
  /** Seconds on the clock that workers have been busy with calls, all together. */
  readonly runSeconds: number;
}

/** Counts calls. */
export class FigureKeeper {
  readonly #outcomes: Partial<Record<"ok" | SandboxCode, number>> = {};
  #calls = 0;
  #queueMs = 0;
  #runMs = 0;

  /** A call has waited for so many milliseconds. */
  waited(ms: number): void {
    this.#queueMs += ms;
  }

  /** A worker was busy with a call for so many milliseconds. */
  ran(ms: number): void {
    this.#runMs += ms;
  }

  /** A call has ended. Gives back its outcome. */
  ended(outcome: Outcome): Outcome {
    const key = outcome.ok ? "ok" : outcome.code;
    this.#outcomes[key] = (this.#outcomes[key] ?? 0) + 1;
    this.#calls++;
    return outcome;
  }

  /** The figures as they are now, with what the workers have counted added up. */
  read(waiting: number, running: number, workers: readonly WorkerFigures[]): Figures {
    return {
      outcomes: { ...this.#outcomes },
      calls: this.#calls,
      waiting,
      running,
      queueSeconds: this.#queueMs / 1000,
      runSeconds: this.#runMs / 1000,
      kills: workers.reduce((sum, { kills }) => sum + kills, 0),
      restarts: workers.reduce((sum, { restarts }) => sum + restarts, 0),
    };
  }
}
