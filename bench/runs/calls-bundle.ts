import type { Bundle, Node } from "@espalier/contract";

/** A list that a function makes, and a model call for each of its items. */
export function callsBundle(items: number): Bundle {
  const list = { type: "array", items: { type: "integer" } } as const;
  const parameters = [{ name: "messages", schema: {}, required: true }];
  const source = `const list = (messages) => Array.from({ length: ${items} }, (_, item) => item);`;
  const call: Node = {
    id: "node_3",
    type: "chat_completion",
    model: "m",
    messages: [{ role: "user", content: [{ text: "Item " }, { binding: { source: "item" } }] }],
    output_schema: { type: "string" },
  };
  return {
    contract_version: 2,
    name: "calls",
    nodes: [
      {
        id: "node_1",
        type: "javascript",
        program: { language: "javascript", source, entrypoint: "list", parameters, returns: list },
        inputs: { messages: { source: "messages" } },
        output_schema: list,
      },
      {
        id: "node_2",
        type: "for_each",
        items: { source: "previous" },
        max_items: items,
        max_concurrency: 8,
        output_schema: { type: "array", items: { type: "string" } },
        nodes: [call],
      },
    ],
    output_schema: { type: "array", items: { type: "string" } },
  };
}
