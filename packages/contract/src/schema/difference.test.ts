import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { equalSchemas, schemaDifference, schemaDifferences } from "../index.ts";
import type { JsonSchema } from "../index.ts";

const string: JsonSchema = { type: "string" };
const number: JsonSchema = { type: "number" };

function object(properties: Record<string, JsonSchema>, extra: JsonSchema = {}): JsonSchema {
  return { type: "object", properties, required: Object.keys(properties), ...extra };
}

const cases: [JsonSchema, JsonSchema, string][] = [
  [string, { type: "string", description: "d" }, ""],
  [string, number, "The value is string in the first and number in the second."],
  [string, { type: ["string", "null"] }, "The second also allows null."],
  [object({ a: { type: ["string", "null"] } }), object({ a: string }), 'The first also allows null at "a".'],
  [
    object({ total: number }),
    object({ total: { type: "integer" } }),
    '"total" is number in the first and integer in the second.',
  ],
  [object({ a: string, b: string }), object({ a: string }), '"b" is declared in the first only.'],
  [object({ a: string }), object({ a: string }, { required: [] }), '"a" is required in the first only.'],
  [
    object({ a: string }),
    object({ a: string }, { additionalProperties: false }),
    "The value is closed to undeclared fields in the second only.",
  ],
  [
    object({ lines: { type: "array", items: object({ sku: string }) } }),
    object({ lines: { type: "array", items: object({ sku: { type: "string", maxLength: 3 } }) } }),
    '"lines[].sku" has `maxLength` 3 in the second only.',
  ],
  [
    { ...string, minLength: 1 },
    { ...string, minLength: 2 },
    "The value has `minLength` 1 in the first and 2 in the second.",
  ],
  [{ enum: ["a", "b"] }, { enum: ["b", "c"] }, 'The value may be "a" in the first only and "c" in the second only.'],
  [{ enum: ["a"] }, string, 'The value is "a" in the first and string in the second.'],
  [{}, { not: {} }, "The first allows any value."],
  [{ type: "array", items: string }, { type: "array" }, "The value has `items` in the first only."],
  [
    { type: "array", prefixItems: [string, number] },
    { type: "array", prefixItems: [string, string] },
    '"[1]" is number in the first and string in the second.',
  ],
  [
    { anyOf: [object({ a: string }), number] },
    { anyOf: [object({ a: string }), { type: "boolean" }] },
    "The value is number in the first and boolean in the second.",
  ],
];

test.each(cases)("%j and %j", (a, b, sentence) => {
  expect(schemaDifference(a, b)).toBe(sentence);
});

test("the sides can be named", () => {
  expect(schemaDifference(string, number, ["`then`", "`otherwise`"])).toBe(
    "The value is string in `then` and number in `otherwise`.",
  );
});

test("all differences are told at once, or as many as asked for", () => {
  const integer: JsonSchema = { type: "integer" };
  const a = object({ id: { ...string, minLength: 1 }, count: integer, size: integer, note: string });
  const b = object({ id: string, count: number, size: number }, { additionalProperties: false });
  expect(schemaDifferences(a, b)).toEqual([
    '"note" is declared in the first only.',
    "The value is closed to undeclared fields in the second only.",
    '"count" is integer in the first and number in the second.',
    '"id" has `minLength` 1 in the first only.',
    '"size" is integer in the first and number in the second.',
  ]);
  expect(schemaDifferences(a, b, ["then", "otherwise"], 2)).toEqual([
    '"note" is declared in then only.',
    "The value is closed to undeclared fields in otherwise only.",
  ]);
  expect(schemaDifferences({ ...string, minLength: 1, maxLength: 9 }, string)).toEqual([
    "The value has `maxLength` 9 in the first only.",
    "The value has `minLength` 1 in the first only.",
  ]);
});

test("a difference inside a recursion is found", () => {
  const list = (value: JsonSchema): JsonSchema => ({
    $ref: "#/$defs/A",
    $defs: { A: object({ next: { anyOf: [{ $ref: "#/$defs/A" }, { type: "null" }] }, value }) },
  });
  expect(schemaDifference(list(string), list(number))).toMatch(
    /"(next\.)*value" is string in the first and number in the second\./,
  );
});

test("there is a sentence exactly when the schemas differ", () => {
  const leaf = fc.constantFrom<JsonSchema[]>(
    string,
    number,
    { const: "a" },
    { enum: [1, 2] },
    {},
    { not: {} },
    { minLength: 2 },
  );
  const { schema } = fc.letrec<{ schema: JsonSchema }>((tie) => ({
    schema: fc.oneof(
      { depthSize: "small" },
      leaf,
      fc.record({ type: fc.constant("array" as const), items: tie("schema") }),
      fc.dictionary(fc.constantFrom("a", "b"), tie("schema")).map((properties) => object(properties)),
      fc.array(tie("schema"), { minLength: 1, maxLength: 3 }).map((anyOf) => ({ anyOf })),
      fc.array(tie("schema"), { minLength: 1, maxLength: 3 }).map((allOf) => ({ allOf })),
    ),
  }));
  fc.assert(
    fc.property(schema, schema, (a, b) => {
      expect(schemaDifference(a, b) === "").toBe(equalSchemas(a, b));
      expect(schemaDifference(a, a)).toBe("");
      const all = schemaDifferences(a, b);
      expect(all[0] ?? "").toBe(schemaDifference(a, b));
      expect(new Set(all).size).toBe(all.length);
    }),
  );
});
