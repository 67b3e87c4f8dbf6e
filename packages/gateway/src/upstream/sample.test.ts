import { expect, test } from "@jest/globals";
import type { JsonSchema } from "@espalier/contract";
import fc from "fast-check";
import { createSchemaValidator } from "../validation/index.ts";
import { callSample } from "./sample.ts";

const alias = { provider: "sample", seed: 1 } as const;
const request = (responseSchema?: JsonSchema, path = "node_1") => ({
  model: "fast",
  messages: [{ role: "user", content: "hi" }],
  responseSchema,
  path,
});

test("text says that it is made up", () => {
  expect(callSample(alias, request())).toEqual({
    ok: true,
    content: "[sample] fast would answer here.",
    finishReason: "stop",
    model: "sample",
    usage: { prompt_tokens: 8, completion_tokens: 8, total_tokens: 16 },
  });
});

test("the same request gives the same answer, another place another one", () => {
  const schema: JsonSchema = { type: "array", items: { type: "integer" }, minItems: 8 };
  expect(callSample(alias, request(schema))).toEqual(callSample(alias, request(schema)));
  expect(callSample(alias, request(schema))).not.toEqual(callSample(alias, request(schema, "node_2")));
});

const tree: JsonSchema = {
  $ref: "#/$defs/T",
  $defs: {
    T: {
      type: "object",
      properties: {
        kids: { type: "array", items: { $ref: "#/$defs/T" } },
        next: { anyOf: [{ $ref: "#/$defs/T" }, { type: "null" }] },
      },
      required: ["kids", "next"],
    },
  },
};

test("samples fit their schema, recursive ones too", () => {
  const { validate } = createSchemaValidator();
  const leaf = fc.constantFrom<JsonSchema>(
    { type: "string", minLength: 30 },
    { type: "string", maxLength: 3 },
    { type: "string", format: "date" },
    { type: "integer", minimum: 3, maximum: 3 },
    { type: "number", exclusiveMinimum: 0, exclusiveMaximum: 0.5 },
    { type: "number", maximum: -5, multipleOf: 0.5 },
    { type: ["boolean", "null"] },
    { enum: ["a", 1, null] },
    { const: false },
    {},
  );
  const schema = fc.letrec<{ node: JsonSchema }>((tie) => ({
    node: fc.oneof(
      { depthSize: "small" },
      leaf,
      fc.record({ type: fc.constant("array"), items: tie("node"), minItems: fc.integer({ min: 0, max: 4 }) }),
      fc.record({ anyOf: fc.array(tie("node"), { minLength: 1, maxLength: 3 }) }),
      fc.array(tie("node"), { minLength: 1, maxLength: 3 }).map((kids) => ({
        type: "object" as const,
        properties: Object.fromEntries(kids.map((kid, i) => [`p${i}`, kid])),
        required: ["p0"],
        additionalProperties: false,
      })),
    ),
  })).node;
  fc.assert(
    fc.property(schema, fc.integer(), (given, seed) => {
      const outcome = callSample({ provider: "sample", seed }, request(given));
      if (!outcome.ok) throw new Error(outcome.message);
      expect(validate(given, JSON.parse(outcome.content!))).toBeUndefined();
    }),
    { numRuns: 200 },
  );
  const outcome = callSample(alias, request(tree));
  expect(outcome.ok && validate(tree, JSON.parse(outcome.content!))).toBeUndefined();
});

test.each<[JsonSchema, string]>([
  [{ type: "string", pattern: "^x" }, 'the sample provider cannot answer: no text can be made up for the pattern "^x"'],
  [
    { $ref: "#/$defs/a", $defs: { a: { $ref: "#/$defs/a" } } },
    "the sample provider cannot answer: the schema never ends",
  ],
  [{ type: "integer", minimum: 5, maximum: 4 }, "the sample provider cannot answer: no number is from 5 to 4"],
])("%j has no sample, and says why", (schema, message) => {
  expect(callSample(alias, request(schema))).toEqual({ ok: false, code: "no_sample", message, retryable: false });
});
