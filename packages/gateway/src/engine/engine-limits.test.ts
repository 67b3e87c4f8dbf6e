import { describe, expect, test } from "@jest/globals";
import type { Json, Node } from "@espalier/contract";
import { sleep } from "./fixtures/bench.ts";
import { answer, bench, start, text } from "./fixtures/shared.ts";
import { bundle, forEach, model, program, when } from "./fixtures/workflows.ts";

describe("limits", () => {
  const busy = { wait: ({ value }: { value: Json }) => sleep(3).then(() => value) };

  test("never more leaves at once than the run's limit, with loops nested in loops", async () => {
    const made = await bench({
      programs: {
        ...busy,
        grid: () => [
          [1, 2, 3, 4],
          [5, 6, 7, 8],
          [9, 10, 11, 12],
        ],
      },
      settings: { runLimit: 5, programs: 64 },
    });
    const inner = forEach([program("wait"), program("wait")], { max_concurrency: 4 });
    const nodes = [program("grid", { inputs: text }), forEach([inner], { max_concurrency: 4 })];
    expect(await made.value(bundle(nodes))).toEqual([
      [1, 2, 3, 4],
      [5, 6, 7, 8],
      [9, 10, 11, 12],
    ]);
    expect(made.mostActive()).toBe(5);
  });

  test("never more lanes than max_concurrency", async () => {
    const made = await bench({ programs: { ...busy, many: () => [...Array(12).keys()] }, settings: { programs: 64 } });
    await made.value(bundle([program("many", { inputs: text }), forEach([program("wait")], { max_concurrency: 3 })]));
    expect(made.mostActive()).toBe(3);
  });

  test("the gateway's slots are shared by runs, and a small run is not starved by a large one", async () => {
    const made = await bench({ programs: { ...busy, many: () => [...Array(60).keys()] }, settings: { programs: 2 } });
    const large = bundle([program("many", { inputs: text }), forEach([program("wait")], { max_concurrency: 16 })], {
      name: "large",
    });
    const small = bundle([start, forEach([program("wait")])], { name: "small" });
    await made.publish(large);
    await made.publish(small);
    const ended: string[] = [];
    const begin = async (workflow: string) => {
      const { done } = await made.engine.start({ workflow, messages: [] });
      return done.then(({ run }) => ended.push(run.name));
    };
    await Promise.all([begin("large"), sleep(20).then(() => begin("small"))]);
    expect(ended).toEqual(["small", "large"]);
    expect(made.mostActive()).toBe(2);
  });

  test.each<[string, Node[], object, string, string | undefined]>([
    [
      "not a list",
      [program("double", { inputs: { value: { source: "literal", value: 2 } } }), forEach([program("same")])],
      {},
      "not_a_list",
      "node_2",
    ],
    ["too many items", [start, forEach([program("same")], { max_items: 2 })], {}, "too_many_items", "node_2"],
    [
      "work budget",
      [start, forEach([program("same"), program("same")])],
      { budget: 7 },
      "work_budget_exceeded",
      "node_2",
    ],
    ["a leaf's output", [start], { maxLeafBytes: 6 }, "result_too_large", "node_1"],
    [
      "a program's input",
      [program("long", { inputs: text }), program("same")],
      { maxProgramInputBytes: 60 },
      "input_too_large",
      "node_2",
    ],
    [
      "a composed value",
      [start, forEach([start]), program("same")],
      { maxComposedBytes: 20 },
      "result_too_large",
      "node_4",
    ],
    ["the run's result", [start, forEach([start])], { maxComposedBytes: 20 }, "result_too_large", undefined],
    [
      "a missing field",
      [start, program("same", { inputs: { value: { source: "previous", path: ["x"] } } })],
      {},
      "input_invalid",
      "node_2",
    ],
    [
      "a prototype's field",
      [
        program("object", { inputs: text }),
        program("same", { inputs: { value: { source: "previous", path: ["toString"] } } }),
      ],
      {},
      "input_invalid",
      "node_2",
    ],
    ["an input's schema", [start, program("same", { schema: { type: "object" } })], {}, "input_invalid", "node_2"],
    [
      "an output's schema",
      [program("list", { inputs: text, returns: { type: "object" } })],
      {},
      "output_invalid",
      "node_1",
    ],
    [
      "a condition that is no boolean",
      [start, when("same", [program("same")], [program("same")])],
      {},
      "bad_result",
      "node_2",
    ],
  ])("%s", async (_, nodes, settings, code, path) => {
    const { run } = await bench({ programs: { object: () => ({}), long: () => "x".repeat(61) }, settings });
    expect(await run(bundle(nodes))).toMatchObject({
      status: "failed",
      output: undefined,
      error: { code, path, node: path },
    });
  });

  test("the workflow's own output schema is checked", async () => {
    const { run } = await bench();
    const result = await run(bundle([start], { output: { type: "string" } }));
    expect(result).toMatchObject({
      status: "failed",
      error: { code: "output_invalid", message: "is array, not string", path: undefined },
    });
    expect(result.run.status).toBe("failed");
  });

  test("a result that nests too deep for those who walk it", async () => {
    const deep = "[".repeat(300) + "]".repeat(300);
    const { run } = await bench({ model: () => answer(deep) });
    const nodes = [model([{ binding: { source: "messages" } }], { response: {} })];
    expect(await run(bundle(nodes))).toMatchObject({ error: { code: "output_invalid", path: "node_1" } });
  });
});
