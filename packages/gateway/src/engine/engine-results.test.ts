import { describe, expect, test } from "@jest/globals";
import type { Node } from "@espalier/contract";
import { createBench, sleep } from "./fixtures/bench.ts";
import { answer, bench, start, text } from "./fixtures/shared.ts";
import { bundle, forEach, model, parallel, PREVIOUS, program, sequence, when } from "./fixtures/workflows.ts";

describe("results", () => {
  test("a loop's list is in input order, though its first item is the slowest", async () => {
    const { value } = await bench({
      programs: { slow: async ({ value: n }) => sleep(n * 10).then(() => n * 10) },
    });
    expect(await value(bundle([start, forEach([program("slow")])]))).toEqual([30, 10, 20]);
  });

  test("a parallel's object is in authoring order, though its first branch is the slowest", async () => {
    const { run } = await bench({ programs: { slow: () => sleep(30).then(() => "slow") } });
    const branches = {
      zebra: [program("slow", { inputs: {} })],
      apple: [program("same", { inputs: { value: { source: "literal", value: 1 } } })],
    };
    const { output } = await run(bundle([parallel(branches)]));
    expect(output).toBe('{"zebra":"slow","apple":1}');
  });

  test("an empty list gives [] and the workflow goes on", async () => {
    const { run, calls } = await bench();
    const nodes = [program("none", { inputs: text }), forEach([program("double")]), program("same")];
    expect((await run(bundle(nodes))).output).toBe("[]");
    expect(calls).toEqual(["none", "same"]);
  });

  test("an if's exit starts with the value that its condition saw", async () => {
    const { value } = await bench();
    const nodes = [start, forEach([when("isOdd", [program("name")], [program("double"), program("double")])])];
    expect(await value(bundle(nodes))).toEqual(["odd 3", "odd 1", 8]);
  });

  test("sixteen nested composites", async () => {
    let inner: Node = program("double");
    for (let depth = 0; depth < 15; depth++) inner = depth % 2 === 0 ? sequence(inner) : parallel({ only: [inner] });
    const { value, calls } = await bench();
    const result = JSON.stringify(await value(bundle([start, forEach([inner])])));
    const open = '{"only":'.repeat(7);
    expect(result).toBe(`[${[6, 2, 4].map((each) => `${open}${each}${"}".repeat(7)}`).join()}]`);
    expect(calls).toHaveLength(4);
  });

  test("a value goes on as the text that it was", async () => {
    const { engine, store } = await bench();
    expect(engine.status().accepting).toBe(true);
    const other = await createBench({ store, programs: {}, model: () => answer('{"b" : 1, "a":[ 1.50 ]}') });
    const { output } = await other.run(bundle([model([{ binding: { source: "messages" } }], { response: {} })]));
    expect(output).toBe('{"b":1,"a":[1.5]}');
    await other.engine.close({ graceMs: 0 });
  });
});

describe("bindings", () => {
  const pairs = {
    pairs: () => [
      { id: "a", lines: [1, 2] },
      { id: "b", lines: [] },
      { id: "c", lines: [3] },
    ],
    label: ({ line, id }: { line: number; id: string }) => `${id}${line}`,
  };

  test("previous and item with paths, through nested loops and back", async () => {
    const { value } = await bench({ programs: { ...pairs, both: ({ value: list, id }) => ({ id, list }) } });
    const inner = forEach([program("same"), program("double", { inputs: { value: { source: "item" } } })], {
      items: { source: "previous", path: ["lines"] },
    });
    const after = program("both", { inputs: { value: PREVIOUS, id: { source: "item", path: ["id"] } } });
    const nodes = [program("pairs", { inputs: text }), forEach([inner, after])];
    expect(await value(bundle(nodes))).toEqual([
      { id: "a", list: [2, 4] },
      { id: "b", list: [] },
      { id: "c", list: [6] },
    ]);
  });

  test("a nested loop's items come from the scope around it", async () => {
    const { value } = await bench({ programs: { ...pairs } });
    const inner = forEach([program("same")], { items: { source: "item", path: ["lines"] } });
    const nodes = [program("pairs", { inputs: text }), forEach([program("same"), inner])];
    expect(await value(bundle(nodes))).toEqual([[1, 2], [], [3]]);
  });

  test("messages as a value have role and text only; literals come as they are", async () => {
    const { engine, publish } = await bench({ programs: { both: (args) => args } });
    const inputs = { seen: { source: "messages" }, fixed: { source: "literal", value: { x: [null] } } } as const;
    await publish(bundle([program("both", { inputs })]));
    const messages = [
      { role: "system", content: "be brief", name: "x" },
      {
        role: "user",
        content: [
          { type: "text", text: "one " },
          { type: "image_url", image_url: { url: "u" } },
          { type: "text", text: "two" },
        ],
      },
      { role: "assistant", content: null },
    ];
    const { done } = await engine.start({ workflow: "test", messages });
    expect(JSON.parse((await done).output!)).toEqual({
      seen: [
        { role: "system", content: "be brief" },
        { role: "user", content: "one two" },
        { role: "assistant", content: "" },
      ],
      fixed: { x: [null] },
    });
  });

  test("prompts: messages untouched, strings as they are, other values as compact JSON", async () => {
    const { run, requests } = await bench({
      model: () => answer("done"),
      programs: { object: () => ({ n: 1, s: "é" }) },
    });
    const nodes = [
      program("object", { inputs: text }),
      model([
        {
          role: "system",
          content: [
            { text: "Look at " },
            { binding: PREVIOUS },
            { text: " and " },
            { binding: { source: "previous", path: ["s"] } },
          ],
        },
        { binding: { source: "messages" } },
      ]),
    ];
    expect((await run(bundle(nodes))).output).toBe('"done"');
    expect(requests[0]).toMatchObject({
      model: "fast",
      path: "node_2",
      attempt: 1,
      params: {},
      responseSchema: undefined,
    });
    expect(requests[0]!.messages).toEqual([
      { role: "system", content: 'Look at {"n":1,"s":"é"} and é' },
      { role: "user", content: "hello" },
    ]);
  });
});
