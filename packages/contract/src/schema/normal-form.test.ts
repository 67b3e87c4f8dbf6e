import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { canonicalJson, equalSchemas, normalForm, schemaDifference } from "../index.ts";
import type { Json, JsonSchema } from "../index.ts";

const string: JsonSchema = { type: "string" };
const number: JsonSchema = { type: "number" };
const nothing: JsonSchema = { type: "null" };

function object(properties: Record<string, JsonSchema | boolean>, extra: JsonSchema = {}): JsonSchema {
  return { type: "object", properties, required: Object.keys(properties), ...extra };
}

/** The same list type, written by three different hands. */
const list = (name: string): JsonSchema => ({
  $ref: `#/$defs/${name}`,
  $defs: { [name]: object({ value: number, next: { anyOf: [{ $ref: `#/$defs/${name}` }, nothing] } }) },
});
const unrolled: JsonSchema = {
  ...object({ next: { anyOf: [nothing, { $ref: "#/$defs/More" }] }, value: number }),
  $defs: { More: object({ value: number, next: { anyOf: [{ $ref: "#/$defs/More" }, nothing] } }) },
};

const equal: [string, JsonSchema, JsonSchema][] = [
  [
    "annotations",
    { type: "string", title: "T", description: "d", default: "x", examples: ["x"], $comment: "c" },
    string,
  ],
  ["unknown keywords", { type: "string", "x-note": 1, discriminator: { propertyName: "k" } }, string],
  ["order of keys and required", object({ a: string, b: number }), object({ b: number, a: string })],
  ["order of enum", { enum: ["a", "b"] }, { enum: ["b", "a", "a"] }],
  ["order of anyOf", { anyOf: [string, nothing] }, { anyOf: [nothing, string] }],
  ["const", { const: "a" }, { type: "string", enum: ["a"] }],
  ["the type beside an enum", { type: ["string", "integer"], enum: ["a", 1, null] }, { enum: [1, "a"] }],
  ["type lists", { type: ["string", "null"], minLength: 2 }, { anyOf: [{ type: "string", minLength: 2 }, nothing] }],
  [
    "nested unions",
    { anyOf: [string, { anyOf: [number, { anyOf: [nothing] }] }] },
    { anyOf: [string, number, nothing] },
  ],
  [
    "literals of a union",
    { anyOf: [{ const: "a" }, { const: "b" }, nothing] },
    { anyOf: [nothing, { enum: ["b", "a"] }] },
  ],
  ["null as a literal", { enum: ["a", null] }, { anyOf: [nothing, { const: "a" }] }],
  ["both truth values", { enum: [true, false] }, { type: "boolean" }],
  ["literals beside their type", { anyOf: [string, { const: "a" }] }, string],
  ["integers beside numbers", { anyOf: [{ type: "integer" }, number] }, number],
  ["a union with anything", { anyOf: [string, {}] }, {}],
  ["every type", { type: ["array", "boolean", "null", "number", "object", "string"] }, {}],
  ["equal variants", { anyOf: [object({ a: string }), object({ a: { type: ["string"] } })] }, object({ a: string })],
  [
    "oneOf with a tag",
    { oneOf: [object({ k: { const: "a" }, x: string }), object({ k: { const: "b" } })] },
    { anyOf: [object({ k: { type: "string", const: "b" } }), object({ k: { enum: ["a"] }, x: string })] },
  ],
  ["oneOf by type", { oneOf: [string, nothing, object({})] }, { anyOf: [string, nothing, { type: "object" }] }],
  [
    "keywords without effect",
    {
      ...object({ a: { minLength: 0, ...string } }),
      additionalProperties: true,
      minProperties: 0,
      propertyNames: string,
    },
    object({ a: string }),
  ],
  ["lists of anything", { type: "array", items: {}, uniqueItems: false, minItems: 0 }, { type: "array" }],
  ["keywords of other types", { type: "string", properties: {}, minimum: 3 }, string],
  [
    "the limits of integers",
    { type: "integer", minimum: -9007199254740991, maximum: 9007199254740991 },
    { type: "integer" },
  ],
  [
    "the end of a tuple",
    { type: "array", prefixItems: [string, number], items: false, minItems: 2, maxItems: 2 },
    { type: "array", prefixItems: [string, number], minItems: 2, maxItems: 2 },
  ],
  ["nothing at all", { not: {} }, { enum: [] }],
  ["references", { $ref: "#/$defs/A", $defs: { A: string } }, string],
  [
    "references with a description",
    { anyOf: [{ $ref: "#/$defs/A", description: "d" }, nothing], $defs: { A: string } },
    { type: ["string", "null"] },
  ],
  [
    "a union behind a reference",
    { anyOf: [{ $ref: "#/$defs/A" }, nothing], $defs: { A: { anyOf: [string, number] } } },
    { type: ["null", "number", "string"] },
  ],
  ["allOf of one", { allOf: [string] }, string],
  [
    "a reference with keywords beside it",
    { $ref: "#/$defs/A", minLength: 1, $defs: { A: string } },
    { allOf: [{ minLength: 1 }, { $ref: "#/$defs/B" }], $defs: { B: string } },
  ],
  [
    "nested allOf",
    { allOf: [{ allOf: [{ minLength: 1 }, {}] }, { maxLength: 2 }] },
    { allOf: [{ maxLength: 2 }, { minLength: 1 }] },
  ],
  ["recursion under another name", list("A"), list("B")],
  ["recursion unrolled once", list("A"), unrolled],
  [
    "recursion through two definitions",
    { $ref: "#/$defs/A", $defs: { A: object({ n: { $ref: "#/$defs/B" } }), B: object({ n: { $ref: "#/$defs/A" } }) } },
    { $ref: "#/$defs/A", $defs: { A: object({ n: { $ref: "#/$defs/A" } }) } },
  ],
];

const different: [string, JsonSchema, JsonSchema][] = [
  ["open and closed", object({ a: string }), object({ a: string }, { additionalProperties: false })],
  ["required and not", object({ a: string }), object({ a: string }, { required: [] })],
  ["number and integer", number, { type: "integer" }],
  ["nullable and not", string, { type: ["string", "null"] }],
  ["a limit", { type: "string", maxLength: 3 }, { type: "string", maxLength: 4 }],
  ["one literal more", { enum: ["a"] }, { enum: ["a", "b"] }],
  [
    "order of a tuple",
    { type: "array", prefixItems: [string, number] },
    { type: "array", prefixItems: [number, string] },
  ],
  ["a name that holds a keyword", object({ enum: string }), object({ required: string })],
  ["enum values that look like schemas", { enum: [{ title: "a" }] }, { enum: [{}] }],
  [
    "oneOf whose members overlap",
    { oneOf: [{ minimum: 1 }, { maximum: 5 }] },
    { anyOf: [{ minimum: 1 }, { maximum: 5 }] },
  ],
  ["oneOf of a member twice", { oneOf: [object({}), object({})] }, object({})],
  [
    "deep in a recursion",
    list("A"),
    { ...list("A"), $defs: { A: object({ value: string, next: { anyOf: [{ $ref: "#/$defs/A" }, nothing] } }) } },
  ],
  ["anything and nothing", {}, { not: {} }],
  ...(
    [
      [{ additionalProperties: true }, {}],
      [{ allOf: [{ unevaluatedProperties: true }] }, {}],
      [{ if: object({ a: string }) }, {}],
      [{ anyOf: [{}, { properties: { a: {} } }] }, { anyOf: [{}] }],
      [{ allOf: [{ anyOf: [{ type: "object" }, object({ a: string })] }] }, { allOf: [{ type: "object" }] }],
    ] as const
  ).map(([seen, unseen]): [string, JsonSchema, JsonSchema] => [
    `properties that count as seen by ${Object.keys(seen).join()}`,
    { type: "object", ...seen, unevaluatedProperties: false },
    { type: "object", ...unseen, unevaluatedProperties: false },
  ]),
  [
    "elements that count as seen",
    { type: "array", items: true, unevaluatedItems: false },
    { type: "array", unevaluatedItems: false },
  ],
  ["numbers as literals", { const: 1 }, { const: "1" }],
];

describe("equalSchemas", () => {
  test.each(equal)("does not mind %s", (_name, a, b) => {
    expect(normalForm(a)).toEqual(normalForm(b));
    expect([equalSchemas(a, b), equalSchemas(b, a)]).toEqual([true, true]);
  });

  test.each(different)("sees %s", (_name, a, b) => {
    expect([equalSchemas(a, b), equalSchemas(b, a)]).toEqual([false, false]);
    expect(canonicalJson(normalForm(a))).not.toBe(canonicalJson(normalForm(b)));
  });

  test("definitions that double at each step come to an end", () => {
    const doubling = (last: JsonSchema): JsonSchema => {
      const levels = Array.from({ length: 200 }, (_, level): [string, JsonSchema] => {
        const below: JsonSchema = { $ref: `#/$defs/D${level + 1}` };
        return [`D${level}`, level % 2 === 0 ? object({ a: below, b: below }) : { oneOf: [below, below, nothing] }];
      });
      return { $ref: "#/$defs/D0", $defs: { ...Object.fromEntries(levels), D200: last } };
    };
    expect(equalSchemas(doubling(string), doubling({ type: ["string"] }))).toBe(true);
    expect(equalSchemas(doubling(string), doubling(number))).toBe(false);
  });

  test("long rows of definitions come to an end", () => {
    const row = (last: JsonSchema): JsonSchema => ({
      $ref: "#/$defs/D0",
      $defs: {
        ...Object.fromEntries(
          Array.from({ length: 1500 }, (_, n) => [`D${n}`, { items: { $ref: `#/$defs/D${n + 1}` } }]),
        ),
        D1500: last,
      },
    });
    expect(equalSchemas(row({ const: 1 }), row({ enum: [1] }))).toBe(true);
    expect(equalSchemas(row({ const: 1 }), row({ const: 2 }))).toBe(false);
    expect(canonicalJson(normalForm(row({ const: 1 })))).toBe(canonicalJson(normalForm(row({ enum: [1] }))));
    expect(schemaDifference(row({ const: 1 }), row({ const: 2 }))).toMatch(/differs further inside\.$/);
  });

  test("long rings of definitions come to an end", () => {
    const ring = (length: number, odd: JsonSchema): JsonSchema => {
      const links = Array.from({ length }, (_, n): [string, JsonSchema] => [
        `R${n}`,
        object({ n: { $ref: `#/$defs/R${(n + 1) % length}` } }, n === 0 ? odd : {}),
      ]);
      return { $ref: "#/$defs/R1", $defs: Object.fromEntries(links) };
    };
    expect(equalSchemas(ring(100, {}), ring(7, {}))).toBe(true);
    expect(equalSchemas(ring(100, { maxProperties: 1 }), ring(100, { maxProperties: 2 }))).toBe(false);
    expect(equalSchemas(ring(600, { maxProperties: 1 }), ring(599, { maxProperties: 1 }))).toBe(false);
  });
});

const leaf = fc.constantFrom<JsonSchema[]>(
  string,
  number,
  nothing,
  { type: "integer" },
  { const: "a" },
  { enum: [1, 2] },
  {},
);
const { schema: anySchema } = fc.letrec<{ schema: JsonSchema }>((tie) => ({
  schema: fc.oneof(
    { depthSize: "small" },
    leaf,
    fc.record({ type: fc.constant("array" as const), items: tie("schema") }),
    fc.dictionary(fc.constantFrom("a", "b", "c"), tie("schema")).map((properties) => object(properties)),
    fc.array(tie("schema"), { minLength: 1, maxLength: 3 }).map((anyOf) => ({ anyOf })),
  ),
}));

/** Turns keys and lists without order around and adds annotations. */
function disguise(value: Json, keyword = ""): Json {
  if (Array.isArray(value)) {
    const items = value.map((item) => disguise(item));
    return ["anyOf", "enum", "required"].includes(keyword) ? items.reverse() : items;
  }
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value as JsonSchema).map(([key, item]): [string, Json] => [key, disguise(item, key)]);
  const note: [string, Json][] = keyword === "properties" ? [] : [["description", "note"]];
  return Object.fromEntries([...note, ...entries.reverse()]);
}

test("a disguised schema is equal to the original, and its normal form is the same and already normal", () => {
  fc.assert(
    fc.property(anySchema, (schema) => {
      const disguised = disguise(schema) as JsonSchema;
      expect(equalSchemas(schema, disguised)).toBe(true);
      expect(canonicalJson(normalForm(disguised))).toBe(canonicalJson(normalForm(schema)));
      expect(canonicalJson(normalForm(normalForm(schema)))).toBe(canonicalJson(normalForm(schema)));
      expect(equalSchemas(schema, normalForm(schema))).toBe(true);
    }),
  );
});
