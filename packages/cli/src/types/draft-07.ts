import type { Json, JsonSchema } from "@espalier/contract";

/** A JSON Schema in the words of draft 7, with nothing in it but what a type is made of. */
export type Draft07 = Record<string, unknown>;

const KEPT: ReadonlySet<string> = new Set(["type", "required", "enum", "const", "$ref", "description"]);
const LISTS: ReadonlySet<string> = new Set(["anyOf", "oneOf", "allOf"]);
const MAPS: ReadonlySet<string> = new Set(["properties", "patternProperties", "$defs"]);

/**
 * A schema of draft 2020-12 as json-schema-to-typescript understands it: tuples as draft 7 writes them, an object of
 * unknown fields as one that has any. Words that no type can say, and those that would name types or bring in text of
 * their own, are left out.
 */
export function toDraft07(schema: JsonSchema): Draft07 {
  const result: Draft07 = { ...ofArray(schema), ...ofObject(schema) };
  for (const [keyword, value] of Object.entries(schema)) {
    if (KEPT.has(keyword)) result[keyword] = value;
    else if (LISTS.has(keyword) && Array.isArray(value)) result[keyword] = value.map(inner);
    else if (MAPS.has(keyword) && isObject(value))
      result[keyword] = Object.fromEntries(Object.entries(value).map(([name, one]) => [name, inner(one)]));
  }
  return result;
}

function inner(schema: Json): unknown {
  return isObject(schema) ? toDraft07(schema as JsonSchema) : schema;
}

/** Of a tuple that may be shorter, every length is a type of its own; with more of them than this, it is a list. */
const MOST_LENGTHS = 8;

/** How many items there are is only said of tuples: of other lists, the types would be very long. */
function ofArray({ prefixItems, items, minItems, maxItems }: JsonSchema): Draft07 {
  if (!Array.isArray(prefixItems)) return items === undefined ? {} : { items: inner(items) };
  const isClosed = items === false || (typeof maxItems === "number" && maxItems <= prefixItems.length);
  const rest = isClosed ? false : inner(items ?? true);
  const least = typeof minItems === "number" ? Math.min(minItems, prefixItems.length) : 0;
  if (prefixItems.length - least > MOST_LENGTHS)
    return { items: { anyOf: [...prefixItems.map(inner), ...(isClosed ? [] : [rest])] } };
  return {
    items: prefixItems.map(inner),
    additionalItems: rest,
    minItems: least,
    ...(isClosed ? { maxItems: prefixItems.length } : {}),
  };
}

function ofObject({ type, properties, patternProperties, additionalProperties }: JsonSchema): Draft07 {
  if (additionalProperties !== undefined) return { additionalProperties: inner(additionalProperties) };
  const isBare = type === "object" && properties === undefined && patternProperties === undefined;
  return isBare ? { additionalProperties: true } : {};
}

function isObject(value: Json | undefined): value is { readonly [key: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
