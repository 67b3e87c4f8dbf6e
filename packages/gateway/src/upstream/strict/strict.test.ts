import { expect, test } from "@jest/globals";
import type { Json, JsonSchema } from "@espalier/contract";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import fc from "fast-check";
import type { OpenAiAlias } from "../../config/index.ts";
import { createSchemaValidator } from "../../validation/index.ts";
import { createRandom } from "../sample-random.ts";
import { NoSampleError, sampleValue } from "../sample-value.ts";
import { structuredRequest } from "../structured.ts";
import { authorSchemas } from "./fixtures/author-schemas.ts";
import { mistakeIn } from "./fixtures/dialect.ts";
import { makeInstance, NoInstanceError } from "./fixtures/make-instance.ts";
import { readStrictAnswer, strictSchema } from "./index.ts";

const { validate } = createSchemaValidator();

/** The judge is not the gateway's own validator. */
const ajv = new Ajv2020({ strict: false, allErrors: true });
(addFormats as unknown as (ajv: Ajv2020) => void)(ajv);

/** The keywords that a value breaks. */
function broken(schema: JsonSchema, value: Json): string[] {
  const check = ajv.compile(schema);
  return check(value) ? [] : check.errors!.map(({ keyword }) => keyword);
}

const fits = (schema: JsonSchema, value: Json): boolean => broken(schema, value).length === 0;

const isValue = (schema: JsonSchema, value: Json): boolean => validate(schema, value) === undefined;

/** The schema as it is sent, if it is sent as a strict one. */
function wire(author: JsonSchema): Json | undefined {
  const alias = { structuredOutput: "json_schema" } as OpenAiAlias;
  const { json_schema: sent } = structuredRequest(alias, author, validate).responseFormat as {
    json_schema: { strict: boolean; schema: Json };
  };
  return sent.strict ? sent.schema : undefined;
}

const tapes = fc.array(fc.nat({ max: 1000 }), { maxLength: 30 });

/** What a maker made, or undefined where nothing can be made. */
function made(make: () => Json): Json | undefined {
  try {
    return make();
  } catch (error) {
    if (error instanceof NoInstanceError || error instanceof NoSampleError) return undefined;
    throw error;
  }
}

test("a strict schema keeps the rules, and what fits it fits the author's, taken back", () => {
  fc.assert(
    fc.property(authorSchemas, tapes, (author, tape) => {
      const strict = strictSchema(author);
      const sent = wire(author);
      expect(sent === undefined).toBe(strict === undefined);
      if (strict === undefined || sent === undefined) return;
      expect(mistakeIn(sent)).toBeUndefined();
      const instance = made(() => makeInstance(strict.schema, tape, isValue));
      if (instance === undefined) return;
      expect(broken(strict.schema, instance)).toEqual([]);
      const left = broken(author, readStrictAnswer(strict, instance, validate));
      if (!left.some((keyword) => strict.dropped.has(keyword))) expect(left).toEqual([]);
    }),
    { numRuns: 150 },
  );
});

test("what fits the author's schema already still does", () => {
  fc.assert(
    fc.property(authorSchemas, fc.nat(), (author, seed) => {
      const strict = strictSchema(author);
      const value = made(() => sampleValue(author, createRandom(seed), "x"));
      if (strict === undefined || value === undefined || !fits(author, value)) return;
      const left = broken(author, readStrictAnswer(strict, value, validate));
      if (!left.some((keyword) => strict.dropped.has(keyword))) expect(left).toEqual([]);
    }),
    { numRuns: 100 },
  );
});

const text = { type: "string" } as const;
const nothing = { type: "null" } as const;
const closed = (properties: Record<string, JsonSchema>, required = Object.keys(properties)): JsonSchema => ({
  type: "object",
  properties,
  required,
  additionalProperties: false,
});

test.each<[string, JsonSchema, JsonSchema, string[]]>([
  [
    "objects are closed, and say their required properties first",
    { ...closed({ a: text, b: text }, ["b"]), additionalProperties: true },
    closed({ b: text, a: { anyOf: [text, nothing] } }),
    [],
  ],
  [
    "an optional property that may be null stays as it is",
    closed({ a: { type: ["string", "null"] } }, []),
    closed({ a: { type: ["string", "null"] } }),
    [],
  ],
  [
    "what a property refers to may be null",
    { ...closed({ a: { $ref: "#/$defs/N" } }, []), $defs: { N: { enum: ["x", null] } } },
    { ...closed({ a: { $ref: "#/$defs/N" } }), $defs: { N: { type: ["string", "null"], enum: ["x", null] } } },
    [],
  ],
  ["only definitions that are needed go along", { ...text, $defs: { N: {} } }, text, []],
  ["values have a type", { const: 3 }, { type: "number", enum: [3] }, []],
  [
    "values that the type forbids are left out",
    { type: ["string", "boolean"], enum: ["a", 1, true] },
    { type: ["string", "boolean"], enum: ["a", true] },
    [],
  ],
  ["oneOf is anyOf", { oneOf: [text, nothing] }, { anyOf: [text, nothing] }, ["oneOf"]],
  [
    "several types with insides are a union",
    { type: ["array", "null"], items: text },
    { anyOf: [nothing, { type: "array", items: text }] },
    [],
  ],
  [
    "$ref has nothing beside it",
    { $ref: "#/$defs/A", description: "x", $defs: { A: text } },
    { $ref: "#/$defs/A", $defs: { A: text } },
    [],
  ],
  [
    "known constraints stay",
    { type: "array", items: { type: "integer", minimum: 1 }, maxItems: 3 },
    { type: "array", items: { type: "integer", minimum: 1 }, maxItems: 3 },
    [],
  ],
  [
    "descriptions stay, other notes do not",
    { ...text, description: "d", title: "t", examples: ["e"], "x-y": 1 },
    { ...text, description: "d" },
    [],
  ],
  [
    "what only narrows is dropped",
    { ...text, minLength: 2, format: "uri", pattern: "a" },
    { ...text, pattern: "a" },
    ["minLength", "format"],
  ],
])("%s", (_rule, author, expected, dropped) => {
  const strict = strictSchema(author)!;
  expect(JSON.stringify(strict.schema)).toBe(JSON.stringify(expected));
  expect([...strict.dropped].sort()).toEqual(dropped.sort());
});

test.each<[string, JsonSchema]>([
  ["any value", {}],
  ["any value inside", closed({ a: {} })],
  ["true", { type: "array", items: true }],
  ["a list of anything", { type: "array" }],
  ["any object", { type: "object" }],
  ["a record", { type: "object", additionalProperties: text }],
  ["a named record", { type: "object", patternProperties: { a: text }, additionalProperties: false }],
  ["a tuple", { type: "array", prefixItems: [text], items: false }],
  ["a required property without a schema", { type: "object", properties: { a: text }, required: ["b"] }],
  ["all of several", { allOf: [text, { pattern: "a" }] }],
  ["a union inside a type", { type: "object", anyOf: [closed({ a: text }), closed({ b: text })] }],
  ["a condition", { ...text, if: { pattern: "a" }, then: { pattern: "b" } }],
  ["an object as a value", { const: { a: 1 } }],
  ["no value at all", { type: "string", enum: [1] }],
  ["too many levels", Array.from({ length: 9 }).reduce<JsonSchema>((inner) => closed({ a: inner }), text)],
  ["too many values", { enum: Array.from({ length: 1001 }, (_, index) => index) }],
  ["values that are too long", { enum: Array.from({ length: 251 }, (_, index) => `${index}`.padStart(60)) }],
])("%s cannot be said", (_what, author) => {
  expect(strictSchema(author)).toBeUndefined();
});

test.each<[string, JsonSchema, Json, Json]>([
  ["null of an optional property is its absence", closed({ a: text, b: text }, ["b"]), { a: null, b: "x" }, { b: "x" }],
  ["null that the author allows stays", closed({ a: { type: ["string", "null"] } }, []), { a: null }, { a: null }],
  ["null of a required property stays, wrong as it is", closed({ a: text }), { a: null }, { a: null }],
  [
    "in lists and unions too",
    { type: "array", items: { anyOf: [text, closed({ a: text }, [])] } },
    ["x", { a: null }],
    ["x", {}],
  ],
  [
    "the member that it fits decides",
    {
      anyOf: [
        closed({ a: text, k: { const: 1 } }, ["k"]),
        closed({ a: { type: ["string", "null"] }, k: { const: 2 } }),
      ],
    },
    { a: null, k: 2 },
    { a: null, k: 2 },
  ],
  [
    "limits tell members apart",
    {
      anyOf: [
        closed({ a: text, n: { type: "integer", maximum: 5 } }, ["n"]),
        closed({ a: { type: ["string", "null"] }, n: { type: "integer" } }),
      ],
    },
    { a: null, n: 9 },
    { a: null, n: 9 },
  ],
  ["what is not of the schema stays", closed({ a: text }, []), { x: null, a: 1 }, { x: null, a: 1 }],
  ["what is no member stays", { anyOf: [closed({ a: text }, []), text] }, { a: 1 }, { a: 1 }],
])("taken back, %s", (_rule, author, answer, expected) => {
  expect(readStrictAnswer(strictSchema(author)!, answer, validate)).toEqual(expected);
});

test("unions that double at every reference cost no more than what is looked at", () => {
  const members = (next: string): JsonSchema => ({ anyOf: [{ $ref: next }, { $ref: next }] });
  const names = Array.from({ length: 60 }, (_, index) => `A${index}`);
  const $defs = Object.fromEntries(names.map((name, index) => [name, members(`#/$defs/${names[index + 1] ?? "End"}`)]));
  const strict = strictSchema({ $ref: "#/$defs/A0", $defs: { ...$defs, End: closed({ a: text }, []) } })!;
  expect(readStrictAnswer(strict, { a: null }, validate)).toEqual({});
  expect(readStrictAnswer(strict, [7], validate)).toEqual([7]);
});

test("an answer that takes too long to tell apart stays as it is", () => {
  const kinds = Array.from({ length: 50 }, (_, index) => closed({ a: text, k: { const: index } }, ["k"]));
  const strict = strictSchema({ type: "array", items: { anyOf: kinds } })!;
  const answers = (count: number): Json => Array.from({ length: count }, () => ({ a: null, k: 49 }));
  expect(readStrictAnswer(strict, answers(2), validate)).toEqual([{ k: 49 }, { k: 49 }]);
  const long = answers(6_000);
  expect(readStrictAnswer(strict, long, validate) === long).toBe(true);
});
