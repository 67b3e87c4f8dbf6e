import type { Json, JsonSchema } from "@espalier/contract";

/** The keyword that makes a validator count its steps. */
export const FUEL_KEYWORD = "x-espalier-fuel";

const MAPS_OF_SCHEMAS = new Set(["$defs", "properties", "patternProperties", "dependentSchemas"]);
const DATA = new Set(["enum", "const", "default", "examples", "required", "type", "dependentRequired"]);

/**
 * A copy of an author's schema that cannot run away: every target of a `$ref` burns fuel, and properties with literal
 * schemas come first, so that the tag of a union is looked at before its parts.
 */
export function prepareSchema(schema: JsonSchema): JsonSchema {
  return { [FUEL_KEYWORD]: true, ...(prepare(schema) as JsonSchema) };
}

function prepare(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(prepare);
  if (typeof schema !== "object" || schema === null) return schema;
  const entries = Object.entries(schema as JsonSchema).map(([keyword, value]): [string, Json] => {
    if (DATA.has(keyword)) return [keyword, value];
    if (MAPS_OF_SCHEMAS.has(keyword)) return [keyword, prepareMap(keyword, value)];
    return [keyword, prepare(value)];
  });
  return Object.fromEntries(entries);
}

function prepareMap(keyword: string, map: Json): Json {
  if (typeof map !== "object" || map === null || Array.isArray(map)) return map;
  const entries = Object.entries(map as JsonSchema);
  if (keyword === "properties") entries.sort(([, a], [, b]) => Number(isLiteral(b)) - Number(isLiteral(a)));
  return Object.fromEntries(
    entries.map(([name, inner]): [string, Json] => {
      const prepared = prepare(inner);
      const counts =
        keyword === "$defs" && typeof prepared === "object" && prepared !== null && !Array.isArray(prepared);
      return [name, counts ? { [FUEL_KEYWORD]: true, ...(prepared as JsonSchema) } : prepared];
    }),
  );
}

function isLiteral(schema: Json): boolean {
  return typeof schema === "object" && schema !== null && ("const" in schema || "enum" in schema);
}
