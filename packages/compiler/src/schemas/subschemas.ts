import type { Json, JsonSchema, Subschema } from "@espalier/contract";
import { isJsonObject } from "@espalier/contract";

const SINGLE: ReadonlySet<string> = new Set([
  "items",
  "additionalProperties",
  "not",
  "if",
  "then",
  "else",
  "contains",
  "propertyNames",
  "unevaluatedItems",
  "unevaluatedProperties",
  "contentSchema",
]);
const LISTS: ReadonlySet<string> = new Set(["anyOf", "oneOf", "allOf", "prefixItems"]);
const MAPS: ReadonlySet<string> = new Set(["properties", "patternProperties", "$defs", "dependentSchemas"]);

/** A copy of a schema with `change` applied to each schema directly in it. Data such as `enum` is left alone. */
export function mapSubschemas(schema: JsonSchema, change: (inner: JsonSchema) => Subschema): JsonSchema {
  const apply = (value: Json): Json => (isJsonObject(value) ? (change(value as JsonSchema) as Json) : value);
  return Object.fromEntries(
    Object.entries(schema).map(([keyword, value]): [string, Json] => {
      if (SINGLE.has(keyword)) return [keyword, apply(value)];
      if (LISTS.has(keyword) && Array.isArray(value)) return [keyword, value.map(apply)];
      if (MAPS.has(keyword) && isJsonObject(value)) return [keyword, mapValues(value, apply)];
      return [keyword, value];
    }),
  );
}

function mapValues(object: { readonly [key: string]: Json }, change: (value: Json) => Json): Json {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]));
}
