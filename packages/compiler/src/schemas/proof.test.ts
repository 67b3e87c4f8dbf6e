import type { JsonSchema } from "@espalier/contract";
import { expect, test } from "@jest/globals";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { schemas, values } from "./fixtures/schemas.ts";
import { provablyFits } from "./proof.ts";

const string: JsonSchema = { type: "string" };
const object = (properties: Record<string, JsonSchema>, required = Object.keys(properties)): JsonSchema => ({
  type: "object",
  properties,
  required,
});
const closed = (schema: JsonSchema): JsonSchema => ({ ...schema, additionalProperties: false });
const list = (items: JsonSchema): JsonSchema => ({ type: "array", items });
const tree = (name: string, value: JsonSchema): JsonSchema => ({
  $ref: `#/$defs/${name}`,
  $defs: { [name]: object({ value, children: list({ $ref: `#/$defs/${name}` }) }) },
});

test.each<[string, JsonSchema, JsonSchema]>([
  ["the same", object({ a: string }), object({ a: string })],
  ["anything", object({ a: string }), {}],
  ["an integer for a number", { type: "integer" }, { type: "number" }],
  ["some of the values", { enum: ["a", "b"] }, { enum: ["c", "b", "a"] }],
  ["values for their type", { enum: ["a", 1] }, { type: ["string", "integer"] }],
  ["a part of a union", string, { anyOf: [{ type: "null" }, string] }],
  ["a union for a larger one", { anyOf: [string, { type: "null" }] }, { type: ["null", "number", "string"] }],
  ["more properties for an open object", object({ a: string, b: string }), object({ a: string })],
  ["a required property for an optional one", object({ a: string }), object({ a: string }, [])],
  [
    "a closed object for one with an optional property",
    closed(object({ a: string })),
    object({ a: string, b: string }, ["a"]),
  ],
  ["a list of narrower elements", list({ enum: ["a"] }), list(string)],
  ["the same limit", { type: "number", minimum: 3 }, { type: "number", minimum: 3 }],
  ["a recursive type by another name", tree("A", { enum: ["a"] }), tree("B", string)],
])("%s is proven", (_, source, target) => {
  expect(provablyFits(source, target)).toBe(true);
});

test.each<[string, JsonSchema, JsonSchema]>([
  ["a string for values", string, { enum: ["a"] }],
  ["a number for an integer", { type: "number" }, { type: "integer" }],
  ["a limit", { type: "number" }, { type: "number", minimum: 3 }],
  ["an open object for a closed one", object({ a: string }), closed(object({ a: string }))],
  ["an undeclared property for an optional one", object({ a: string }), object({ a: string, b: string }, ["a"])],
  ["an optional property for a required one", object({ a: string }, []), object({ a: string })],
  ["one alternative too many", { anyOf: [string, { type: "null" }] }, string],
  ["anything for something", {}, string],
  ["a list for a tuple", list(string), { type: "array", prefixItems: [string], items: false, minItems: 1 }],
  [
    "names that match a pattern",
    { type: "object", patternProperties: { "^x": string }, additionalProperties: false },
    closed(object({})),
  ],
  [
    "a keyword that refers to something else",
    { not: { $ref: "#/$defs/A" }, $defs: { A: string } },
    { not: { $ref: "#/$defs/A" }, $defs: { A: { type: "number" } } },
  ],
  ["a recursive type with a wider value", tree("A", string), tree("B", { enum: ["a"] })],
])("%s is not proven", (_, source, target) => {
  expect(provablyFits(source, target)).toBe(false);
});

test("a value of the source is valid for a target that the source provably fits", () => {
  const ajv = new Ajv2020({ strict: false, logger: false });
  let proven = 0;
  fc.assert(
    fc.property(schemas, schemas, fc.array(values, { minLength: 5, maxLength: 20 }), (source, target, samples) => {
      if (!provablyFits(source, target)) return;
      proven++;
      const [fromSource, fromTarget] = [ajv.compile(source), ajv.compile(target)];
      for (const sample of samples) if (fromSource(sample)) expect(fromTarget(sample)).toBe(true);
    }),
    { numRuns: 1000 },
  );
  expect(proven).toBeGreaterThan(30);
});
