import { expect, test } from "@jest/globals";
import { compilePlan, createState, step, type Command, type Pool } from "@espalier/runner";
import { bundle, parallel, program } from "./fixtures/workflows.ts";
import { createSlots } from "./slots.ts";

/** A run with that many programs ready to start. */
function runOf(name: string, leaves: number) {
  const branches = Object.fromEntries(
    Array.from({ length: leaves }, (_, index) => [`b${index}`, [program("x", { inputs: {} })]]),
  );
  const plan = compilePlan(bundle([parallel(branches, leaves)]));
  const state = createState();
  const out: Command[] = [];
  const limits = { deadline: 1e9, budget: 1000, runLimit: 100, maxInterruptions: 3 };
  step(plan, state, { type: "begin", now: 1, ...limits }, out);
  const grant = (pool: Pool) => step(plan, state, { type: "grant", now: 1, pool, permits: 1 }, out);
  return { name, state, grant };
}

test("free slots go round the runs, one at a time, and nobody gets more than it wants", () => {
  const slots = createSlots<ReturnType<typeof runOf>>({ calls: 3, programs: 7 });
  const lent: string[] = [];
  const lend = () =>
    slots.lend((run, pool) => {
      lent.push(run.name);
      run.grant(pool);
    });
  for (const run of [runOf("large", 50), runOf("small", 2), runOf("none", 1)]) slots.ask(run);
  lend();
  expect(lent).toEqual(["large", "small", "none", "large", "small", "large", "large"]);
  expect([slots.free("calls"), slots.free("programs")]).toEqual([3, 0]);
  slots.release("programs");
  lend();
  expect(lent).toHaveLength(8);
});

test("a run that waits long has its turn before one that has just had it, however often they ask", () => {
  const slots = createSlots<ReturnType<typeof runOf>>({ calls: 0, programs: 1 });
  const runs = ["a", "b", "c"].map((name) => runOf(name, 3));
  const lent: string[] = [];
  for (let turn = 0; turn < 9; turn++) {
    for (const run of runs) slots.ask(run);
    slots.lend((run, pool) => {
      lent.push(run.name);
      run.grant(pool);
    });
    slots.release("programs");
  }
  expect(lent).toEqual(["a", "b", "c", "a", "b", "c", "a", "b", "c"]);
});
