import { canonicalJson } from "../../canonical.ts";
import type { Json, JsonSchema, JsonType } from "../../json.ts";

/** The type of a JSON value, `integer` for whole numbers. */
export function typeOf(value: Json): JsonType {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  if (typeof value === "number") return Number.isInteger(value) ? "integer" : "number";
  return typeof value as "boolean" | "object" | "string";
}

/** Whether every value of the one type is of the other. */
export function isWithin(type: JsonType, other: JsonType): boolean {
  return type === other || (type === "integer" && other === "number");
}

/** `const` as an `enum` of one, without the values that `type` excludes, and then without `type`. */
export function withLiterals(schema: JsonSchema): JsonSchema {
  const { const: constant, enum: listed, type, ...rest } = schema;
  const values =
    constant === undefined ? listed : [constant].filter((value) => listed === undefined || has(listed, value));
  if (values === undefined) return schema;
  const types = type === undefined ? undefined : [type].flat();
  const kept = values.filter((value) => types === undefined || types.some((each) => isWithin(typeOf(value), each)));
  return { ...rest, enum: kept };
}

/** Each value once, in an order that depends on the values alone. */
export function sortedValues(values: readonly Json[]): Json[] {
  const byText = new Map(values.map((value) => [canonicalJson(value), value]));
  return [...byText.entries()].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, value]) => value);
}

function has(values: readonly Json[], value: Json): boolean {
  const text = canonicalJson(value);
  return values.some((each) => canonicalJson(each) === text);
}
