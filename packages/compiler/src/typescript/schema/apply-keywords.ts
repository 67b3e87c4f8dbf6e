import type { Json, JsonSchema } from "@espalier/contract";
import type { Keywords } from "../types/keywords.ts";

/** The keywords that narrow values of a JSON type; on any other type they would say nothing. */
const APPLIES_TO: Readonly<Record<string, readonly string[]>> = {
  number: ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"],
  string: ["minLength", "maxLength", "pattern", "format", "contentEncoding", "contentMediaType"],
  array: ["minItems", "maxItems", "uniqueItems"],
  object: ["minProperties", "maxProperties"],
};

/** A schema with what JSDoc says about it. Only keywords of the schema's own type narrow it. */
export function applyKeywords(schema: JsonSchema, keywords: Keywords, withAnnotations: boolean): JsonSchema {
  const narrowed = narrow(schema, keywords);
  return withAnnotations ? { ...narrowed, ...keywords.annotations } : narrowed;
}

function narrow(schema: JsonSchema, keywords: Keywords): JsonSchema {
  const { type } = schema;
  if (typeof type !== "string") return schema;
  const applicable = APPLIES_TO[type === "integer" ? "number" : type] ?? [];
  const constraints = Object.entries(keywords.constraints).filter(([keyword]) => applicable.includes(keyword));
  return { ...schema, ...ofType(schema, type, keywords), ...Object.fromEntries<Json>(constraints) };
}

function ofType(schema: JsonSchema, type: string, { integer, closed }: Keywords): JsonSchema {
  if (type === "number" && integer) return { type: "integer" };
  // An index signature has already said what else there may be.
  return type === "object" && closed && schema.additionalProperties === undefined
    ? { additionalProperties: false }
    : {};
}
