import type { JsonSchema } from "@espalier/contract";
import { describe, expect, test } from "@jest/globals";
import { Ajv2020 } from "ajv/dist/2020.js";
import fc from "fast-check";
import { schemas, witnesses } from "./fixtures/schemas.ts";
import { findMismatch } from "./mismatch.ts";
import { provablyFits } from "./proof.ts";

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

test("what is proven to fit is never a mismatch", () => {
  fc.assert(
    fc.property(schemas, schemas, (source, target) => {
      if (provablyFits(source, target)) expect(findMismatch(source, target)).toBeUndefined();
    }),
    { numRuns: 500 },
  );
});

test("where there is a mismatch, some value of the source is not valid for the target", () => {
  const ajv = new Ajv2020({ strict: false, logger: false });
  let mismatches = 0;
  fc.assert(
    fc.property(schemas, schemas, (source, target) => {
      if (findMismatch(source, target) === undefined) return;
      mismatches++;
      const [fromSource, fromTarget] = [ajv.compile(source), ajv.compile(target)];
      const values = witnesses(source).filter((value) => fromSource(value));
      expect(values.some((value) => !fromTarget(value))).toBe(true);
    }),
    { numRuns: 1000 },
  );
  expect(mismatches).toBeGreaterThan(100);
});
