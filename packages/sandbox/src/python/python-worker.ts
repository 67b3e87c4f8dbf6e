import type { Job } from "../input.ts";
import type { Limits } from "../limits.ts";
import { cancelled, failure, type Outcome } from "../outcome.ts";
import type { ProgramWorker } from "../pool.ts";
import { splitCode, type CodeCache } from "./code-cache.ts";
import { describe, readReply } from "./reply.ts";
import { writeRequest } from "./request.ts";
import { Zygote, type ChildEnd, type KillReason } from "./zygote.ts";

/** Room for what stands in front of a result: the program's code, the log, a message and frames, escaped as JSON. */
const HEADER_ROOM = 256 * 1024;
const SIGKILL = 9;
const SIGXCPU = 24;

/** Runs Python programs in children of one zygote, and replaces the zygote when it is lost. */
export class PythonWorker implements ProgramWorker {
  readonly figures = { kills: 0, restarts: 0 };
  readonly #executable: string;
  #mayBeUnconfined: boolean;
  #unconfined: string | undefined;
  readonly #codes: CodeCache;
  #zygote: Promise<Zygote> | undefined;
  #started = false;
  #closed = false;

  /** @param mayBeUnconfined run programs also where they cannot be confined */
  constructor(executable: string, mayBeUnconfined: boolean, codes: CodeCache) {
    this.#executable = executable;
    this.#mayBeUnconfined = mayBeUnconfined;
    this.#codes = codes;
  }

  /** Starts the zygote. @throws when it does not come up or cannot confine programs */
  async start(): Promise<void> {
    const zygote = await this.#ready();
    this.#unconfined = zygote.unconfined;
    // What was said at the start stays true: an interpreter that replaces a confined one is confined too.
    this.#mayBeUnconfined = zygote.unconfined !== undefined;
  }

  /** Why programs run unconfined, if they do. Known once it has started. */
  get unconfined(): string | undefined {
    return this.#unconfined;
  }

  async run(job: Job, signal: AbortSignal | undefined): Promise<Outcome> {
    let zygote: Zygote;
    try {
      zygote = await this.#ready();
    } catch (error) {
      // It did once, so another attempt may find one that does.
      return failure("crash", error instanceof Error ? error.message : String(error));
    }
    if (isAborted(signal)) return cancelled();
    const maxOutput = job.limits.outputBytes + HEADER_ROOM;
    const code = this.#codes.get(job.source);
    const request = writeRequest(job, code);
    const end = await zygote.call(request, maxOutput, (kill) => armKill(kill, job.limits, signal));
    if (end?.killed !== undefined) this.figures.kills++;
    if (end === undefined || !end.clean) await this.#replace(zygote);
    if (isAborted(signal)) return cancelled();
    if (end === undefined) return failure("crash", "The Python interpreter ended in the middle of the program.");
    if (end.status !== 0 || end.output.overflowed) return explainDeath(end, job.limits);
    return readReply(code === undefined ? this.#takeCode(job, end) : end.output.bytes(), job.limits);
  }

  /** Keeps the code that the child compiled; gives the rest of what it wrote. */
  #takeCode(job: Job, end: ChildEnd): Buffer {
    const { code, reply } = splitCode(end.output.bytes());
    if (code !== undefined) this.#codes.set(job.source, code);
    return reply;
  }

  async close(): Promise<void> {
    this.#closed = true;
    const zygote = await this.#zygote?.catch(() => undefined);
    await zygote?.close();
  }

  async #ready(): Promise<Zygote> {
    if (this.#closed) throw new Error("The sandbox is closed.");
    const current = await this.#zygote?.catch(() => undefined);
    if (current?.alive === true) return current;
    if (this.#started) this.figures.restarts++;
    this.#started = true;
    this.#zygote = Zygote.start(this.#executable, this.#mayBeUnconfined);
    return this.#zygote;
  }

  async #replace(zygote: Zygote): Promise<void> {
    await zygote.close();
    this.#zygote = undefined;
    // Started now, so that the next call does not wait. When that fails, the next call tries again and reports it.
    if (!this.#closed) this.#ready().catch(() => undefined);
  }
}

function isAborted(signal: AbortSignal | undefined): boolean {
  return signal?.aborted === true;
}

function armKill(kill: (reason: KillReason) => void, limits: Limits, signal: AbortSignal | undefined): () => void {
  const onAbort = () => kill("cancelled");
  const timer = setTimeout(() => kill("wall"), limits.wallSeconds * 1000);
  signal?.addEventListener("abort", onAbort, { once: true });
  if (isAborted(signal)) onAbort();
  return () => {
    clearTimeout(timer);
    signal?.removeEventListener("abort", onAbort);
  };
}

/** Why a child did not come to its end in good order. */
function explainDeath(end: ChildEnd, limits: Limits): Outcome {
  if (end.output.overflowed) return failure("result_too_large", "The program wrote more than a result may be.");
  if (end.killed === "cancelled") return cancelled();
  if (end.killed === "wall") return failure("timeout", `The program was stopped after ${limits.wallSeconds} s.`);
  // The kernel kills at the hard limit of CPU time; the soft one cannot interrupt a single call of a built-in function.
  const usedUp = end.status === -SIGXCPU || (end.status === -SIGKILL && end.cpuSeconds >= limits.cpuSeconds);
  if (usedUp) return failure("timeout", describe("timeout", limits) ?? "");
  const how = end.status < 0 ? `was ended by signal ${-end.status}` : `ended with status ${end.status}`;
  return failure("crash", `The program's process ${how}.`);
}
