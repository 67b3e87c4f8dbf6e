import type { Bundle } from "@espalier/contract";

/** One function that says how long the first message is. */
export function programBundle(): Bundle {
  const returns = { type: "integer" } as const;
  const schema = { type: "array" } as const;
  const source = "const length = (messages) => messages[0].content.length;";
  return {
    contract_version: 2,
    name: "one-program",
    nodes: [
      {
        id: "node_1",
        type: "javascript",
        program: {
          language: "javascript",
          source,
          entrypoint: "length",
          parameters: [{ name: "messages", schema, required: true }],
          returns,
        },
        inputs: { messages: { source: "messages" } },
        output_schema: returns,
      },
    ],
    output_schema: returns,
  };
}
