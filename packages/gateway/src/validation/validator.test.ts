import { describe, expect, test } from "@jest/globals";
import type { Json, JsonSchema } from "@espalier/contract";
import { createSchemaValidator } from "./index.ts";

const { validate, refuse } = createSchemaValidator();

function deep(depth: number): Json {
  let value: Json = 1;
  for (let i = 0; i < depth; i++) value = [value];
  return value;
}

function timed(work: () => string | undefined): { answer: string | undefined; ms: number } {
  const started = performance.now();
  const answer = work();
  return { answer, ms: performance.now() - started };
}

const invoice: JsonSchema = {
  type: "object",
  properties: {
    total: { type: "number", minimum: 0 },
    kind: { enum: ["a", "b"] },
    mail: { type: "string", format: "email" },
  },
  required: ["total"],
  additionalProperties: false,
};

test.each<[string, JsonSchema, Json, string | undefined]>([
  ["a match", invoice, { total: 1, kind: "a" }, undefined],
  ["a missing property", invoice, {}, "the value must have required property 'total'"],
  ["a wrong type", invoice, { total: "1" }, "/total must be number"],
  ["an extra property", invoice, { total: 1, x: 1 }, 'the value must NOT have additional properties: "x"'],
  [
    "a value outside an enum",
    invoice,
    { total: 1, kind: "c" },
    '/kind must be equal to one of the allowed values: ["a","b"]',
  ],
  ["a format", invoice, { total: 1, mail: "no" }, '/mail must match format "email"'],
  [
    "an inherited name is not a property",
    { required: ["toString"] },
    {},
    "the value must have required property 'toString'",
  ],
  [
    "unique",
    { uniqueItems: true },
    [
      { a: 1, b: 2 },
      { b: 2, a: 2 },
    ],
    undefined,
  ],
  [
    "not unique",
    { uniqueItems: true },
    [
      { a: 1, b: 2 },
      { b: 2, a: 1 },
    ],
    'the value must pass "uniqueItems" keyword validation',
  ],
  ["a pattern", { pattern: "^INV-\\d{3}$" }, "INV-12", 'the value must match pattern "^INV-\\d{3}$"'],
])("%s", (_, schema, value, expected) => {
  expect(validate(schema, value)).toBe(expected);
});

describe("what runs away elsewhere", () => {
  const doubled: Record<string, JsonSchema> = { d60: { type: "integer" } };
  for (let i = 0; i < 60; i++)
    doubled[`d${i}`] = { allOf: [{ $ref: `#/$defs/d${i + 1}` }, { $ref: `#/$defs/d${i + 1}` }] };

  test.each<[string, JsonSchema, Json, string | undefined]>([
    [
      "a backtracking pattern",
      { pattern: "^(a+)+$" },
      `${"a".repeat(50_000)}!`,
      'the value must match pattern "^(a+)+$"',
    ],
    [
      "references that double",
      { $ref: "#/$defs/d0", $defs: doubled },
      1,
      "the schema takes too many steps for this value",
    ],
    [
      "a schema that is itself",
      { $ref: "#/$defs/a", $defs: { a: { anyOf: [{ $ref: "#/$defs/a" }] } } },
      1,
      "the schema recurses too deeply for this value",
    ],
    ["a deep value", {}, deep(5_000), "the value nests too deeply"],
    ["8,000 unique objects", { uniqueItems: true }, Array.from({ length: 8_000 }, (_, i) => ({ i })), undefined],
  ])("%s", (_, schema, value, expected) => {
    refuse(schema);
    const { answer, ms } = timed(() => validate(schema, value));
    expect(answer).toBe(expected);
    expect(ms).toBeLessThan(500);
  });
});

test.each<[string, JsonSchema, string]>([
  ["look-around", { pattern: "^(?=x)" }, "the schema cannot be used: "],
  ["a reference to nothing", { $ref: "#/$defs/none" }, "the schema cannot be used: "],
  ["a keyword of the wrong type", { required: "a" as never }, "the schema cannot be used: "],
])("refuses %s", (_, schema, expected) => {
  expect(refuse(schema)).toContain(expected);
});

test("two schemas never share a pattern", () => {
  expect(validate({ pattern: "^a$" }, "a")).toBeUndefined();
  expect(validate({ pattern: "^b$" }, "a")).toBe('the value must match pattern "^b$"');
});
