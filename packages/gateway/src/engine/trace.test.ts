import { expect, test } from "@jest/globals";
import { gate, until } from "./fixtures/bench.ts";
import { bench } from "./fixtures/shared.ts";
import { bundle, forEach, program, when } from "./fixtures/workflows.ts";

test("a loop over nothing began and ended when its list was frozen", async () => {
  const { engine, run } = await bench();
  const { run: summary } = await run(bundle([program("none", { inputs: {} }), forEach([program("same")])]));
  const [, loop] = engine.trace(summary.id)!.rows;
  expect(loop).toMatchObject({ path: "node_2", status: "completed", count: 0 });
  expect(loop!.startedAt).toBeGreaterThan(0);
  expect(loop!.endedAt).toBe(loop!.startedAt);
});

test("a condition's answer does not end its node: it ends with the exit that was taken", async () => {
  const { opened, open } = gate();
  const made = await bench({ programs: { one: () => 1, wait: () => opened.then(() => 1) } });
  await made.publish(bundle([program("one", { inputs: {} }), when("isOdd", [program("wait")], [program("same")])]));
  const { runId, done } = await made.engine.start({ workflow: "test", messages: [] });
  await until(() => made.calls.includes("wait"));
  expect(made.engine.trace(runId)!.rows[1]).toMatchObject({ path: "node_2", status: "running", taken: "then" });
  expect(made.engine.trace(runId)!.rows[1]!.endedAt).toBeUndefined();
  open();
  await done;
  const [, condition, exit] = made.engine.trace(runId)!.rows;
  expect(condition).toMatchObject({ path: "node_2", status: "completed", endedAt: exit!.endedAt });
});
