import { expect, test } from "@jest/globals";
import { openStore } from "../../store/index.ts";
import { gate, until } from "../fixtures/bench.ts";
import { bench, start } from "../fixtures/shared.ts";
import { bundle, forEach, program, when } from "../fixtures/workflows.ts";

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

test("a page of large outputs brings only their beginnings into memory", async () => {
  const whole: number[] = [];
  const store = await openStore();
  const value = (runNo: number, seq: number) => {
    whole.push(seq);
    return store.value(runNo, seq);
  };
  const { engine, run } = await bench({
    store: { ...store, value },
    programs: { long: () => "x".repeat(100_000) },
  });
  const { run: summary } = await run(bundle([start, forEach([program("long", { inputs: {} })])]));
  whole.length = 0;
  const previews = engine.trace(summary.id)!.rows.map(({ outputPreview }) => outputPreview?.length);
  expect(previews).toEqual([7, 1024, 1024, 1024, 1024]);
  expect(whole).toEqual([1]); // the list, which the loop was called with
});

test("a value that is larger than any composed one may be is not put together for who asks for it", async () => {
  const { engine, run } = await bench({
    programs: { long: () => "x".repeat(100) },
    settings: { maxComposedBytes: 250 },
  });
  const nodes = [start, forEach([program("long", { inputs: {} })]), program("list", { inputs: {} })];
  const { run: summary } = await run(bundle(nodes));
  expect(summary.status).toBe("completed");
  expect(engine.value(summary.id, "node_2[0]/node_3", "output")).toHaveLength(102);
  expect(engine.value(summary.id, "node_2", "output")).toBeUndefined();
});

test("a program's failure says where in its text", async () => {
  const frames = [{ function: "f", line: 3 }];
  const { engine, run } = await bench({
    programs: {
      fail: () => {
        throw { ok: false, code: "exception", message: "ZeroDivisionError: division by zero", frames };
      },
    },
  });
  const { run: summary, error: ofRun } = await run(bundle([program("fail", { inputs: {} })]));
  const error = { code: "exception", message: "ZeroDivisionError: division by zero", frames };
  expect(engine.trace(summary.id)!.rows).toMatchObject([{ error, attempts: [{ error }] }]);
  expect(ofRun).toMatchObject({ path: "node_1", frame: { function: "f", line: 3, language: "javascript" } });
});

test("how a run ended is worked out from its journal once, however often it is listed", async () => {
  let read = 0;
  const store = await openStore();
  const facts: typeof store.facts = (runNo, after) => {
    read += 1;
    return store.facts(runNo, after);
  };
  const { engine, run } = await bench({ store: { ...store, facts } });
  const { run: summary } = await run(bundle([start]));
  const first = engine.outcome(summary.id);
  read = 0;
  expect(engine.outcome(summary.id)).toEqual(first);
  expect(first).toMatchObject({ error: undefined, usageIncomplete: false });
  expect(read).toBe(0);
});

test("a page reads of the journal what has come since the page before, and nothing twice", async () => {
  const read: number[] = [];
  const store = await openStore();
  const facts: typeof store.facts = (runNo, after) => {
    const rows = store.facts(runNo, after);
    read.push(rows.length);
    return rows;
  };
  const { opened, open } = gate();
  const made = await bench({ store: { ...store, facts }, programs: { wait: () => opened.then(() => 1) } });
  await made.publish(bundle([start, forEach([program("same")]), program("wait")]));
  const { runId, done } = await made.engine.start({ workflow: "test", messages: [] });
  await until(() => made.calls.includes("wait"));
  read.length = 0;
  const first = made.engine.trace(runId, { limit: 2 })!;
  const second = made.engine.trace(runId, { limit: 2, after: first.next! })!;
  open();
  await done;
  read.splice(2); // the result was read meanwhile
  const third = made.engine.trace(runId, { limit: 2, after: second.next! })!;
  expect([...first.rows, ...second.rows, ...third.rows].map(({ path }) => path)).toEqual([
    "node_1",
    "node_2",
    "node_2[0]/node_3",
    "node_2[1]/node_3",
    "node_2[2]/node_3",
    "node_4",
  ]);
  const total = store.facts(store.run(runId)!.no).length;
  expect(read.reduce((sum, count) => sum + count)).toBe(total);
  expect([read[1], read[2]]).toEqual([0, 2]); // completed, ended
});

test("what executions were called with is shown until a page has read enough, and always for a path", async () => {
  const large = "x".repeat(900_000);
  const { engine, run } = await bench({ programs: { large: () => large } });
  const reads = Array.from({ length: 10 }, () => program("same"));
  const { run: summary } = await run(bundle([program("large", { inputs: {} }), ...reads]));
  const shown = engine.trace(summary.id)!.rows.map(({ inputPreview }) => inputPreview?.length);
  // Reading a value and showing it count alike, and all together may be eight million characters.
  expect(shown).toEqual([2, 1024, 1024, 1024, 1024, ...Array.from({ length: 6 }, () => undefined)]);
  expect(JSON.parse(engine.value(summary.id, "node_11", "input")!)).toEqual({ value: large });
  const next = engine.trace(summary.id, { after: "5" })!.rows.map(({ inputPreview }) => inputPreview?.length);
  expect(next).toEqual([1024, 1024, 1024, 1024, undefined, undefined]);
});

test("no list of a loop is taken apart for each of its items", async () => {
  const items = Array.from({ length: 1000 }, (_, item) => `${item}`.padStart(3000, "x"));
  const { engine, run } = await bench({ programs: { items: () => items } });
  const { run: summary } = await run(
    bundle([program("items", { inputs: {} }), forEach([program("same")], { max_items: 1000 })]),
  );
  const shown = engine.trace(summary.id, { after: "2" })!.rows.filter(({ inputPreview }) => inputPreview !== undefined);
  expect(shown.length).toBeGreaterThan(800);
});
