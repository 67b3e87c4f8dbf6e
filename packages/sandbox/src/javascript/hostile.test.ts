import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { HOSTILE_JAVASCRIPT } from "../fixtures/hostile-javascript.ts";
import { Lateness } from "../fixtures/lateness.ts";
import { DEFAULT_LIMITS } from "../limits.ts";
import { startBench, valueOf, type Bench } from "../fixtures/run.ts";

let bench: Bench;
let lateness: Lateness;
beforeAll(async () => {
  bench = await startBench("javascript");
  lateness = new Lateness(bench.sandbox, "javascript");
});
afterAll(() => bench.sandbox.close());

/** Whatever the program did, the next one finds everything in order, in each of the two workers. */
async function expectIntact(): Promise<void> {
  const source =
    "const f = (x) => [x, typeof kept, Object.keys(Object.prototype), [3, 1, 2].sort(), JSON.stringify({ a: 1 })];";
  const outcomes = await Promise.all([1, 2].map((x) => bench.run(source, { x })));
  expect(outcomes.map(valueOf)).toEqual([1, 2].map((x) => [x, "undefined", [], [1, 2, 3], '{"a":1}']));
}

test("the programs are enough, and no two of them have one name", () => {
  const names = new Set(HOSTILE_JAVASCRIPT.map(({ name }) => name));
  expect(names.size).toBe(HOSTILE_JAVASCRIPT.length);
  expect(names.size).toBeGreaterThanOrEqual(60);
});

test.each(HOSTILE_JAVASCRIPT)("$name", async ({ source, limits, ends, says = "" }) => {
  const { wallSeconds } = { ...DEFAULT_LIMITS.javascript, ...limits };
  const outcome = await lateness.of(wallSeconds, () => bench.run(source, { x: 7 }, limits));
  expect(outcome.ok ? outcome.value : outcome.code).toBe(ends);
  if (outcome.ok) expect(outcome.log).toBe(says);
  else expect(outcome.message).toContain(says);
  await expectIntact();
});

test("they end in time", () => lateness.expectPunctual());
