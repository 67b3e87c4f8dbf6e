import { availableParallelism } from "node:os";
import type { Figures } from "./figures.ts";
import { prepareJob } from "./input.ts";
import { startJavaScript } from "./javascript/start.ts";
import { resolveLimits, type Limits } from "./limits.ts";
import { failure, keepPlaces, type Availability, type Outcome } from "./outcome.ts";
import { Pool, type ProgramWorker } from "./pool.ts";
import type { Json, Language, Program } from "./program.ts";
import { startPython } from "./python/start.ts";

/** How to set the sandbox up. */
export interface SandboxOptions {
  /** Threads for JavaScript programs; 0 switches the language off. Default: as many as there are cores. */
  readonly javascriptWorkers?: number;
  /** Processes for Python programs; 0 switches the language off. Default: as many as there are cores. */
  readonly pythonWorkers?: number;
  /** The interpreter, as a path or a command. Default: `python3` on the PATH. */
  readonly python?: string;
  /** Run Python programs also where they cannot be confined, with everything that this process may do. Default: refuse. */
  readonly unsandboxedPython?: boolean;
}

/** Runs authors' programs. */
export interface Sandbox {
  /**
   * Runs one program and tells what became of it. It never rejects for anything that an author or a request can do.
   * Waits for a free worker when all are busy, first come, first served; waiting uses up none of the time limits.
   */
  call(
    program: Program,
    args: Readonly<Record<string, Json>>,
    limits?: Partial<Limits>,
    signal?: AbortSignal,
  ): Promise<Outcome>;
  /** What can run here, and if something cannot, why. It does not change while the sandbox is open. */
  languages(): Readonly<Record<Language, Availability>>;
  /** Workers of a language; 0 when it is unavailable. */
  size(language: Language): number;
  /** Workers that a call made now would not wait for. */
  free(language: Language): number;
  /** Calls back whenever a worker has become free. Gives a function that ends this. */
  onFree(listener: (language: Language) => void): () => void;
  /** What has happened since the sandbox was made, by language. It stays readable when the sandbox is closed. */
  figures(): Readonly<Record<Language, Figures>>;
  /** Stops everything that runs, and resolves when no thread and no process is left. */
  close(): Promise<void>;
}

/** The workers of one language, and why they do not confine programs if they do not; or why there are none. */
export type Started =
  { readonly workers: readonly ProgramWorker[]; readonly unconfined?: string } | { readonly reason: string };

/** Starts the workers of both languages. A language that cannot run is reported by `languages()`, it is not an error. */
export async function createSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const { javascriptWorkers = availableParallelism(), pythonWorkers = availableParallelism() } = options;
  const { python = "python3", unsandboxedPython = false } = options;
  const [javascriptStarted, pythonStarted] = await Promise.all([
    startJavaScript(javascriptWorkers),
    startPython(pythonWorkers, python, unsandboxedPython),
  ]);
  return assemble({ javascript: javascriptStarted, python: pythonStarted });
}

function assemble(started: Readonly<Record<Language, Started>>): Sandbox {
  const listeners = new Set<(language: Language) => void>();
  const poolOf = (language: Language) => {
    const found = started[language];
    const workers = "workers" in found ? found.workers : [];
    return new Pool(workers, () => listeners.forEach((listener) => listener(language)));
  };
  const pools = { javascript: poolOf("javascript"), python: poolOf("python") };

  return {
    call: async (program, args, limits, signal) => {
      const { language } = program;
      const found = started[language];
      const pool = pools[language];
      if ("reason" in found) return pool.refuse(failure("unavailable", found.reason));
      const job = prepareJob(program, args, resolveLimits(language, limits));
      if ("code" in job) return pool.refuse(job);
      return keepPlaces(await pool.call(job, signal), program.source);
    },
    languages: () => ({ javascript: availability(started.javascript), python: availability(started.python) }),
    size: (language) => pools[language].size,
    free: (language) => pools[language].free,
    onFree: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    figures: () => ({ javascript: pools.javascript.figures(), python: pools.python.figures() }),
    close: async () => {
      await Promise.all([pools.javascript.close(), pools.python.close()]);
    },
  };
}

function availability(started: Started): Availability {
  if ("reason" in started) return { available: false, reason: started.reason };
  const { unconfined } = started;
  return { available: true, ...(unconfined === undefined ? {} : { unconfined }) };
}
