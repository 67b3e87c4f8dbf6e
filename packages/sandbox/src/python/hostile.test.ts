import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { HOSTILE_PYTHON } from "../fixtures/hostile-python.ts";
import { Lateness } from "../fixtures/lateness.ts";
import { DEFAULT_LIMITS } from "../limits.ts";
import { startBench, valueOf, type Bench } from "../fixtures/run.ts";
import { watchProcesses, type Watch } from "../fixtures/watch.ts";

let bench: Bench;
let watch: Watch;
let lateness: Lateness;
beforeAll(async () => {
  bench = await startBench("python");
  lateness = new Lateness(bench.sandbox, "python");
  watch = watchProcesses();
});
afterAll(() => bench.sandbox.close());

const memoryBytes = 128 * 1024 * 1024;
/** For programs that may be stopped; all others have time enough to come to their own end on a busy machine. */
const SHORT = { cpuSeconds: 0.1, wallSeconds: 0.25, memoryBytes };
const LONG = { cpuSeconds: 10, wallSeconds: 30, memoryBytes };

test("the programs are enough, and no two of them have one name", () => {
  const names = new Set(HOSTILE_PYTHON.map(({ name }) => name));
  expect(names.size).toBe(HOSTILE_PYTHON.length);
  expect(names.size).toBeGreaterThanOrEqual(60);
});

test.each(HOSTILE_PYTHON)("$name", async ({ source, ends }) => {
  const expected = [ends].flat();
  const limits = expected.includes("timeout") ? SHORT : LONG;
  const wallSeconds = Math.min(limits.wallSeconds, DEFAULT_LIMITS.python.wallSeconds);
  const outcome = await lateness.of(wallSeconds, () => bench.run(source, {}, limits));
  expect(expected).toContain(outcome.ok ? outcome.value : outcome.code);
  const after = "import json\ndef f(x):\n    return [x, json.dumps({'a': 1}), max(7, 2)]";
  expect(valueOf(await bench.run(after, { x: 1 }))).toEqual([1, '{"a": 1}', 7]);
});

test("they end in time", () => lateness.expectPunctual());

test("from outside, nothing was seen but single-use children with nothing open that was not given to them", async () => {
  const seen = watch.stop();
  expect(seen.looks).toBeGreaterThan(0);
  expect(seen.strangers).toEqual([]);
  expect(seen.files).toEqual([]);
  await bench.sandbox.close();
  expect(await seen.remaining()).toEqual([]);
});
