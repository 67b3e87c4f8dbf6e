import { describe, expect, test } from "@jest/globals";
import { bundle, forEach, leaf, parallel, sequence, when } from "./fixtures/nodes.ts";
import { occurrenceOf, pathOf, wayTo } from "./path.ts";
import { compilePlan } from "./plan.ts";
import { randomBundle, randomSource } from "./simulator/index.ts";

const nested = compilePlan(
  bundle(
    leaf(),
    parallel({ risk: [forEach([leaf(), when([leaf()], [leaf(), leaf()])], 4, 20)], sum: [sequence(leaf())] }),
  ),
);

describe("occurrences", () => {
  test.each([
    [0, ""],
    [1, "node_1"],
    [2, "node_2"],
    [3, "node_2[risk]/node_3"],
    [4, "node_2[risk]/node_3[0]/node_4"],
    [4 + 17 * 5, "node_2[risk]/node_3[17]/node_4"],
    [4 + 17 * 5 + 2, "node_2[risk]/node_3[17]/node_5[then]/node_6"],
    [4 + 17 * 5 + 4, "node_2[risk]/node_3[17]/node_5[otherwise]/node_8"],
    [4 + 20 * 5, "node_2[sum]/node_9"],
    [4 + 20 * 5 + 1, "node_2[sum]/node_9/node_10"],
  ])("%d is %p", (occ, path) => {
    expect(pathOf(nested, occ)).toBe(path);
    expect(occurrenceOf(nested, path)).toBe(occ);
  });

  test.each([
    "node_9",
    "node_1/node_2",
    "node_1[0]",
    "node_2[nothing]/node_3",
    "node_2[risk]",
    "node_2/node_3",
    "node_2[risk]/node_3[20]/node_4",
    "node_2[risk]/node_3[-1]/node_4",
    "node_2[risk]/node_3[1.5]/node_4",
    "node_2[risk]/node_3[007]/node_4",
    "node_2[__proto__]/node_3",
    "//",
  ])("there is no %p", (path) => {
    expect(occurrenceOf(nested, path)).toBeUndefined();
  });

  test("a number outside the plan is our bug", () => {
    expect(() => wayTo(nested, nested.span)).toThrow(RangeError);
    expect(() => wayTo(nested, 1.5)).toThrow(RangeError);
  });

  test("every number of random plans has one path, and back", () => {
    for (let seed = 1; seed <= 60; seed++) {
      const plan = compilePlan(randomBundle(randomSource(seed)));
      const paths = new Set<string>();
      for (let occ = 1; occ < Math.min(plan.span, 2000); occ++) {
        const path = pathOf(plan, occ);
        expect([seed, occ, occurrenceOf(plan, path)]).toEqual([seed, occ, occ]);
        paths.add(path);
      }
      expect(paths.size).toBe(Math.min(plan.span, 2000) - 1);
    }
  });
});

describe("work", () => {
  test("sequence and parallel are charged with their contents, if and for_each alone", () => {
    const plan = compilePlan(
      bundle(
        sequence(leaf(), leaf()),
        parallel({ a: [leaf()], b: [leaf()] }),
        forEach([leaf()]),
        when([leaf()], [leaf()]),
      ),
    );
    expect(plan.root.nodes.map(({ charge }) => charge)).toEqual([3, 3, 1, 1]);
  });

  test("a leaf keeps its own timeout and retry; others get the settings' timeout and one attempt", () => {
    const own = leaf({ timeout_seconds: 2.5, retry: { max_attempts: 3, initial_backoff_seconds: 0.5 } });
    const [first, second] = compilePlan(bundle(own, when([leaf()], [leaf()])), { leafTimeoutMs: 7000 }).root.nodes;
    expect(first).toMatchObject({ timeoutMs: 2500, maxAttempts: 3, initialBackoffMs: 500, pool: "programs" });
    expect(second).toMatchObject({ kind: "if", timeoutMs: 7000, maxAttempts: 1, pool: "programs" });
  });
});
