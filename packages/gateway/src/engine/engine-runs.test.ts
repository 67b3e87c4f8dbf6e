import { describe, expect, test } from "@jest/globals";
import { gate, until } from "./fixtures/bench.ts";
import { bench, start } from "./fixtures/shared.ts";
import { bundle, forEach, program, sequence, when } from "./fixtures/workflows.ts";

describe("admission", () => {
  test.each([
    [{ workflow: "nothing" }, "workflow_not_found", 'There is no workflow "nothing".'],
    [{ workflow: "test", version: 4 }, "version_not_found", 'Workflow "test" has no version 4.'],
  ])("%j is refused", async (request, code, message) => {
    const { engine, publish } = await bench();
    await publish(bundle([start]));
    await expect(engine.start({ ...request, messages: [] })).rejects.toMatchObject({
      name: "AdmissionError",
      code,
      message,
    });
    expect(engine.runs().rows).toEqual([]);
  });

  test("a run keeps its version when another is published meanwhile", async () => {
    const opened = gate();
    const { engine, publish } = await bench({
      programs: { wait: () => opened.opened.then(() => "first"), second: () => "second" },
    });
    await publish(bundle([program("wait", { inputs: {} })]));
    const first = await engine.start({ workflow: "test", messages: [] });
    await publish(bundle([program("second", { inputs: {} })]));
    const second = await engine.start({ workflow: "test", messages: [] });
    opened.open();
    expect([first.version, second.version]).toEqual([1, 2]);
    expect([(await first.done).output, (await second.done).output]).toEqual(['"first"', '"second"']);
  });

  test("one idempotency key is one run, at once and afterwards", async () => {
    const { engine, publish, calls } = await bench();
    await publish(bundle([start]));
    const request = { workflow: "test", messages: [], idempotency: { key: "k", bodyHash: "h" } };
    const [one, two] = await Promise.all([engine.start(request), engine.start(request)]);
    expect([one.replayed, two.replayed, one.runId === two.runId]).toEqual([false, true, true]);
    await one.done;
    const three = await engine.start(request);
    expect(await three.done).toEqual(await two.done);
    expect(three.replayed).toBe(true);
    expect(calls).toEqual(["list"]);
    const other = { ...request, idempotency: { key: "k", bodyHash: "other" } };
    await expect(engine.start(other)).rejects.toMatchObject({ code: "idempotency_key_reused" });
  });
});

describe("events and values", () => {
  test("a subscriber gets what was stored before and what comes, each once, in order", async () => {
    const opened = gate();
    const { engine, publish } = await bench({ programs: { wait: () => opened.opened.then(() => [1, 2]) } });
    await publish(bundle([program("wait", { inputs: {} }), forEach([program("same")])]));
    const { runId, done } = await engine.start({ workflow: "test", messages: [] });
    await until(() => engine.trace(runId)!.rows.length === 1);
    const seen: string[] = [];
    engine.subscribe(runId, -1, ({ seq, kind, path }) => seen.push(`${seq} ${kind} ${path}`));
    opened.open();
    await done;
    expect(seen).toEqual([
      "0 started node_1",
      "1 completed node_1",
      "2 frozen node_2",
      "3 started node_2[0]/node_3",
      "4 started node_2[1]/node_3",
      "5 completed node_2[0]/node_3",
      "6 completed node_2[1]/node_3",
      "7 ended undefined",
    ]);
    const rest: number[] = [];
    engine.subscribe(runId, 4, ({ seq }) => rest.push(seq));
    expect(rest).toEqual([5, 6, 7]);
    expect(engine.subscribe("run_nothing", -1, () => undefined)).toBeUndefined();
  });

  test("full inputs and outputs by path", async () => {
    const { engine, run } = await bench();
    const { run: summary } = await run(bundle([start, forEach([program("double")])]));
    const value = (path: string, side: "input" | "output") => engine.value(summary.id, path, side);
    expect(value("node_1", "output")).toBe("[3,1,2]");
    expect(value("node_2", "input")).toBe("[3,1,2]");
    expect(value("node_2", "output")).toBe("[6,2,4]");
    expect(value("node_2[1]/node_3", "input")).toBe('{"value":1}');
    expect(value("node_2[1]/node_3", "output")).toBe("2");
    expect(value("node_2[3]/node_3", "output")).toBeUndefined();
    expect(value("node_9", "output")).toBeUndefined();
    expect(value("", "input")).toBe('[{"role":"user","content":"hello"}]');
  });

  test("the trace has every occurrence, what was not taken as skipped, by page", async () => {
    const { engine, run } = await bench();
    const nodes = [
      start,
      forEach([when("isOdd", [program("name")], [sequence(program("double")), program("double")])]),
    ];
    const { run: summary } = await run(bundle(nodes));
    const rows = engine.trace(summary.id)!.rows;
    expect(rows.map(({ path, status }) => `${path} ${status}`)).toEqual([
      "node_1 completed",
      "node_2 completed",
      "node_2[0]/node_3 completed",
      "node_2[0]/node_3[then]/node_4 completed",
      "node_2[0]/node_3[otherwise]/node_5 skipped",
      "node_2[0]/node_3[otherwise]/node_7 skipped",
      "node_2[1]/node_3 completed",
      "node_2[1]/node_3[then]/node_4 completed",
      "node_2[1]/node_3[otherwise]/node_5 skipped",
      "node_2[1]/node_3[otherwise]/node_7 skipped",
      "node_2[2]/node_3 completed",
      "node_2[2]/node_3[then]/node_4 skipped",
      "node_2[2]/node_3[otherwise]/node_5 completed",
      "node_2[2]/node_3[otherwise]/node_5/node_6 completed",
      "node_2[2]/node_3[otherwise]/node_7 completed",
    ]);
    expect(rows[1]).toMatchObject({ kind: "for_each", count: 3, parent: undefined, usage: undefined, attempts: [] });
    expect(rows[3]).toMatchObject({
      parent: "node_2[0]/node_3",
      exit: "then",
      item: undefined,
      outputPreview: '"odd 3"',
    });
    expect(rows[10]).toMatchObject({ parent: "node_2", item: 2, taken: "otherwise", kind: "if" });
    const first = engine.trace(summary.id, { limit: 10 })!;
    const second = engine.trace(summary.id, { limit: 10, after: first.next! })!;
    expect([...first.rows, ...second.rows]).toEqual(rows);
    expect(second.next).toBeUndefined();
  });
});
