import type { JsonSchema } from "@espalier/contract";

/** A year: times beyond are mistakes, and would not fit where they are stored. */
const seconds = { type: "number", exclusiveMinimum: 0, maximum: 31_536_000 } as const;
/** The times of a minute's requests are kept. */
const rate = { type: "integer", minimum: 1, maximum: 100_000 } as const;
const count = { type: "integer", minimum: 1, maximum: 2 ** 31 - 1 } as const;

/** JSON Schema of `espalier.config.json`. */
export const CONFIG_SCHEMA: JsonSchema = {
  type: "object",
  properties: {
    $schema: { type: "string" },
    models: {
      type: "object",
      propertyNames: { pattern: "^(?!workflow/)[^\\s]{1,128}$" },
      additionalProperties: {
        type: "object",
        properties: {
          provider: { enum: ["openai", "sample"] },
          baseUrl: { type: "string" },
          model: { type: "string", minLength: 1 },
          apiKeyEnv: { type: "string", minLength: 1 },
          structuredOutput: { enum: ["json_schema", "json_object", "none"] },
          maxTokensField: { enum: ["max_tokens", "max_completion_tokens"] },
          streamUsage: { type: "boolean" },
          prices: {
            type: "object",
            properties: { input: { type: "number", minimum: 0 }, output: { type: "number", minimum: 0 } },
            required: ["input", "output"],
            additionalProperties: false,
          },
          seed: { type: "integer" },
        },
        additionalProperties: false,
        if: { properties: { provider: { const: "sample" } }, required: ["provider"] },
        else: { required: ["baseUrl"] },
      },
    },
    limits: {
      type: "object",
      properties: {
        runLimit: count,
        calls: count,
        budget: count,
        leafTimeoutSeconds: seconds,
        runDeadlineSeconds: seconds,
        bodyBytes: count,
        arrayItems: count,
        requestsPerMinute: rate,
        keyRequestsPerMinute: rate,
        concurrentRuns: count,
        keyConcurrentRuns: count,
      },
      additionalProperties: false,
    },
    retention: {
      type: "object",
      // Idempotency keys hold for a day after the end: their runs must be there as long.
      properties: { days: { type: ["integer", "null"], minimum: 1, maximum: 36_500 } },
      additionalProperties: false,
    },
  },
  additionalProperties: false,
};
