import type { Json, JsonSchema } from "@espalier/contract";

/** The JSON types, numbers and integers being one. */
export type ShapeType = "string" | "number" | "boolean" | "null" | "array" | "object";

export const ALL_TYPES: readonly ShapeType[] = ["string", "number", "boolean", "null", "array", "object"];

/** The JSON types that the keyword `type` of a schema allows; undefined when it does not say. */
export function typesOf(schema: JsonSchema): readonly ShapeType[] | undefined {
  if (schema.type === undefined) return undefined;
  const types = [schema.type].flat().map((type) => (type === "integer" ? "number" : type));
  return [...new Set(types)];
}

/** The values that a schema lists; undefined when it lists none. */
export function valuesOf(schema: JsonSchema): readonly Json[] | undefined {
  return schema.const !== undefined ? [schema.const] : schema.enum;
}

export function typeOfValue(value: Json): ShapeType {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return typeof value as ShapeType;
}

/** Whether a schema allows only whole numbers among numbers. */
export function onlyIntegers(schema: JsonSchema): boolean {
  const types: readonly string[] | undefined = schema.type === undefined ? undefined : [schema.type].flat();
  if (types?.includes("integer") === true && !types.includes("number")) return true;
  return typeof schema["multipleOf"] === "number" && Number.isInteger(schema["multipleOf"]);
}
