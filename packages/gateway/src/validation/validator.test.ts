import { describe, expect, test } from "@jest/globals";
import type { Json, JsonSchema } from "@espalier/contract";
import { BYTES_PER_BYTE, BYTES_PER_SCHEMA, createSchemaValidator } from "./validator.ts";

const { validate, refuse } = createSchemaValidator();

const invoice: JsonSchema = {
  type: "object",
  properties: {
    total: { type: "number", minimum: 0 },
    kind: { enum: ["a", "b"] },
    mail: { type: "string", format: "email" },
    lines: { type: "array", items: { $ref: "#/$defs/Line" }, minItems: 1 },
  },
  required: ["total"],
  additionalProperties: false,
  $defs: { Line: { anyOf: [{ type: "null" }, { properties: { amount: { type: "integer" } }, required: ["amount"] }] } },
};

const long = "x".repeat(5_000);
const pairs = "\u{1F600}".repeat(100);

test.each<[string, JsonSchema, Json, string | undefined]>([
  ["a match", invoice, { total: 1, kind: "a", lines: [{ amount: 1 }, null] }, undefined],
  ["no property", invoice, {}, 'the value must have the property "total"; it is an object with 0 properties'],
  ["another type", invoice, { total: "1" }, '/total must be a number; it is "1"'],
  ["another type at the top", invoice, [1], "the value must be an object; it is a list of 1 item"],
  [
    "several types",
    { type: ["null", "array", "boolean"] },
    1,
    "the value must be null, a list or true or false; it is 1",
  ],
  ["too little", invoice, { total: -0.5 }, "/total must be at least 0; it is -0.5"],
  ["one property too many", invoice, { total: 1, x: {} }, "/x must not be there; it is an object with 0 properties"],
  ["outside an enum", invoice, { total: 1, kind: "c" }, '/kind must be "a" or "b"; it is "c"'],
  ["a long enum", { enum: [1, 2, 3, 4, 5, 6, 7] }, 9, "the value must be 1, 2, 3, 4, 5 or one of 2 more; it is 9"],
  ["a large constant", { const: [long] }, 9, "the value must be a certain list; it is 9"],
  ["a format", invoice, { total: 1, mail: "no" }, '/mail must be of the format "email"; it is "no"'],
  ["a pattern", { pattern: "^\\d+$" }, "x", 'the value must match the pattern "^\\d+$"; it is "x"'],
  [
    "an alternative that was meant",
    invoice,
    { total: 1, lines: [{ amount: "1" }] },
    '/lines/0/amount must be a whole number; it is "1"',
  ],
  [
    "none of two",
    { anyOf: [{ type: "null" }, { const: 1 }] },
    "",
    'the value must match one of its 2 alternatives; it is ""',
  ],
  [
    "both of two",
    { oneOf: [{}, { type: "string" }] },
    "",
    'the value must match only one of its alternatives; it is ""',
  ],
  [
    "a long text",
    { maxLength: 9 },
    long,
    `the value must have at most 9 characters; it is "${"x".repeat(60)}…" (5000 characters)`,
  ],
  [
    "a text that is cut between surrogates",
    { const: 1 },
    `x${pairs}`,
    `the value must be 1; it is "x${pairs.slice(0, 58)}…" (201 characters)`,
  ],
  [
    "a text that a terminal would obey",
    { const: 1 },
    "\u001b[2J\u202e\ud800",
    'the value must be 1; it is "\\u001b[2J\\u202e\\ud800"',
  ],
  [
    "a name with signs of a pointer",
    { additionalProperties: false },
    { "a/b~c": 1 },
    "/a~1b~0c must not be there; it is 1",
  ],
  [
    "a name that a log would obey",
    { additionalProperties: false },
    { "a\n\u001bb": 1 },
    "/a\\u000a\\u001bb must not be there; it is 1",
  ],
  ["a long name", { additionalProperties: false }, { [long]: 1 }, `/${"x".repeat(40)}… must not be there; it is 1`],
  [
    "a name that is refused",
    { propertyNames: { maxLength: 1 } },
    { ab: 1 },
    'the value must have no property named "ab"; it is an object with 1 property',
  ],
  [
    "a number that JSON cannot say",
    { type: "number" },
    Infinity,
    "the value must be a number; it is a number that is too large",
  ],
])("%s", (_, schema, value, expected) => {
  expect(validate(schema, value)).toBe(expected);
});

function nested(levels: number, around: (inner: Json) => Json, inmost: Json): Json {
  let value = inmost;
  for (let level = 0; level < levels; level++) value = around(value);
  return value;
}

test("a long pointer is shown without its middle", () => {
  const schema: JsonSchema = {
    $ref: "#/$defs/N",
    $defs: { N: { properties: { a: { $ref: "#/$defs/N" } }, not: { const: 1 } } },
  };
  const value = nested(30, (a) => ({ a }), 1);
  expect(validate(schema, value)).toBe("/a/a/a/a/a/a/…/a/a/a/a/a/a must not be of a certain kind; it is 1");
});

test("an answer never has more than a few hundred characters", () => {
  const names = Array.from({ length: 2_000 }, (_, index) => `${index}${long.slice(0, 20)}`);
  for (const schema of [{ enum: names }, { const: names }, { pattern: long }, { required: [long] }] as JsonSchema[]) {
    const answer = validate(schema, "required" in schema ? {} : long)!;
    expect(answer.length).toBeGreaterThan(40);
    expect(answer.length).toBeLessThan(500);
  }
});

describe("limits, each to the last one that holds", () => {
  test("65,536 bytes of schema", () => {
    const ofBytes = (bytes: number): JsonSchema => ({
      title: "é".repeat(10) + "x".repeat(bytes - 20 - '{"title":""}'.length),
    });
    expect(Buffer.byteLength(JSON.stringify(ofBytes(65_536)))).toBe(65_536);
    expect(refuse(ofBytes(65_536))).toBeUndefined();
    expect(refuse(ofBytes(65_537))).toBe("the schema cannot be used: it has more than 65536 bytes");
  });

  test("200 levels of schema", () => {
    const ofLevels = (levels: number) => nested(levels, (not) => ({ not }), true) as JsonSchema;
    expect(refuse(ofLevels(200))).toBeUndefined();
    expect(refuse(ofLevels(201))).toBe("the schema cannot be used: it nests deeper than 200 levels");
    expect(refuse(ofLevels(100_000))).toBe("the schema cannot be used: it nests deeper than 200 levels");
  });

  test("200 levels of value", () => {
    const list: JsonSchema = {
      $ref: "#/$defs/L",
      $defs: { L: { anyOf: [{ type: "integer" }, { items: { $ref: "#/$defs/L" } }] } },
    };
    const ofLevels = (levels: number) => nested(levels, (inner) => [inner], 1);
    expect(validate(list, ofLevels(200))).toBeUndefined();
    expect(validate(list, ofLevels(201))).toBe("the value nests deeper than 200 levels");
    expect(validate({}, ofLevels(100_000))).toBe("the value nests deeper than 200 levels");
  });

  test("six schemas for each of 200 levels of value", () => {
    const through = (schemas: number): JsonSchema => ({
      $ref: "#/$defs/L",
      $defs: {
        L: nested(schemas - 1, (anyOf) => ({ anyOf: [anyOf] }), {
          items: { $ref: "#/$defs/L" },
        }) as JsonSchema,
      },
    });
    const value = nested(200, (inner) => [inner], 1);
    expect(validate(through(5), value)).toBeUndefined();
    expect(validate(through(6), value)).toBe("the schema recurses too deeply for this value");
  });

  test("patterns of 10,000 instructions, 30 of them for each pattern", () => {
    const many = (count: number): JsonSchema => ({
      anyOf: Array.from({ length: count }, (_, index) => ({ pattern: `[${index}]{70}` })),
    });
    expect(refuse(many(100))).toBeUndefined();
    expect(refuse(many(101))).toBe("the schema cannot be used: it has too many patterns");
    expect(refuse({ pattern: "a".repeat(9_970) })).toBeUndefined();
    expect(refuse({ pattern: "a".repeat(9_971) })).toBe(
      "the schema cannot be used: its patterns are too large, with their repeats written out",
    );
  });
});

describe("compiled schemas", () => {
  const compiled: string[] = [];
  const kept = 3;
  const cached = createSchemaValidator({
    maxBytes: kept * BYTES_PER_SCHEMA,
    onCompile: (digest) => compiled.push(digest),
  });
  const numbered = (least: number): JsonSchema => ({ type: "number", minimum: least });
  const compilations = (...schemas: JsonSchema[]): number => {
    const before = compiled.length;
    for (const schema of schemas) cached.validate(schema, 1);
    return compiled.length - before;
  };

  test("the same schema is compiled once, whoever carries it and however its keys are ordered", () => {
    expect(compilations(numbered(0), { minimum: 0, type: "number" }, numbered(0))).toBe(1);
    const schema = numbered(0);
    expect(compilations(schema, schema)).toBe(0);
  });

  test("the one used longest ago gives way, and is compiled again when it comes back", () => {
    const schemas = [1, 2, 3, 4].map(numbered);
    expect(compilations(...schemas.slice(0, kept))).toBe(kept);
    expect(compilations(schemas[0]!, schemas[3]!)).toBe(1);
    expect(compilations(schemas[0]!, schemas[2]!, schemas[3]!)).toBe(0);
    expect(compilations(schemas[1]!)).toBe(1);
  });

  test("a large schema takes the place of several", () => {
    const large: JsonSchema = { title: "x".repeat((2 * BYTES_PER_SCHEMA) / BYTES_PER_BYTE) };
    const small = [5, 6, 7].map(numbered);
    expect(compilations(...small)).toBe(3);
    expect(compilations(large)).toBe(1);
    expect(compilations(...small)).toBe(3);
  });
});

test.each<[string, JsonSchema, string]>([
  ["look-ahead", { pattern: "^(?=x)" }, 'look-around in a pattern, "(?="'],
  ["look-behind", { pattern: "(?<!x)y" }, 'look-around in a pattern, "(?<!"'],
  ["a back-reference", { pattern: "(a)\\1" }, 'a back-reference in a pattern, "\\1"'],
  ["a named back-reference", { patternProperties: { "(?<x>a)\\k<x>": {} } }, 'a back-reference in a pattern, "\\k<x>"'],
  [
    "a repeat beyond 1000",
    { pattern: "a{1001}" },
    'the pattern "a{1001}": error parsing regexp: invalid repeat count: `{1001}`',
  ],
  ["a reference to nothing", { $ref: "#/$defs/none" }, 'there is nothing at "#/$defs/none"'],
])("refuses %s", (_, schema, problem) => {
  expect(refuse(schema)).toBe(`the schema cannot be used: ${problem}`);
  expect(validate(schema, "x")).toBe(`the schema cannot be used: ${problem}`);
});
