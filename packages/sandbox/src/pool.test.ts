import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import type { Job } from "./input.ts";
import { DEFAULT_LIMITS } from "./limits.ts";
import { failure, type Outcome } from "./outcome.ts";
import { Pool, type ProgramWorker } from "./pool.ts";

const job = (source: string): Job => ({
  source,
  entrypoint: "f",
  parameters: [],
  argsText: "{}",
  limits: DEFAULT_LIMITS.javascript,
});
const done = (value: string): Outcome => ({ ok: true, value, log: "" });
const settle = () => new Promise((resolve) => setImmediate(resolve));

/** Workers that finish when they are told to. */
function manualWorkers(count: number) {
  const started: { source: string; finish: () => void }[] = [];
  let closed = 0;
  const worker = (): ProgramWorker => ({
    figures: { kills: 1, restarts: 2 },
    run: ({ source }) => new Promise((resolve) => started.push({ source, finish: () => resolve(done(source)) })),
    close: async () => void closed++,
  });
  return { started, workers: Array.from({ length: count }, worker), closed: () => closed };
}

describe("Pool", () => {
  test("starts jobs in the order of the calls, never more than it has workers", async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 4 }), fc.array(fc.nat(), { maxLength: 20 }), async (size, order) => {
        const { started, workers } = manualWorkers(size);
        const pool = new Pool(workers, () => undefined);
        const calls = order.map((_, index) => pool.call(job(String(index)), undefined));
        const running = new Set<number>();
        let seen = 0;
        for (const pick of order) {
          await settle();
          for (; seen < started.length; seen++) running.add(seen);
          expect(running.size).toBe(Math.min(size, order.length - (seen - running.size)));
          expect(pool.free).toBe(size - running.size);
          const finished = [...running][pick % running.size] ?? 0;
          running.delete(finished);
          started[finished]?.finish();
        }
        expect(await Promise.all(calls)).toEqual(order.map((_, index) => done(String(index))));
        expect(started.map(({ source }) => source)).toEqual(order.map((_, index) => String(index)));
      }),
      { numRuns: 30 },
    );
  });

  test("a waiting call whose signal fires is withdrawn at once", async () => {
    const { started, workers } = manualWorkers(1);
    const pool = new Pool(workers, () => undefined);
    const controller = new AbortController();
    const first = pool.call(job("first"), undefined);
    const second = pool.call(job("second"), controller.signal);
    const third = pool.call(job("third"), undefined);
    controller.abort();
    expect(await second).toMatchObject({ ok: false, code: "cancelled" });
    started[0]?.finish();
    await first;
    await settle();
    started[1]?.finish();
    expect(await third).toEqual(done("third"));
  });

  test("a call whose signal has fired already is not started", async () => {
    const { started, workers } = manualWorkers(1);
    const outcome = await new Pool(workers, () => undefined).call(job("x"), AbortSignal.abort());
    expect(outcome).toMatchObject({ code: "cancelled" });
    expect(started).toEqual([]);
  });

  test("tells when a worker is free and nobody waits for it", async () => {
    const { started, workers } = manualWorkers(1);
    const free: number[] = [];
    const pool: Pool = new Pool(workers, () => free.push(pool.free));
    const calls = [pool.call(job("a"), undefined), pool.call(job("b"), undefined)];
    started[0]?.finish();
    await settle();
    expect(free).toEqual([]);
    started[1]?.finish();
    await Promise.all(calls);
    expect(free).toEqual([1]);
  });

  test("closing ends waiting calls and closes every worker", async () => {
    const { started, workers, closed } = manualWorkers(2);
    const pool = new Pool(workers, () => undefined);
    const calls = ["a", "b", "c"].map((source) => pool.call(job(source), undefined));
    await pool.close();
    expect(await calls[2]).toMatchObject({ code: "unavailable" });
    expect(await pool.call(job("d"), undefined)).toMatchObject({ code: "unavailable" });
    expect([closed(), started.length]).toEqual([2, 2]);
  });

  test("a worker that rejects costs its call and nothing else", async () => {
    let calls = 0;
    const run = (): Promise<Outcome> => (calls++ === 0 ? Promise.reject(new Error("no")) : Promise.resolve(done("2")));
    const worker: ProgramWorker = { figures: { kills: 0, restarts: 0 }, run, close: async () => undefined };
    const pool = new Pool([worker], () => undefined);
    expect(await pool.call(job("1"), undefined)).toMatchObject({ code: "crash", message: "The worker failed: no" });
    expect(await pool.call(job("2"), undefined)).toEqual(done("2"));
  });

  test("counts what becomes of calls, and adds up what workers count", async () => {
    const { started, workers } = manualWorkers(2);
    const pool = new Pool(workers, () => undefined);
    const controller = new AbortController();
    const calls = [
      pool.call(job("a"), undefined),
      pool.call(job("b"), undefined),
      pool.call(job("c"), controller.signal),
      pool.call(job("d"), undefined),
    ];
    expect(pool.figures()).toMatchObject({ calls: 0, outcomes: {}, waiting: 2, running: 2, kills: 2, restarts: 4 });
    await new Promise((resolve) => setTimeout(resolve, 20));
    controller.abort();
    for (let index = 0; index < 3; index++) {
      started[index]?.finish();
      await settle();
    }
    pool.refuse(failure("input_too_large", "too large"));
    await Promise.all(calls);
    const figures = pool.figures();
    expect(figures).toMatchObject({
      calls: 5,
      outcomes: { ok: 3, cancelled: 1, input_too_large: 1 },
      waiting: 0,
      running: 0,
    });
    // Two calls waited for at least the time that the timer took, and two ran for it; timers may be a little early.
    expect(figures.queueSeconds).toBeGreaterThan(0.03);
    expect(figures.runSeconds).toBeGreaterThan(0.03);
  });
});
