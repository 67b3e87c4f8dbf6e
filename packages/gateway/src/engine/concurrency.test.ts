import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "@jest/globals";
import type { Json } from "@espalier/contract";
import { createBench, sleep, until, type Bench, type BenchOptions } from "./fixtures/bench.ts";
import { text } from "./fixtures/shared.ts";
import { bundle, forEach, program } from "./fixtures/workflows.ts";

const folder = mkdtempSync(join(tmpdir(), "espalier-concurrency-"));
const benches: Bench[] = [];
afterEach(async () => {
  for (const made of benches.splice(0)) await made.close();
  rmSync(folder, { recursive: true, force: true });
});

async function open(options: BenchOptions): Promise<Bench> {
  const made = await createBench(options);
  benches.push(made);
  return made;
}

/** Counts, on the programs' side, how much is under way at once: of everything, of a run, of a loop, and lanes of a loop. */
function createCounter(work = (signal: AbortSignal) => sleep(3, signal)) {
  const active = new Map<string, number>();
  const most = new Map<string, number>();
  function add(key: string, change: number): number {
    const now = (active.get(key) ?? 0) + change;
    active.set(key, now);
    most.set(key, Math.max(most.get(key) ?? 0, now));
    return now;
  }
  const calls: string[] = [];
  /** A leaf of `<run>/<outer item>/<inner item>`. */
  async function leaf({ value }: { value: string }, signal: AbortSignal): Promise<Json> {
    const [run, outer] = value.split("/") as [string, string];
    const keys = ["all", run, `${run}/${outer}`];
    calls.push(value);
    if (!active.has(`${run}/${outer}`)) add(`${run} lanes`, 1);
    for (const key of keys) add(key, 1);
    try {
      await work(signal);
    } finally {
      for (const key of keys) add(key, -1);
    }
    if (add(`${run}/${outer} done`, 1) === SIDE) add(`${run} lanes`, -1);
    return value;
  }
  return { leaf, calls, most: (key: string) => most.get(key) };
}

const SIDE = 4;
const square = [...Array(SIDE).keys()];

/** Four times four strings that say where they belong; the run's name is in its request. */
const grid = ({ text: said }: { text: { content: string }[] }): Json =>
  square.map((outer) => square.map((inner) => `${said[0]!.content}/${outer}/${inner}`));

/** A loop in a loop. */
function nested(outer: number, inner: number) {
  const leaves = forEach([program("leaf")], { max_concurrency: inner });
  return bundle([program("grid", { inputs: text }), forEach([leaves], { max_concurrency: outer })]);
}

const result = (run: string): Json => grid({ text: [{ content: run }] });

async function startAll(made: Bench, runs: readonly string[]) {
  const started = runs.map((content) =>
    made.engine.start({ workflow: "test", messages: [{ role: "user", content }] }).then(({ runId }) => runId),
  );
  return Promise.all(started);
}

async function results(made: Bench, ids: readonly string[]): Promise<Json[]> {
  return Promise.all(ids.map(async (id) => JSON.parse((await made.engine.result(id)!).output!) as Json));
}

const RUNS = ["a", "b", "c"];

describe("what is under way at once", () => {
  test.each([
    ["the run's limit", { runLimit: 4, programs: 64 }, 4, 4, { a: 4 }],
    ["the lanes of both loops", { runLimit: 16, programs: 64 }, 3, 2, { a: 6, "a lanes": 3, "a/0": 2 }],
    ["one lane outside", { runLimit: 16, programs: 64 }, 1, 3, { a: 3, "a lanes": 1, "a/0": 3 }],
    ["one lane inside", { runLimit: 16, programs: 64 }, 4, 1, { a: 4, "a lanes": 4, "a/0": 1 }],
    ["the gateway's slots", { runLimit: 16, programs: 5 }, 4, 4, { a: 5 }],
  ])("in four times four leaves is held to %s", async (_, settings, outer, inner, expected) => {
    const { leaf, most } = createCounter();
    const made = await open({ programs: { grid, leaf }, settings });
    await made.publish(nested(outer, inner));
    expect(await results(made, await startAll(made, ["a"]))).toEqual([result("a")]);
    expect(Object.fromEntries(Object.keys(expected).map((key) => [key, most(key)]))).toEqual(expected);
  });

  test("of several runs is held to the gateway's slots, and of each to its own", async () => {
    const { leaf, most } = createCounter();
    const made = await open({ programs: { grid, leaf }, settings: { runLimit: 4, programs: 6 } });
    await made.publish(nested(4, 4));
    expect(await results(made, await startAll(made, RUNS))).toEqual(RUNS.map(result));
    expect(most("all")).toBe(6);
    for (const run of RUNS) expect(most(run)).toBeLessThanOrEqual(4);
  });

  test("is held to the same after restarts in the middle, and what was done is not done again", async () => {
    const finished = new Set<string>();
    let ids: readonly string[] | undefined;
    // Each life ends once so many leaves have ended; the others of it never do.
    for (const lifetime of [5, 17, 30, Infinity]) {
      const { leaf, calls, most } = createCounter((signal) => sleep(finished.size < lifetime ? 3 : 60_000, signal));
      const before = new Set(finished);
      const kept = async (args: { value: string }, signal: AbortSignal): Promise<Json> => {
        const value = await leaf(args, signal);
        finished.add(args.value);
        return value;
      };
      const settings = { runLimit: 4, programs: 6, maxInterruptions: 20 };
      const made = await createBench({ dataDirectory: folder, programs: { grid, leaf: kept }, settings });
      if (ids === undefined) await made.publish(nested(3, 2));
      ids ??= await startAll(made, RUNS);
      if (lifetime === Infinity) expect(await results(made, ids)).toEqual(RUNS.map(result));
      else await until(() => finished.size >= lifetime);
      // What a leaf gave before a life ended is stored by its end, and so is not asked for again.
      expect(calls.filter((call) => before.has(call))).toEqual([]);
      expect(most("all")).toBeLessThanOrEqual(6);
      for (const run of RUNS) {
        expect(most(run) ?? 0).toBeLessThanOrEqual(4);
        expect(most(`${run} lanes`) ?? 0).toBeLessThanOrEqual(3);
        for (const outer of square) expect(most(`${run}/${outer}`) ?? 0).toBeLessThanOrEqual(2);
      }
      await made.close();
    }
    expect(finished.size).toBe(RUNS.length * SIDE * SIDE);
  });
});

test("a run of 16 leaves beside one of 1,000 gets every second slot", async () => {
  const ran = { large: 0, small: 0 };
  const count = ({ value }: { value: "large" | "small" }) => sleep(1).then(() => (ran[value] += 1));
  let before = 0;
  const lists = {
    large: () => Array<string>(1000).fill("large"),
    small: () => {
      before = ran.large;
      return Array<string>(16).fill("small");
    },
  };
  const made = await open({ programs: { ...lists, count }, settings: { programs: 4 } });
  const loop = forEach([program("count")], { max_items: 1000, max_concurrency: 16 });
  for (const name of ["large", "small"] as const)
    await made.publish(bundle([program(name, { inputs: text }), loop], { name }));
  const large = await made.engine.start({ workflow: "large", messages: [] });
  await until(() => ran.large >= 50);
  const small = await made.engine.start({ workflow: "small", messages: [] });
  await small.done;
  // 16 turns each, and what went to the large one while the small one's list was made and stored.
  expect(ran.small).toBe(16);
  expect(ran.large - before).toBeLessThanOrEqual(100);
  await large.done;
});
