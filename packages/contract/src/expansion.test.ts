import { expect, test } from "@jest/globals";
import { expansion } from "./index.ts";
import type { Node, Program } from "./index.ts";

const leaf: Node = { id: "node_1", type: "chat_completion", model: "m", messages: [], output_schema: {} };
const common = { id: "node_1", output_schema: {} };
const condition: Program = { language: "python", source: "", entrypoint: "f", parameters: [], returns: {} };
const loop = (max_items: number, nodes: Node[]): Node => ({
  ...common,
  type: "for_each",
  items: { source: "messages" },
  nodes,
  max_items,
  max_concurrency: 4,
});
const parallel: Node = {
  ...common,
  type: "parallel",
  branches: [
    { name: "a", nodes: [leaf, leaf] },
    { name: "b", nodes: [leaf] },
  ],
  max_concurrency: 4,
};

test.each<[string, Node[], number]>([
  ["nothing", [], 0],
  ["leaves", [leaf, leaf], 2],
  ["a sequence", [{ ...common, type: "sequence", nodes: [leaf, leaf] }], 3],
  ["branches", [parallel], 4],
  ["a loop", [loop(100, [leaf, leaf])], 201],
  ["loops in loops", [loop(100, [loop(100, [leaf])])], 1 + 100 * 101],
  // oxlint-disable-next-line unicorn/no-thenable -- the contract says `then`
  ["the longer exit", [{ ...common, type: "if", condition, then: [leaf], otherwise: [leaf, parallel] }], 6],
  ["more than a number can hold", [loop(Number.MAX_VALUE, [loop(Number.MAX_VALUE, [leaf])])], Infinity],
])("the expansion of %s", (_name, nodes, count) => {
  expect(expansion(nodes)).toBe(count);
});
