import { isJsonObject, type Json, type JsonSchema } from "@espalier/contract";
import type { OpenAiAlias } from "../config/index.ts";
import type { Validator } from "../engine/index.ts";
import { exceedsDepth, MAX_JSON_DEPTH } from "../engine/json-text.ts";
import { withoutFence } from "./json-fence.ts";
import { readStrictAnswer, strictSchema, type StrictSchema } from "./strict/index.ts";

/** How a schema is put to an upstream, and how its answer is read back. */
export interface StructuredRequest {
  /** The `response_format` of the request, if the upstream takes one. */
  readonly responseFormat: Json | undefined;
  /** A further system message, where the upstream has to be told in words. */
  readonly instruction: string | undefined;
  /** The author's value in the text of an answer. What cannot be read is left for validation to judge. */
  readonly unwrap: (content: string) => string;
}

const PLAIN: StructuredRequest = { responseFormat: undefined, instruction: undefined, unwrap: (content) => content };

/**
 * Prepares a structured request for what the upstream can do: a strict schema; where the author's cannot be said
 * strictly, the author's own as a hint; JSON mode or nothing, with the schema in words. Whatever comes back is
 * validated against the author's schema afterwards: many upstreams take a schema and ignore it.
 */
export function structuredRequest(
  alias: OpenAiAlias,
  schema: JsonSchema | undefined,
  validate: Validator,
): StructuredRequest {
  if (schema === undefined) return PLAIN;
  if (alias.structuredOutput === "json_schema") return strictRequest(schema, validate) ?? schemaRequest(false, schema);
  // Only JSON mode insists on an object.
  const isBare = alias.structuredOutput === "none";
  const wire = isBare || !needsWrapping(schema) ? schema : wrapped(schema);
  return {
    responseFormat: isBare ? undefined : { type: "json_object" },
    instruction: `Answer with nothing but one JSON value that matches this JSON Schema:\n${JSON.stringify(wire)}`,
    unwrap: reader(wire !== schema),
  };
}

/** Bundles hold on to their schemas, and loops ask with the same one thousands of times. */
const converted = new WeakMap<JsonSchema, StrictSchema | "inexpressible">();

function strictRequest(author: JsonSchema, validate: Validator): StructuredRequest | undefined {
  const strict = converted.get(author) ?? strictSchema(author) ?? "inexpressible";
  converted.set(author, strict);
  if (strict === "inexpressible") return undefined;
  return schemaRequest(true, strict.schema, (value) => readStrictAnswer(strict, value, validate));
}

function schemaRequest(strict: boolean, schema: JsonSchema, read?: (value: Json) => Json): StructuredRequest {
  const wrap = needsWrapping(schema);
  const wire = wrap ? wrapped(schema) : schema;
  return {
    responseFormat: { type: "json_schema", json_schema: { name: "result", strict, schema: wire } },
    instruction: undefined,
    unwrap: reader(wrap, read),
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

function reader(wrap: boolean, read: (value: Json) => Json = (value) => value): StructuredRequest["unwrap"] {
  return (content) => {
    const text = withoutFence(content);
    const answer = parse(text);
    if (answer === undefined) return text;
    const value = wrap ? unwrapped(answer) : answer;
    const result = read(value);
    return result === answer ? text : JSON.stringify(result);
  };
}

/** `{"value": x}` → `x`. An upstream that ignores schemas may not have wrapped it. */
function unwrapped(answer: Json): Json {
  const isWrapped = isJsonObject(answer) && Object.hasOwn(answer, "value") && Object.keys(answer).length === 1;
  return isWrapped ? answer["value"]! : answer;
}

function parse(text: string): Json | undefined {
  if (exceedsDepth(text, MAX_JSON_DEPTH + 1)) return undefined; // whoever walks it would overflow
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}
