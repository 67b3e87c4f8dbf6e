import { isJsonObject, type Json, type JsonSchema, resolveReference } from "@espalier/contract";
import { isUnconstrained } from "./annotations.ts";

const NOUNS: { readonly [type: string]: string } = {
  string: "a string",
  number: "a number",
  integer: "an integer",
  boolean: "a boolean",
  null: "null",
  array: "a list",
  object: "an object",
};

/** What values a schema allows, in a few words for a sentence: `a string`, `"a" or "b"`, `a list or null`. */
export function describeSchema(schema: JsonSchema, root: JsonSchema = schema): string {
  const words = [...new Set(wordsOf(schema, root, 0))];
  if (words.length <= 1) return words[0] ?? "anything";
  return `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
}

const DEEPEST = 20;
const MOST_VALUES = 5;

function wordsOf(schema: JsonSchema, root: JsonSchema, depth: number): string[] {
  if (depth > DEEPEST) return ["anything"];
  if (typeof schema.$ref === "string") {
    const target = resolveReference(root, schema.$ref);
    return isJsonObject(target) ? wordsOf(target as JsonSchema, root, depth + 1) : ["anything"];
  }
  const union = schema.anyOf ?? schema.oneOf;
  if (union !== undefined) {
    return union.flatMap((part) => (isJsonObject(part) ? wordsOf(part as JsonSchema, root, depth + 1) : ["anything"]));
  }
  const values = schema.const !== undefined ? [schema.const] : schema.enum;
  if (values !== undefined) return describeValues(values);
  if (schema.type !== undefined) return [schema.type].flat().map((type) => NOUNS[type] ?? type);
  return [isUnconstrained(schema) ? "anything" : "a value of some kind"];
}

function describeValues(values: readonly Json[]): string[] {
  const texts = values.map((value) => JSON.stringify(value));
  return texts.length > MOST_VALUES ? [...texts.slice(0, MOST_VALUES), "another value"] : texts;
}
