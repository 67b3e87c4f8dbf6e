import type { Worker } from "node:worker_threads";
import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { prepareJob, type Job } from "../input.ts";
import { resolveLimits } from "../limits.ts";
import type { Outcome } from "../outcome.ts";
import { Pool } from "../pool.ts";
import { JavaScriptWorker } from "./javascript-worker.ts";
import { startThread } from "./start-thread.ts";

/** Marks everything that it can reach, and tells what marks it found. */
const MARKS = `
  globalThis.marks = (globalThis.marks ?? 0) + 1;
  Array.prototype.push.mark = (Array.prototype.push.mark ?? 0) + 1;
  Object.prototype.mark = (Object.prototype.mark ?? 0) + 1;
  const found = () => [marks++, Object.prototype.mark++, Array.prototype.push.mark++];`;

/** Programs by what becomes of them; each has its own text, so that not all start from the same image. */
const PROGRAMS = {
  answers: (id: number) => `${MARKS} // ${id % 3}\nfunction f(id) { return [id, found()]; }`,
  throws: () => `${MARKS}\nfunction f(id) { throw new Error(id + " " + found()); }`,
  spins: () => `${MARKS}\nfunction f(id) { for (;;); }`,
  hangs: () => `${MARKS}\nfunction f(id) { return new Array(2 ** 31).join(); }`,
  fills: () => `${MARKS}\nfunction f(id) { return new ArrayBuffer(2 ** 30); }`,
};

interface Step {
  readonly kind: keyof typeof PROGRAMS;
  /** Milliseconds after the call when it is cancelled; never when undefined. */
  readonly cancelAfter: number | undefined;
  /** Milliseconds until the next step. */
  readonly pause: number;
  /** A thread that is killed before the call is made, counted from the youngest. */
  readonly kill: number | undefined;
}

const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom<Step["kind"]>("answers", "answers", "answers", "answers", "throws", "spins", "hangs", "fills"),
  cancelAfter: fc.option(fc.nat({ max: 30 }), { nil: undefined, freq: 3 }),
  pause: fc.nat({ max: 10 }),
  kill: fc.option(fc.nat({ max: 2 }), { nil: undefined, freq: 5 }),
});

function jobOf(kind: Step["kind"], id: number): Job {
  const source = PROGRAMS[kind](id);
  const program = { language: "javascript", source, entrypoint: "f", parameters: ["id"] } as const;
  // Only those that are to be stopped have little time: the others must get through on a machine that is busy.
  const stops = kind === "spins" || kind === "hangs";
  const limits = resolveLimits("javascript", stops ? { cpuSeconds: 0.03, wallSeconds: 0.08 } : { cpuSeconds: 20 });
  const job = prepareJob(program, { id }, limits);
  if ("code" in job) throw new Error(job.message);
  return job;
}

/** What a call may end in, if nobody cancels it and no thread is killed. */
function expected(kind: Step["kind"], id: number): unknown {
  switch (kind) {
    case "answers":
      return { ok: true, value: `[${id},[1,1,1]]`, log: "" };
    case "throws":
      return expect.objectContaining({ code: "exception", message: `Error: ${id} 1,1,1` });
    case "fills":
      return expect.objectContaining({ code: "memory" });
    default:
      return expect.objectContaining({ code: "timeout" });
  }
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function play(steps: readonly Step[]): Promise<void> {
  const threads: Worker[] = [];
  const start = async () => {
    const thread = await startThread();
    threads.push(thread);
    return thread;
  };
  const workers = [new JavaScriptWorker(start), new JavaScriptWorker(start)];
  await Promise.all(workers.map((worker) => worker.start()));
  const pool = new Pool(workers, () => expect(pool.figures().waiting).toBe(0));
  try {
    await playIn(pool, steps, threads);
  } finally {
    await pool.close();
  }
}

async function playIn(pool: Pool, steps: readonly Step[], threads: readonly Worker[]): Promise<void> {
  const answers = new Map<number, Outcome[]>();
  const calls = steps.map(() => Promise.resolve());
  for (const [id, { kind, cancelAfter, pause, kill }] of steps.entries()) {
    if (kill !== undefined) void threads.at(-1 - kill)?.terminate();
    const signal = cancelAfter === undefined ? undefined : AbortSignal.timeout(cancelAfter);
    calls[id] = pool
      .call(jobOf(kind, id), signal)
      .then((outcome) => void answers.set(id, [...(answers.get(id) ?? []), outcome]));
    expect(pool.free).toBe(Math.max(0, 2 - pool.figures().running));
    await wait(pause);
  }
  await Promise.all(calls);
  expect([pool.free, pool.figures().running, pool.figures().calls]).toEqual([2, 0, steps.length]);
  const anyKill = steps.some(({ kill }) => kill !== undefined);
  for (const [id, { kind, cancelAfter }] of steps.entries()) {
    const allowed = [expected(kind, id)];
    if (cancelAfter !== undefined) allowed.push(expect.objectContaining({ code: "cancelled" }));
    if (anyKill) allowed.push(expect.objectContaining({ code: "crash" }));
    const [answer, ...more] = answers.get(id) ?? [];
    expect(more).toEqual([]);
    expect(allowed).toContainEqual(answer);
  }
  // After all of that, both workers give true answers.
  const last = await Promise.all([0, 1].map((id) => pool.call(jobOf("answers", id), undefined)));
  expect(last).toEqual([0, 1].map((id) => expected("answers", id)));
}

test("whatever happens in whatever order, each call gets one answer, its own, and finds nothing of the others", async () => {
  const sequences = fc.array(step, { minLength: 5, maxLength: 25 });
  await fc.assert(fc.asyncProperty(sequences, play), { numRuns: 6 });
}, 120_000);
