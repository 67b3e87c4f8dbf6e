import type { JsonSchema } from "@espalier/contract";

/** What the dialect has no words for. Caught where a conversion begins; never leaves this folder. */
export class InexpressibleError extends Error {
  override readonly name = "InexpressibleError";
}

/** One author's schema on its way into the dialect. */
export interface Conversion {
  /** The author's whole schema, where references lead. */
  readonly author: JsonSchema;
  readonly absent: Map<JsonSchema, ReadonlySet<string>>;
  readonly dropped: Set<string>;
}

/** A converted schema, and which of the author's keywords it says. */
export interface Said {
  readonly schema: JsonSchema;
  readonly keywords: readonly string[];
}

/** Say nothing about values. `description` is kept where it may stand. */
const ANNOTATIONS: ReadonlySet<string> = new Set([
  "$schema",
  "$comment",
  "$defs",
  "title",
  "description",
  "default",
  "examples",
  "deprecated",
  "readOnly",
  "writeOnly",
  "contentEncoding",
  "contentMediaType",
  "contentSchema",
]);

/** Narrow a schema a little: the gateway checks them, and a model may well meet them by itself. */
const DROPPABLE: ReadonlySet<string> = new Set([
  "minLength",
  "maxLength",
  "pattern",
  "format",
  "multipleOf",
  "maximum",
  "exclusiveMaximum",
  "minimum",
  "exclusiveMinimum",
  "minItems",
  "maxItems",
  "uniqueItems",
  "minProperties",
  "maxProperties",
  "propertyNames",
  "dependentRequired",
  "not",
]);

/** Notes which keywords are dropped. One that cannot be makes the whole schema inexpressible. */
export function dropOthers(author: JsonSchema, said: readonly string[], { dropped }: Conversion): void {
  for (const keyword of Object.keys(author)) {
    if (said.includes(keyword) || ANNOTATIONS.has(keyword) || keyword.startsWith("x-")) continue;
    if (!DROPPABLE.has(keyword)) throw new InexpressibleError(keyword);
    dropped.add(keyword);
  }
}
