import type { JsonSchema } from "@espalier/contract";
import { expect, test } from "@jest/globals";
import { numberDefinitions } from "./number-definitions.ts";

const tree = (node: string, list: string): JsonSchema => ({
  $ref: `#/$defs/${node}`,
  $defs: {
    [list]: { type: "array", items: { $ref: `#/$defs/${node}` } },
    [node]: { type: "object", properties: { kids: { $ref: `#/$defs/${list}` } }, enum: [{ $ref: `#/$defs/${list}` }] },
  },
});

test("definitions are numbered as they are met, whatever they were called; data is left alone", () => {
  expect(numberDefinitions(tree("intersection230", "intersection228"))).toEqual({
    $ref: "#/$defs/Type1",
    $defs: {
      Type1: {
        type: "object",
        properties: { kids: { $ref: "#/$defs/Type2" } },
        enum: [{ $ref: "#/$defs/intersection228" }],
      },
      Type2: { type: "array", items: { $ref: "#/$defs/Type1" } },
    },
  });
});

test("a schema without definitions stays as it is", () => {
  expect(numberDefinitions({ type: "string" })).toEqual({ type: "string" });
});
