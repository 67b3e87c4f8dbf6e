import type { JsonSchema } from "@espalier/contract";
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { findMismatch } from "./mismatch.ts";

const string: JsonSchema = { type: "string" };
const number: JsonSchema = { type: "number" };
const object = (properties: Record<string, JsonSchema>, required = Object.keys(properties)): JsonSchema => ({
  type: "object",
  properties,
  required,
});
const list = (items: JsonSchema): JsonSchema => ({ type: "array", items });
const closed = (schema: JsonSchema): JsonSchema => ({ ...schema, additionalProperties: false });
const union = (...anyOf: JsonSchema[]): JsonSchema => ({ anyOf });

const type = (path: string, source: string, target: string) => ({ kind: "type", path, source, target });
const property = (path: string, reason: string) => ({ kind: "property", path, reason });

const tree: JsonSchema = {
  $ref: "#/$defs/Tree",
  $defs: { Tree: object({ value: string, children: list({ $ref: "#/$defs/Tree" }) }) },
};
const otherTree: JsonSchema = {
  $ref: "#/$defs/T",
  $defs: { T: object({ value: number, children: list({ $ref: "#/$defs/T" }) }) },
};

describe("a mismatch that is certain", () => {
  test.each<[string, JsonSchema, JsonSchema, object]>([
    ["another type", string, number, type("", "a string", "a number")],
    ["one alternative of another type", { type: ["string", "null"] }, string, type("", "a string or null", "a string")],
    ["a union with another type in it", union(string, number), string, type("", "a string or a number", "a string")],
    ["a type for values", { enum: ["a", 1] }, string, type("", '"a" or 1', "a string")],
    ["no common value", { enum: ["a"] }, { enum: ["b", "c"] }, type("", '"a"', '"b" or "c"')],
    ["anything for something", {}, string, type("", "anything", "a string")],
    ["a missing property", object({ a: string }), object({ a: string, b: string }), property(".b", "is missing")],
    ["an optional property", object({ a: string }, []), object({ a: string }), property(".a", "may be missing")],
    ["a property of another type", object({ a: string }), object({ a: number }), type(".a", "a string", "a number")],
    ["an optional one too", object({ a: string }, []), object({ a: number }, []), type(".a", "a string", "a number")],
    ["one too many", object({ a: string, b: string }), closed(object({ a: string })), property(".b", "is not allowed")],
    ["elements", list(string), list(number), type("[]", "a string", "a number")],
    [
      "a tuple",
      { type: "array", prefixItems: [string, string], items: false },
      list(number),
      type("[0]", "a string", "a number"),
    ],
    [
      "deep inside",
      object({ a: list(object({ b: string })) }),
      object({ a: list(object({ b: number })) }),
      type(".a[].b", "a string", "a number"),
    ],
    ["in a recursive type", tree, otherTree, type(".value", "a string", "a number")],
  ])("%s", (_, source, target, expected) => {
    expect(findMismatch(source, target)).toEqual(expected);
  });
});

describe("what is not certain is no mismatch", () => {
  test.each<[string, JsonSchema, JsonSchema]>([
    ["the same", object({ a: string }), object({ a: string })],
    ["integer and number", { type: "number" }, { type: "integer" }],
    ["a string for one of several", string, { enum: ["a", "b"] }],
    ["values that overlap", { enum: ["a", "b"] }, { enum: ["b", "c"] }],
    ["a limit", number, { type: "number", minimum: 3 }],
    ["an open object for a closed one", object({ a: string }), closed(object({ a: string }))],
    [
      "an optional property that is not declared",
      object({ a: string, b: string }, ["a"]),
      closed(object({ a: string })),
    ],
    ["an alternative", string, union(number, string)],
    [
      "properties that alternatives hold together",
      object({ a: union(string, number) }),
      union(object({ a: string }), object({ a: number })),
    ],
    ["anything", object({ a: string }), {}],
    ["keywords that are not compared", { allOf: [string] }, number],
    [
      "a recursive type",
      tree,
      { ...tree, $defs: { Tree: object({ value: {}, children: list({ $ref: "#/$defs/Tree" }) }) } },
    ],
    ["an empty list", { type: "array", items: string, maxItems: 0 }, list(number)],
    ["exactly one alternative", { oneOf: [string, number] }, string],
  ])("%s", (_, source, target) => {
    expect(findMismatch(source, target)).toBeUndefined();
  });
});

const schemas = fc.letrec<{ schema: JsonSchema }>((tie) => ({
  schema: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom<JsonSchema>(
      string,
      number,
      { type: "integer" },
      { type: "null" },
      { type: "boolean" },
      { enum: ["a", 1] },
      {},
    ),
    tie("schema").map(list),
    fc.array(tie("schema"), { minLength: 1, maxLength: 3 }).map((anyOf) => union(...anyOf)),
    fc
      .tuple(fc.dictionary(fc.constantFrom("a", "b", "c"), tie("schema")), fc.boolean(), fc.boolean())
      .map(([properties, all, shut]) => {
        const made = object(properties, all ? Object.keys(properties) : []);
        return shut ? closed(made) : made;
      }),
  ),
})).schema;

test("a schema fits itself, a union with it, and what allows anything", () => {
  fc.assert(
    fc.property(schemas, schemas, (schema, other) => {
      expect(findMismatch(schema, schema)).toBeUndefined();
      expect(findMismatch(schema, union(schema, other))).toBeUndefined();
      expect(findMismatch(schema, union(other, schema))).toBeUndefined();
      expect(findMismatch(schema, {})).toBeUndefined();
    }),
  );
});
