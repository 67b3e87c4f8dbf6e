import type { JsonSchema } from "@espalier/contract";
import { expect, test } from "@jest/globals";
import { looseFeature } from "./strict.ts";

const string: JsonSchema = { type: "string" };
const object = (properties: Record<string, JsonSchema>, required = Object.keys(properties)): JsonSchema => ({
  type: "object",
  properties,
  required,
});

test.each<[string, JsonSchema, string, string]>([
  ["a list", { type: "array", items: string }, "", "is not an object"],
  ["a union", { anyOf: [object({})] }, "", "is not an object"],
  ["an optional property", object({ a: object({ b: string }, []) }), "a", 'has the optional property "b"'],
  ["a map", object({ a: { type: "object", additionalProperties: string } }), "a", "has properties of any name"],
  ["an object of no properties", object({ a: { type: "object" } }), "a", "declares no properties"],
  ["a tuple", object({ a: { type: "array", prefixItems: [string] } }), "a", 'uses the keyword "prefixItems"'],
  ["anything in a list", object({ a: { type: "array", items: {} } }), "a[]", "may be anything"],
  [
    "behind a reference",
    { ...object({ a: { $ref: "#/$defs/A" } }), $defs: { A: { not: string } } },
    "a",
    'uses the keyword "not"',
  ],
])("%s cannot be expressed", (_, schema, path, feature) => {
  expect(looseFeature(schema)).toEqual({ path, feature });
});

test.each<[string, JsonSchema]>([
  ["an open object", object({ a: string })],
  ["a closed object", { ...object({ a: string }), additionalProperties: false }],
  ["a union inside", object({ a: { anyOf: [string, { type: "null" }] } })],
  [
    "recursion",
    { $ref: "#/$defs/A", $defs: { A: object({ next: { anyOf: [{ $ref: "#/$defs/A" }, { type: "null" }] } }) } },
  ],
])("%s can be expressed", (_, schema) => {
  expect(looseFeature(schema)).toBeUndefined();
});
