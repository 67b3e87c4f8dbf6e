import type { Json, JsonSchema, JsonType } from "../../json.ts";
import { isWithin, sortedValues, typeOf } from "./literals.ts";

const EVERY_TYPE: readonly JsonType[] = ["array", "boolean", "null", "number", "object", "string"];

/**
 * The variants of a union with all listed values in one `enum`, `true` and `false` together as `boolean`, `null` as
 * its type, and nothing beside a plain type that this type allows anyway.
 */
export function mergeVariants(variants: readonly JsonSchema[]): JsonSchema[] {
  if (variants.some((variant) => Object.keys(variant).length === 0)) return [{}];
  const listed = variants.filter(isListOfValues).flatMap((variant) => variant.enum ?? []);
  const plain = plainTypes(variants, listed);
  if (EVERY_TYPE.every((type) => plain.includes(type))) return [{}];
  const covered = (type: JsonType): boolean => plain.some((each) => isWithin(type, each));
  const values = sortedValues(listed).filter((value) => !covered(typeOf(value)));
  const others = variants.filter((variant) => !isListOfValues(variant) && !isPlainType(variant));
  return [
    ...plain
      .filter((type) => !plain.some((other) => other !== type && isWithin(type, other)))
      .map((type) => ({ type })),
    ...others.filter(({ type }) => typeof type !== "string" || !covered(type as JsonType)),
    ...(values.length > 0 ? [{ enum: values }] : []),
  ];
}

function plainTypes(variants: readonly JsonSchema[], listed: readonly Json[]): JsonType[] {
  const types = new Set<JsonType>();
  for (const { type } of variants.filter(isPlainType)) types.add(type as JsonType);
  if (listed.includes(null)) types.add("null");
  if (listed.includes(true) && listed.includes(false)) types.add("boolean");
  return [...types];
}

function isListOfValues(schema: JsonSchema): boolean {
  return schema.enum !== undefined && Object.keys(schema).length === 1;
}

function isPlainType(schema: JsonSchema): boolean {
  return typeof schema.type === "string" && Object.keys(schema).length === 1;
}
