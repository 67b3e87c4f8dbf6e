import { isJsonObject, type Json, type JsonSchema } from "@espalier/contract";
import { target, type StrictSchema } from "./strict-schema.ts";

/**
 * An answer in the strict dialect as the author's schema has it: properties that the author made optional are left out
 * where they are null. What does not fit the dialect stays as it is: the author's schema judges it.
 */
export function readStrictAnswer(strict: StrictSchema, answer: Json): Json {
  const { schema: root, absent } = strict;
  const known = new WeakMap<object, Map<JsonSchema, boolean>>();

  function read(schema: JsonSchema, value: Json): Json {
    if (typeof schema.$ref === "string") return read(target(root, schema.$ref), value);
    if (schema.anyOf !== undefined) {
      const member = schema.anyOf.find((each) => matches(each as JsonSchema, value));
      return member === undefined ? value : read(member as JsonSchema, value);
    }
    if (Array.isArray(value) && schema.items !== undefined)
      return value.map((item: Json) => read(schema.items as JsonSchema, item));
    if (!isJsonObject(value) || schema.properties === undefined) return value;
    const { properties } = schema;
    const entries = Object.entries(value).filter(([name, inner]) => inner !== null || !absent.get(schema)?.has(name));
    return Object.fromEntries(
      entries.map(([name, inner]) => [
        name,
        Object.hasOwn(properties, name) ? read(properties[name] as JsonSchema, inner) : inner,
      ]),
    );
  }

  /** Whether a value has the shape of a schema. Remembered, since members of unions look at the same values again. */
  function matches(schema: JsonSchema, value: Json): boolean {
    if (typeof value !== "object" || value === null) return hasShape(schema, value);
    let answers = known.get(value);
    if (answers === undefined) known.set(value, (answers = new Map()));
    let answer = answers.get(schema);
    if (answer === undefined) {
      answer = hasShape(schema, value);
      answers.set(schema, answer);
    }
    return answer;
  }

  function hasShape(schema: JsonSchema, value: Json): boolean {
    if (typeof schema.$ref === "string") return matches(target(root, schema.$ref), value);
    if (schema.anyOf !== undefined) return schema.anyOf.some((each) => matches(each as JsonSchema, value));
    if (schema.enum !== undefined) return schema.enum.includes(value);
    if (Array.isArray(value))
      return schema.type === "array" && value.every((item: Json) => matches(schema.items as JsonSchema, item));
    if (!isJsonObject(value)) return [schema.type].flat().some((type) => isOfType(value, type));
    const { properties } = schema;
    if (properties === undefined) return false;
    const names = Object.keys(properties);
    return (
      names.length === Object.keys(value).length &&
      names.every((name) => Object.hasOwn(value, name) && matches(properties[name] as JsonSchema, value[name]!))
    );
  }

  return read(root, answer);
}

function isOfType(value: Json, type: unknown): boolean {
  if (value === null) return type === "null";
  if (typeof value === "number") return type === "number" || (type === "integer" && Number.isInteger(value));
  return typeof value === type;
}
