import type { JsonSchema } from "@espalier/contract";
import { describe, expect, test } from "@jest/globals";
import { assign } from "./index.ts";
import { provesAll } from "./prove.ts";
import { alone, Session } from "./session.ts";

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

const integer: JsonSchema = { type: "integer" };
const nothing: JsonSchema = { type: "null" };
const literal = (...values: string[]): JsonSchema => ({ enum: values });
const dictionary = (value: JsonSchema): JsonSchema => ({ type: "object", additionalProperties: value });
const tuple = (...parts: JsonSchema[]): JsonSchema => ({
  type: "array",
  prefixItems: parts,
  items: false,
  minItems: parts.length,
});
const narrowed: JsonSchema = { $ref: "#/$defs/A", minLength: 3, $defs: { A: string } };
const type = (path: string, source: string, target: string) => ({ path, source, target });
const property = (path: string, reason: string) => ({ path, reason });
const tree = (name: string, value: JsonSchema): JsonSchema => ({
  $ref: `#/$defs/${name}`,
  $defs: { [name]: object({ value, children: list({ $ref: `#/$defs/${name}` }) }) },
});

describe("no", () => {
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
    ["in a recursive type", tree("A", string), tree("B", number), type(".value", "a string", "a number")],
    [
      "an alternative that is told by a literal",
      object({ kind: literal("a"), value: string }),
      union(object({ kind: literal("a"), value: number }), object({ kind: literal("b"), value: string })),
      type(".value", "a string", "a number"),
    ],
    [
      "one of the literals that tell alternatives",
      object({ kind: literal("a", "b"), value: string }),
      union(object({ kind: literal("a"), value: string }), object({ kind: literal("b"), value: number })),
      type(".value", "a string", "a number"),
    ],
    [
      "a literal that tells none of the alternatives",
      object({ kind: literal("c") }),
      union(object({ kind: literal("a") }), object({ kind: literal("b") })),
      type(".kind", '"c"', '"a" or "b"'),
    ],
    [
      "a property that no alternative allows",
      object({ a: string, b: string }),
      union(object({ a: number }), object({ a: nothing })),
      type(".a", "a string", "a number or null"),
    ],
    [
      "a property that all alternatives require",
      object({ a: string }),
      union(object({ b: number }), object({ b: string, a: string })),
      property(".b", "is missing"),
    ],
    [
      "exactly one of alternatives that are told apart",
      { oneOf: [object({ kind: literal("a") }), object({ kind: literal("b"), x: string })] },
      object({ kind: string, x: string }),
      property(".x", "is missing"),
    ],
    [
      "schemas that hold together",
      { allOf: [object({ a: string }), object({ b: string })] },
      object({ a: string, b: number }),
      type(".b", "a string", "a number"),
    ],
    [
      "one of several that must hold together",
      object({ a: string }),
      { allOf: [object({ a: string }), object({ a: number })] },
      property(".a", "is not allowed"),
    ],
    [
      "what is excluded",
      string,
      { not: string },
      type("", "a string", "a number, a boolean, null, a list or an object"),
    ],
    ["properties of any name", dictionary(string), dictionary(number), type(".*", "a string", "a number")],
    [
      "a tuple that is too long",
      tuple(string, string),
      tuple(string),
      type("", "a list of 2 elements", "a list of 1 element"),
    ],
    [
      "a tuple that is too short",
      tuple(string),
      tuple(string, string),
      type("", "a list of 1 element", "a list of 2 elements"),
    ],
    ["a place of a tuple", tuple(string, string), tuple(string, number), type("[1]", "a string", "a number")],
    ["a boolean literal", { const: true }, { const: false }, type("", "true", "false")],
    [
      "exactly one alternative of several that overlap",
      { oneOf: [number, { type: "number", minimum: 3 }] },
      string,
      { ...type("", "a number", "a string"), example: 0 },
    ],
    [
      "what little is not excluded",
      { type: "string", not: { minLength: 1 } },
      number,
      { ...type("", "a string", "a number"), example: "" },
    ],
    [
      "a list that must contain something",
      { type: "array", contains: { const: "a" }, minContains: 2 },
      string,
      { ...type("", "a list", "a string"), example: ["a", "a"] },
    ],
    [
      "names that others make required",
      { ...object({ a: string }), dependentRequired: { a: ["b"], b: ["c"] } },
      object({ a: string, d: string }),
      { ...property(".d", "is missing"), example: { a: "", b: "", c: "" } },
    ],
    [
      "objects of so many properties",
      { type: "object", minProperties: 2, propertyNames: { minLength: 3 } },
      list(string),
      { ...type("", "an object", "a list"), example: { more1: "", more2: "" } },
    ],
    ["a text of a pattern", { type: "string", pattern: "^[q]{7}$" }, number, { path: "", example: undefined }],
    ["references beside other keywords", narrowed, number, type("", "a string", "a number")],
  ])("%s", (_, source, target, expected) => {
    expect(assign(source, target)).toMatchObject({ verdict: "no", ...expected });
  });
});

describe("yes", () => {
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
    ["nothing", { type: "array", items: string, maxItems: 0 }, list(number)],
    ["no value at all", { allOf: [string, number] }, object({ a: string })],
    [
      "properties that alternatives hold together",
      object({ a: union(string, number) }),
      union(object({ a: string }), object({ a: union(number, nothing) }), object({ a: union(number, string) })),
    ],
    [
      "literals that alternatives hold together",
      object({ kind: literal("a", "b") }),
      union(object({ kind: literal("a") }), object({ kind: literal("b") })),
    ],
    ["a boolean for both of them", { type: "boolean" }, { enum: [true, false] }],
    ["an integer limit", { type: "integer", minimum: 3 }, { type: "number", exclusiveMinimum: 2 }],
    ["values by their limits", literal("ab", "cd"), { type: "string", minLength: 2, pattern: "^[a-d]+$" }],
    [
      "one of two that are told apart",
      object({ k: literal("a") }),
      { oneOf: [object({ k: literal("a") }), object({ k: literal("b") })] },
    ],
    ["all of several", object({ a: string, b: number }), { allOf: [object({ a: string }), object({ b: number })] }],
    ["what is not excluded", string, { not: { type: ["number", "null"] } }],
    [
      "a condition",
      object({ a: string }),
      { if: { type: "string" }, then: { minLength: 1 }, else: { type: "object" } },
    ],
    ["a tuple for a list", tuple(literal("a"), literal("b")), { type: "array", items: string, minItems: 2 }],
    ["an element that must be there", tuple(number, literal("a")), { type: "array", contains: string }],
    ["properties of any name", dictionary(literal("a")), dictionary(string)],
    ["names by a pattern", closed({ type: "object", patternProperties: { "^x": literal("a") } }), dictionary(string)],
    ["names that are all declared", closed(object({ ab: string })), { propertyNames: { minLength: 2 } }],
  ])("%s", (_, source, target) => {
    expect(assign(source, target)).toEqual({ verdict: "yes" });
  });
});
describe("maybe", () => {
  test.each<[string, JsonSchema, JsonSchema]>([
    ["a string for values", string, literal("a")],
    ["values that overlap", literal("a", "b"), literal("b", "c")],
    ["a union of literals that overlaps", union(literal("a"), literal("b")), literal("b", "c")],
    ["a boolean for one of them", { type: "boolean" }, { const: true }],
    ["a number for an integer", number, integer],
    ["a limit", number, { type: "number", minimum: 3 }],
    ["an open object for a closed one", object({ a: string }), closed(object({ a: string }))],
    ["an undeclared property for an optional one", object({ a: string }), object({ a: string, b: string }, ["a"])],
    [
      "an optional property that is not declared",
      object({ a: string, b: string }, ["a"]),
      closed(object({ a: string })),
    ],
    ["a list for a tuple", list(string), { type: "array", prefixItems: [string], items: false, minItems: 1 }],
    [
      "names that match a pattern",
      { type: "object", patternProperties: { "^x": string }, additionalProperties: false },
      closed(object({})),
    ],
    ["properties of any name for a closed object", dictionary(string), closed(object({ a: string }, []))],
    ["a recursive type with a wider value", tree("A", string), tree("B", literal("a"))],
    ["texts of a pattern that may all be excluded", { pattern: "^x", type: "string", not: { pattern: "^x" } }, number],
  ])("%s", (_, source, target) => {
    expect(assign(source, target)).toEqual({ verdict: "maybe" });
  });
});

describe("schemas that are large", () => {
  const names = Array.from({ length: 1000 }, (_, index) => `p${index}`);
  const wide = (last: JsonSchema) => object(Object.fromEntries([...names.map((name) => [name, string]), ["z", last]]));
  const deep = (leaf: JsonSchema, levels = 200) => {
    let schema = leaf;
    for (let level = 0; level < levels; level++) schema = level % 2 === 0 ? list(schema) : object({ a: schema });
    return schema;
  };
  const variants = (count: number, value: JsonSchema, keyword = "anyOf"): JsonSchema => ({
    [keyword]: names.slice(0, count).map((name) => object({ kind: { const: name }, value })),
  });
  const entangled = (leaf: JsonSchema): JsonSchema => {
    const refs = names.slice(0, 20).map((name) => ({ $ref: `#/$defs/${name}` }));
    const definition = (name: string) => object({ [name]: union(...refs, leaf), leaf });
    return {
      $ref: "#/$defs/p0",
      $defs: Object.fromEntries(names.slice(0, 20).map((name) => [name, definition(name)])),
    };
  };

  test.each<[string, JsonSchema, JsonSchema, string]>([
    ["many properties", wide(string), wide(string), "yes"],
    ["many properties, the last wrong", wide(string), wide(number), "no"],
    ["many levels", deep(string), deep(string), "yes"],
    ["many levels, the last wrong", deep(string), deep(number), "no"],
    ["many alternatives", variants(100, string), variants(100, string), "yes"],
    ["many alternatives of another type", variants(100, string), variants(100, number), "no"],
    ["exactly one of many", variants(100, string, "oneOf"), variants(100, string, "oneOf"), "yes"],
    ["definitions that all refer to each other", entangled(string), entangled(string), "yes"],
    ["such definitions with another leaf", entangled(string), entangled(number), "no"],
    [
      "unions in unions",
      { allOf: names.slice(0, 40).map((name) => union(object({ [name]: string }), object({ [name]: number }))) },
      object({ z: string }),
      "maybe",
    ],
  ])("%s", (_, source, target, verdict) => {
    expect(assign(source, structuredClone(target)).verdict).toBe(verdict);
  });

  test.each<[string, (size: number) => JsonSchema]>([
    ["alternatives", (size) => variants(size, string)],
    ["properties", (size) => object(Object.fromEntries(names.slice(0, size).map((name) => [name, string])))],
    ["literals", (size) => literal(...names.slice(0, size))],
    ["levels", (size) => deep(string, size / 10)],
  ])("twice as many %s take twice as many steps", (_, make) => {
    const steps = (size: number): number => {
      const session = new Session();
      expect(provesAll([alone(make(size))], alone(make(size)), session)).toBe(true);
      return session.spent;
    };
    expect(steps(1000)).toBeLessThan(2.2 * steps(500));
  });
});

describe("schemas that must end as counted steps do, and not the stack or the memory", () => {
  const many = (count: number) => Array.from({ length: count }, (_, index) => `p${index}`);
  const deep = (leaf: JsonSchema, levels = 2_000): JsonSchema =>
    many(levels).reduce((inner, _, level) => (level % 2 === 0 ? list(inner) : object({ a: inner })), leaf);
  const twice = (leaf: JsonSchema): JsonSchema => ({
    $ref: "#/$defs/p0",
    $defs: Object.fromEntries(
      many(60).map((name, index) => {
        const next = { $ref: `#/$defs/p${index + 1}` };
        return [name, index === 59 ? leaf : object({ a: next, b: next })];
      }),
    ),
  });
  const tagged = (value: JsonSchema): JsonSchema =>
    union(...many(2_000).map((kind) => object({ kind: literal(kind), value })));

  test("2,000 levels are too large to tell", () => {
    expect(assign(deep(string), deep(number))).toEqual({ verdict: "maybe", reason: "too large" });
    expect(assign(deep(string), deep(string))).toEqual({ verdict: "maybe", reason: "too large" });
  });

  test("a stack that is nearly full ends as too large to tell", () => {
    const near = (levels: number): string =>
      levels === 0 ? assign(deep(string, 150), deep(number, 150)).verdict : near(levels - 1);
    const verdicts = new Set<string>();
    for (let levels = 1_000; ; levels += 1_000) {
      const verdict = orOverflow(() => near(levels));
      if (verdict === undefined) break;
      verdicts.add(verdict);
    }
    expect([...verdicts]).toEqual(["no", "maybe"]);
  });

  test("definitions that name each other twice give no example too large to write out", () => {
    expect(assign(twice(string), twice(string))).toEqual({ verdict: "yes" });
    expect(assign(twice(string), twice(number))).toMatchObject({ verdict: "no", example: undefined });
  });

  test("2,000 alternatives are compared", () => {
    expect(assign(tagged(string), tagged(string))).toEqual({ verdict: "yes" });
    expect(assign(tagged(string), tagged(number))).toMatchObject({ verdict: "no", path: ".value" });
  });
});

/** What is given, or undefined when the stack is too small for it. */
function orOverflow<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
