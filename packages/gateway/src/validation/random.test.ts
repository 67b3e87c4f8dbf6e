import { expect, test } from "@jest/globals";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import fc from "fast-check";
import { checkSchema, type Json, type JsonSchema, type Subschema } from "@espalier/contract";
import { createSchemaValidator } from "./index.ts";

// `ownProperties`, because plain Ajv takes what every object has for a property.
const ajv = new Ajv2020({ strict: false, logger: false, addUsedSchema: false, ownProperties: true });
(addFormats as unknown as (ajv: Ajv2020) => void)(ajv);
const { validate, refuse } = createSchemaValidator();

const name = fc.constantFrom("a", "b", "ab", "toString", "é/~", "😀");
const text = fc.oneof(
  name,
  fc.constantFrom("", "abc", "2026-01-31", "a@b.io", "x y", "\ud800"),
  fc.string({ maxLength: 3 }),
);
const number = fc.oneof(fc.integer({ min: -3, max: 6 }), fc.constantFrom(0.5, -0, 1e21, 1.1, 2.2, 1e308, 5e-324));
const { value } = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.oneof(fc.constant(null), fc.boolean(), number, text),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(name, tie("value"), { maxKeys: 4, noNullPrototype: true }),
  ),
}));

const count = fc.nat({ max: 3 });
const pattern = fc.constantFrom("a", "^a", "b$", "^[^ab]*$", "^.$", "\\s", "\\d{2,}", "[\\p{L}]{2}", "(?:a|é)+", "^$");
const types = fc.constantFrom("null", "boolean", "integer", "number", "string", "array", "object");

/** A schema from a few keywords: with all of them at once, no value would ever match. */
const { schema } = fc.letrec<{ schema: Subschema }>((tie) => {
  const inner = tie("schema");
  const listed = fc.array(inner, { minLength: 1, maxLength: 3 });
  const named = fc.dictionary(name, inner, { maxKeys: 3, noNullPrototype: true });
  const keywords: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
    $ref: fc.constantFrom("#/$defs/A", "#/$defs/B"),
    additionalProperties: inner,
    allOf: listed,
    anyOf: listed,
    const: value,
    contains: inner,
    dependentRequired: fc.dictionary(name, fc.uniqueArray(name, { maxLength: 2 }), {
      maxKeys: 2,
      noNullPrototype: true,
    }),
    dependentSchemas: named,
    else: inner,
    enum: fc.array(value, { minLength: 1, maxLength: 3 }),
    exclusiveMaximum: number,
    format: fc.constantFrom("date", "email", "uri", "ipv4", "unknown", "int32"),
    if: inner,
    items: inner,
    maxContains: count,
    maxItems: count,
    maxLength: count,
    maxProperties: count,
    minContains: count,
    minItems: count,
    minLength: count,
    minProperties: count,
    minimum: number,
    multipleOf: fc.constantFrom(1, 2, 0.5, 0.1, 1e-8),
    not: inner,
    oneOf: listed,
    pattern,
    patternProperties: fc.dictionary(pattern, inner, { maxKeys: 2, noNullPrototype: true }),
    prefixItems: listed,
    properties: named,
    propertyNames: inner,
    required: fc.uniqueArray(name, { maxLength: 2 }),
    then: inner,
    type: fc.oneof(types, fc.uniqueArray(types, { minLength: 1, maxLength: 3 })),
    unevaluatedProperties: inner,
    uniqueItems: fc.boolean(),
  };
  const one = fc.oneof(
    ...Object.entries(keywords).map(([keyword, values]) => values.map((each) => ({ [keyword]: each }))),
  );
  const several = fc
    .array(one, { maxLength: 4, depthIdentifier: "schema" })
    .map((all) => Object.assign({}, ...all) as JsonSchema);
  return { schema: fc.oneof({ maxDepth: 4, depthIdentifier: "schema", withCrossShrink: true }, fc.boolean(), several) };
});

const document = fc
  .tuple(schema, schema, schema)
  .map(([root, A, B]): JsonSchema => ({ ...(typeof root === "boolean" ? { allOf: [root] } : root), $defs: { A, B } }));

/** Undefined where Ajv errs, as docs/schemas.md tells. */
function ofAjv(schema: JsonSchema): ((value: Json) => boolean | undefined) | undefined {
  const text = JSON.stringify(schema);
  const has = (...keywords: string[]) => keywords.every((keyword) => text.includes(`"${keyword}"`));
  if (has("unevaluatedProperties", "if") || has("contains", "prefixItems")) return undefined;
  const check = ajv.compile(schema);
  return (each) => {
    try {
      return check(each) as boolean;
    } catch {
      return undefined; // it compares with a property toString
    }
  };
}

test("random schemas judge random values as plain Ajv does", () => {
  let verdicts = 0;
  let matches = 0;
  fc.assert(
    fc.property(document, fc.array(value, { minLength: 5, maxLength: 5 }), (root, values) => {
      if (checkSchema(root).length > 0) return;
      expect(refuse(root)).toBeUndefined();
      const expected = ofAjv(root);
      for (const each of values) {
        const verdict = expected?.(each);
        if (verdict === undefined) continue;
        const ours = validate(root, each);
        expect([root, each, ours === undefined]).toEqual([root, each, verdict]);
        if (!verdict) expect(ours).toMatch(/^(?:the value|\/.*) must .+; it is .+$/s);
        verdicts += 1;
        matches += Number(verdict);
      }
    }),
    { numRuns: 300 },
  );
  // Both happen often enough to mean something.
  expect(matches).toBeGreaterThan(verdicts / 10);
  expect(verdicts - matches).toBeGreaterThan(verdicts / 10);
});

test("patterns match what they match in JavaScript", () => {
  const part = fc.constantFrom(
    ..."abé😀 -/^$.\n\u00a0\u2028",
    "\\s",
    "\\S",
    "\\w",
    "\\b",
    "\\d",
    ".",
    "[^a]",
    "[\\s-]",
    "[^\\S]",
    "[a-c-]",
    "\\u{1F600}",
    "\\ud83d\\ude00",
    "\\xe9",
    "\\cJ",
    "(?:a|b)",
    "(?<x>a)",
    "a*?",
    "b+",
    "a{1,2}",
    "b?",
    "[]",
    "[^]",
    "\\p{L}",
    "\\P{Lu}",
    "[[:alpha:]]",
    "\\/",
    "|",
  );
  const source = fc.array(part, { maxLength: 5 }).map((parts) => parts.join(""));
  const subject = fc
    .array(fc.constantFrom(..."abcAé😀 -/^$\n\r\u00a0\u2028:[]", "\ud83d"), { maxLength: 8 })
    .map((parts) => parts.join(""));
  fc.assert(
    fc.property(source, fc.array(subject, { minLength: 5, maxLength: 5 }), (each, subjects) => {
      if (checkSchema({ pattern: each }).length > 0) return;
      const expected = new RegExp(each, "u");
      for (const one of subjects)
        expect([each, one, validate({ pattern: each }, one) === undefined]).toEqual([each, one, expected.test(one)]);
    }),
    { numRuns: 500 },
  );
});
