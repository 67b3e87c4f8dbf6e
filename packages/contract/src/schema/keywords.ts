import type { JsonSchema, Subschema } from "../json.ts";

/** Keywords whose value is one schema. */
export const SCHEMA_KEYWORDS: readonly string[] = [
  "additionalProperties",
  "contains",
  "contentSchema",
  "else",
  "if",
  "items",
  "not",
  "propertyNames",
  "then",
  "unevaluatedItems",
  "unevaluatedProperties",
];

/** Keywords whose value is a list of schemas. */
export const LIST_KEYWORDS: readonly string[] = ["allOf", "anyOf", "oneOf", "prefixItems"];

/** Keywords whose value maps names to schemas. `$defs` may stand at the top only. */
export const MAP_KEYWORDS: readonly string[] = ["$defs", "dependentSchemas", "patternProperties", "properties"];

/** Keywords whose schemas see the same value as the schema around them. */
export const IN_PLACE_KEYWORDS: ReadonlySet<string> = new Set([
  "allOf",
  "anyOf",
  "dependentSchemas",
  "else",
  "if",
  "not",
  "oneOf",
  "then",
]);

/** A schema inside another one, and the keys that lead to it. */
export interface Child {
  readonly keyword: string;
  /** The index or name below the keyword; undefined when the keyword's value is the schema. */
  readonly key: string | undefined;
  readonly schema: Subschema;
}

/** The schemas directly inside a schema. Values that are no schemas are left out. */
export function children(schema: JsonSchema): Child[] {
  const found: Child[] = [];
  for (const keyword of Object.keys(schema)) {
    const value: unknown = schema[keyword];
    if (SCHEMA_KEYWORDS.includes(keyword)) add(found, keyword, undefined, value);
    else if (LIST_KEYWORDS.includes(keyword) && Array.isArray(value)) {
      value.forEach((item, index) => add(found, keyword, String(index), item));
    } else if (MAP_KEYWORDS.includes(keyword) && typeof value === "object" && value !== null) {
      for (const [name, item] of Object.entries(value)) add(found, keyword, name, item);
    }
  }
  return found;
}

function add(found: Child[], keyword: string, key: string | undefined, value: unknown): void {
  if (typeof value === "boolean" || isSchemaObject(value)) found.push({ keyword, key, schema: value });
}

function isSchemaObject(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
