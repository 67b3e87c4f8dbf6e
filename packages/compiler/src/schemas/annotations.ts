import type { JsonSchema } from "@espalier/contract";
import { mapSubschemas } from "./subschemas.ts";

const ANNOTATIONS: ReadonlySet<string> = new Set([
  "title",
  "description",
  "$comment",
  "default",
  "examples",
  "deprecated",
  "readOnly",
  "writeOnly",
]);

/** A schema without the keywords that say nothing about which values are valid. */
export function withoutAnnotations(schema: JsonSchema): JsonSchema {
  const inner = mapSubschemas(schema, withoutAnnotations);
  return Object.fromEntries(Object.entries(inner).filter(([keyword]) => !ANNOTATIONS.has(keyword)));
}

/** Whether a schema allows every value: it has no keyword, or only annotations. */
export function isUnconstrained(schema: JsonSchema): boolean {
  return Object.keys(schema).every((keyword) => ANNOTATIONS.has(keyword) || keyword === "$defs");
}
