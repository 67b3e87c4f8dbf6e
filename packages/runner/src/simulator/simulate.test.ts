import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { compilePlan } from "../plan.ts";
import { randomBundle } from "./graph.ts";
import { randomSource } from "./random.ts";
import { interpret } from "./reference.ts";
import { simulate, type Scenario, type SimulatedRun } from "./simulate.ts";

/** A random graph in a random world. Undefined for graphs that are too large for a quick test. */
function scenarioFor(seed: number, flaky: number, fatal: number): Scenario | undefined {
  const plan = compilePlan(randomBundle(randomSource(seed)));
  if (plan.span > 150) return undefined;
  const random = randomSource(seed + 1);
  const small = () => 1 + Math.floor(random() * 4);
  const world = { seed, flaky, fatal, latencyMs: 500 };
  return { plan, world, runLimit: small(), budget: 10_000, slots: { calls: small(), programs: small() } };
}

/** Runs a property over graphs. The seed is fixed, so a failure is always seen again. */
function forGraphs(numRuns: number, world: Shares, property: (scenario: Scenario, seed: number) => void): void {
  const graphs = fc.property(fc.nat({ max: 100_000 }), (seed) => {
    const scenario = scenarioFor(seed, world.flaky ?? 0, world.fatal ?? 0);
    fc.pre(scenario !== undefined);
    property(scenario, seed);
  });
  fc.assert(graphs, { numRuns, seed: 7 });
}

interface Shares {
  readonly flaky?: number;
  readonly fatal?: number;
}

function expectCompleted(run: SimulatedRun, scenario: Scenario): void {
  const { results, attempts, failing } = interpret(scenario.plan, scenario.world);
  if (failing.size === 0) {
    expect(run.status).toBe("completed");
    expect(run.results).toEqual(results);
    expect(run.attempts).toEqual(attempts);
  } else {
    expect(run.status).toBe("failed");
    expect(failing).toContain(run.occ);
    expect(run.attempts.get(run.occ)).toEqual(attempts.get(run.occ));
    for (const [occ, result] of run.results) expect(results.get(occ)).toBe(result);
    // What was cut short got as far as it would have.
    for (const [occ, tried] of run.attempts) expect(attempts.get(occ)!.slice(0, tried.length)).toEqual(tried);
  }
}

describe("against the reference interpreter", () => {
  test("calm runs give its results and use exactly its executions of the budget", () => {
    forGraphs(150, {}, (scenario) => {
      const run = simulate(scenario);
      expectCompleted(run, scenario);
      const { executions } = interpret(scenario.plan, scenario.world);
      expect(scenario.budget - run.budgetLeft).toBe(executions);
      expect(executions).toBeLessThan(scenario.plan.span);
    });
  });

  test("failing and flaky leaves fail the run exactly when it says so", () => {
    forGraphs(150, { flaky: 0.2, fatal: 0.03 }, (scenario) => expectCompleted(simulate(scenario), scenario));
  });

  test("a driver that lends more than is wanted gets no more than the run limit", () => {
    forGraphs(80, { flaky: 0.1 }, (scenario) => {
      const lavish = { ...scenario, lavish: true, slots: { calls: 50, programs: 50 } };
      expectCompleted(simulate(lavish), scenario);
    });
  });

  test("a crash at every point changes nothing, and repeats no more than what ran", () => {
    forGraphs(25, { flaky: 0.1 }, (scenario) => {
      const { ticks } = simulate(scenario);
      for (let tick = 1; tick <= Math.min(ticks, 80); tick++) {
        const run = simulate({ ...scenario, crashes: new Set([tick]), downtimeMs: 100 });
        expectCompleted(run, scenario);
        expect(run.crashes).toBe(1);
        const repeated = [...run.executions.values()].reduce((sum, count) => sum + count - 1, 0);
        expect(repeated).toBeLessThanOrEqual(scenario.runLimit);
      }
    });
  });

  test("several crashes, also during recovery", () => {
    forGraphs(60, { flaky: 0.1 }, (scenario, seed) => {
      const random = randomSource(seed + 2);
      const { ticks } = simulate(scenario);
      const crashes = new Set(Array.from({ length: 6 }, () => 1 + Math.floor(random() * ticks * 2)));
      expectCompleted(simulate({ ...scenario, crashes, downtimeMs: 10 }), scenario);
    });
  });
});

describe("runs that are cut short", () => {
  test("a cancel ends the run at once, or comes too late", () => {
    const ends = new Set<string>();
    forGraphs(80, { flaky: 0.1 }, (scenario, seed) => {
      const run = simulate({ ...scenario, cancelAt: 1000 + (seed % 2000) });
      ends.add(`${run.status} ${run.code}`);
      if (run.status === "completed") expectCompleted(run, scenario);
    });
    expect(ends).toContain("cancelled run_cancelled");
    expect(ends).toContain("completed ");
  });

  test("a short deadline is reported as such, never as the leaf's", () => {
    const ends = new Set<string>();
    forGraphs(80, {}, (scenario, seed) => ends.add(simulate({ ...scenario, deadline: 1000 + (seed % 3000) }).code));
    expect([...ends].sort()).toEqual(["", "run_deadline_exceeded"]);
  });

  test("a budget below the executions fails, one that is enough does not", () => {
    forGraphs(60, {}, (scenario) => {
      const { executions } = interpret(scenario.plan, scenario.world);
      expect(simulate({ ...scenario, budget: executions - 1 }).code).toBe("work_budget_exceeded");
      expect(simulate({ ...scenario, budget: executions }).status).toBe("completed");
    });
  });

  test("a process that dies again and again ends the run as interrupted or completed, never in a loop", () => {
    const ends = new Set<string>();
    forGraphs(40, {}, (scenario) => {
      const crashes = new Set(Array.from({ length: 400 }, (_, index) => 12 + index * 9));
      ends.add(simulate({ ...scenario, crashes, maxInterruptions: 3 }).code);
    });
    expect([...ends].sort()).toEqual(["", "interrupted"]);
  });
});
