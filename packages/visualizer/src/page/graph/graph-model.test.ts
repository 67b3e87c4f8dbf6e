import { describe, expect, test } from "@jest/globals";
import type { Binding, Bundle, Node, Program } from "@espalier/contract";
import { bindingText } from "./binding-text.ts";
import { flatten, graphOf, kindName } from "./graph-model.ts";
import { nodeFacts } from "./node-facts.ts";

const text = { type: "string" } as const;
const yes = { type: "boolean" } as const;
const program = (entrypoint: string): Program => ({
  language: "javascript",
  source: `function ${entrypoint}() {}`,
  entrypoint,
  parameters: [],
  returns: yes,
});
const chat = (id: string, more: object = {}): Node => ({
  id,
  type: "chat_completion",
  model: "fast",
  messages: [{ binding: { source: "messages" } }],
  output_schema: text,
  ...more,
});
const bundleOf = (...nodes: Node[]): Bundle => ({ contract_version: 2, name: "w", nodes, output_schema: text });

const all: Node[] = [
  chat("node_1", { name: "extract" }),
  {
    id: "node_2",
    type: "parallel",
    max_concurrency: 2,
    branches: [
      { name: "risk", nodes: [chat("node_3"), chat("node_4")] },
      { name: "tone", nodes: [{ id: "node_5", type: "sequence", nodes: [chat("node_6")], output_schema: text }] },
    ],
    output_schema: text,
  },
  {
    id: "node_7",
    type: "for_each",
    name: "each",
    items: { source: "previous", path: ["a", "b"] },
    max_items: 1000,
    max_concurrency: 4,
    nodes: [
      {
        id: "node_8",
        type: "if",
        condition: program("is_odd"),
        then: [{ id: "node_9", type: "javascript", program: program("f"), inputs: {}, output_schema: yes }],
        otherwise: [chat("node_10")],
        output_schema: text,
      },
    ],
    output_schema: text,
  },
];

describe("graphOf", () => {
  const graph = graphOf(bundleOf(...all));

  test("names each node and says what matters about it", () => {
    expect(
      flatten(graph).map(({ id, title, subtitle, subject, limits }) => [id, title, subtitle, subject, limits]),
    ).toEqual([
      ["node_1", "extract", "Model call", "fast", undefined],
      ["node_2", "Parallel", undefined, undefined, "2 branches, 2 at once"],
      ["node_3", "Model call", undefined, "fast", undefined],
      ["node_4", "Model call", undefined, "fast", undefined],
      ["node_5", "Sequence", undefined, undefined, "1 step"],
      ["node_6", "Model call", undefined, "fast", undefined],
      ["node_7", "each", "For each", "previous.a.b", "up to 1,000 items × 4 at once"],
      ["node_8", "If", undefined, "is_odd", undefined],
      ["node_9", "JavaScript", undefined, "f", undefined],
      ["node_10", "Model call", undefined, "fast", undefined],
    ]);
  });

  test("puts branches and exits side by side, under their names", () => {
    const shape = flatten(graph)
      .filter(({ lanes }) => lanes.length > 0)
      .map(({ id, sideBySide, lanes }) => [id, sideBySide, lanes.map(({ label, nodes }) => [label, nodes.length])]);
    expect(shape).toEqual([
      [
        "node_2",
        true,
        [
          ["risk", 2],
          ["tone", 1],
        ],
      ],
      ["node_5", false, [[undefined, 1]]],
      ["node_7", false, [[undefined, 1]]],
      [
        "node_8",
        true,
        [
          ["then", 1],
          ["otherwise", 1],
        ],
      ],
    ]);
  });

  test("takes 16 levels", () => {
    let node = chat("node_17");
    for (let level = 16; level >= 1; level--)
      node = { id: `node_${level}`, type: "sequence", nodes: [node], output_schema: text };
    expect(flatten(graphOf(bundleOf(node))).map(({ id }) => id)).toHaveLength(17);
  });
});

test("a kind that is not known goes by its own name", () => {
  expect([kindName("for_each"), kindName("constructor")]).toEqual(["For each", "constructor"]);
});

test.each<[Binding, string]>([
  [{ source: "messages" }, "messages"],
  [{ source: "item" }, "item"],
  [{ source: "previous", path: ["a", "b"] }, "previous.a.b"],
  [{ source: "literal", value: { a: 1 } }, '{"a":1}'],
])("bindingText of %j", (binding, expected) => {
  expect(bindingText(binding)).toBe(expected);
});

describe("nodeFacts", () => {
  const facts = (node: Node) => nodeFacts(node).map(({ label, value, form }) => [label, value, form]);
  const result = ["Result", '{\n  "type": "string"\n}', "block"];

  test("of a model call: the prompt with its bindings, parameters, limits", () => {
    const node = chat("node_1", {
      messages: [
        { role: "system", content: [{ text: "Be <b>brief</b>." }] },
        { binding: { source: "messages" } },
        { role: "user", content: [{ text: "Sum up: " }, { binding: { source: "previous", path: ["x"] } }] },
      ],
      params: { temperature: 0, stop: ["a", "b"] },
      response_schema: text,
      timeout_seconds: 30,
      retry: { max_attempts: 3, initial_backoff_seconds: 1, backoff_multiplier: 2, max_backoff_seconds: 30 },
    });
    expect(facts(node)).toEqual([
      ["Model", "fast", "line"],
      ["temperature", "0", "line"],
      ["stop", "a, b", "line"],
      ["Answers with", "JSON of the schema below", "line"],
      ["Timeout", "30 s", "line"],
      ["Attempts", "3, waiting 1 s × 2 up to 30 s", "line"],
      ["System", "Be <b>brief</b>.", "block"],
      ["Request", "the messages of the request", "block"],
      ["User", "Sum up: {previous.x}", "block"],
      result,
    ]);
  });

  test("of a program: inputs and source", () => {
    const inputs: Record<string, Binding> = {
      invoice: { source: "previous", path: ["a"] },
      limit: { source: "literal", value: 5 },
    };
    const node: Node = { id: "node_1", type: "javascript", program: program("f"), inputs, output_schema: text };
    expect(facts(node)).toEqual([
      ["Input invoice", "previous.a", "line"],
      ["Input limit", "5", "line"],
      ["Function", "f", "line"],
      ["JavaScript", "function f() {}", "block"],
      result,
    ]);
  });

  test("of containers: their limits, not their contents", () => {
    expect(facts(all[1]!)).toEqual([["Branches", "risk, tone", "line"], ["At once", "2", "line"], result]);
    expect(facts(all[2]!)).toEqual([
      ["Items", "previous.a.b", "line"],
      ["At most", "1,000 items", "line"],
      ["At once", "4", "line"],
      result,
    ]);
  });
});
