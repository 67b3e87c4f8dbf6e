import type { Json, JsonSchema } from "@espalier/contract";
import type { OpenAiAlias } from "../config/index.ts";

/** How a schema is put to an upstream, and how its answer is read back. */
export interface StructuredRequest {
  /** The `response_format` of the request, if the upstream takes one. */
  readonly responseFormat: Json | undefined;
  /** A further system message, where the upstream has to be told in words. */
  readonly instruction: string | undefined;
  /** The author's value in the text of an answer. */
  readonly unwrap: (content: string) => string;
}

const PLAIN: StructuredRequest = { responseFormat: undefined, instruction: undefined, unwrap: (content) => content };

/** Prepares a structured request for what the upstream can do. */
export function structuredRequest(alias: OpenAiAlias, schema: JsonSchema | undefined): StructuredRequest {
  if (schema === undefined) return PLAIN;
  const wrap = needsWrapping(schema);
  const wire = wrap ? wrapped(schema) : schema;
  const unwrap = wrap ? unwrapValue : stripFence;
  if (alias.structuredOutput === "json_schema")
    return {
      responseFormat: { type: "json_schema", json_schema: { name: "result", strict: false, schema: wire } },
      instruction: undefined,
      unwrap,
    };
  const words = `Answer with nothing but one JSON value that matches this JSON Schema:\n${JSON.stringify(wire)}`;
  return {
    responseFormat: alias.structuredOutput === "json_object" ? { type: "json_object" } : undefined,
    instruction: words,
    unwrap,
  };
}

/** Upstreams want an object at the root; anything else travels as its only property. */
function needsWrapping(schema: JsonSchema): boolean {
  return schema["type"] !== "object" || "anyOf" in schema || "oneOf" in schema;
}

function wrapped(schema: JsonSchema): JsonSchema {
  const { $defs, ...value } = schema;
  return {
    type: "object",
    properties: { value },
    required: ["value"],
    additionalProperties: false,
    ...($defs === undefined ? {} : { $defs }),
  };
}

/** `{"value": x}` → `x`, as text. An answer of another form is left for validation to judge. */
function unwrapValue(content: string): string {
  const text = stripFence(content);
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && Object.hasOwn(value, "value") && Object.keys(value).length === 1)
      return JSON.stringify((value as { value: unknown }).value);
  } catch {
    // Not JSON: validation says so.
  }
  return text;
}

/** Models that are told in words like to fence their JSON. */
function stripFence(content: string): string {
  const match = /^\s*```(?:json)?\s*\n([\s\S]*?)\n\s*```\s*$/.exec(content);
  return match?.[1] ?? content;
}
