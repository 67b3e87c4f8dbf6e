import type { Bundle, Node } from "@espalier/contract";

/** A list of `items` numbers, and a program for each of them: the smallest loop that there is. */
export function loopBundle(items: number, maxConcurrency: number): Bundle {
  const loop: Node = {
    id: "node_2",
    type: "for_each",
    items: { source: "previous" },
    max_items: items,
    max_concurrency: maxConcurrency,
    output_schema: { type: "array" },
    nodes: [program("node_3", "leaf", "item")],
  };
  return {
    contract_version: 2,
    name: `loop-${items}-${maxConcurrency}`,
    nodes: [program("node_1", "list", "messages"), loop],
    output_schema: { type: "array" },
  };
}

function program(id: string, entrypoint: string, source: "item" | "messages"): Node {
  const parameters = [{ name: "input", schema: {}, required: true }];
  return {
    id,
    type: "javascript",
    program: { language: "javascript", source: entrypoint, entrypoint, parameters, returns: {} },
    inputs: { input: { source } },
    output_schema: {},
  };
}
