import type { Json, JsonSchema, JsonType } from "@espalier/contract";
import { InexpressibleError } from "./conversion.ts";

/** Whether a value is of a type that `type` names. */
export function isOfType(value: Json, type: JsonType): boolean {
  if (type === "integer") return Number.isInteger(value);
  return typeNameOf(value) === type;
}

function typeNameOf(value: Json): JsonType {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return typeof value as "boolean" | "number" | "string" | "object";
}

/** The types that a schema names, or that its keywords are about. `integer` beside `number` says nothing. */
export function typesOf({ type, properties, items }: JsonSchema): readonly JsonType[] {
  if (typeof type === "string") return [type];
  if (type !== undefined) return type.includes("number") ? type.filter((each) => each !== "integer") : type;
  if (properties !== undefined) return ["object"];
  if (items !== undefined) return ["array"];
  throw new InexpressibleError("any value");
}

/** The values that `enum`, `const` and `type` leave; undefined when no values are listed. */
export function listedValues(schema: JsonSchema): readonly Json[] | undefined {
  const { const: only, type } = schema;
  const list = schema.enum ?? (only === undefined ? undefined : [only]);
  const types = type === undefined ? undefined : [type].flat();
  return list
    ?.filter((value) => only === undefined || value === only)
    .filter((value) => types === undefined || types.some((each) => isOfType(value, each)));
}

/** The types of listed values. Lists and objects cannot be listed. */
export function typesOfValues(values: readonly Json[]): readonly JsonType[] {
  const types = new Set(values.map(typeNameOf));
  if (types.has("object") || types.has("array")) throw new InexpressibleError("a list or object among values");
  return [...types];
}
