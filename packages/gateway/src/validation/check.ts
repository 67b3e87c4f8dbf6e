import type { Json, JsonSchema, Subschema } from "@espalier/contract";
import type { LinearPattern } from "./patterns/linear-pattern.ts";
import type { Run } from "./run.ts";
import type { Evaluated } from "./evaluated.ts";

/**
 * Whether a value matches; if not, the run knows why. `evaluated`, where somebody asks, learns which properties and items
 * have been looked at.
 */
export type Check = (value: Json, run: Run, evaluated: Evaluated | undefined) => boolean;

/** What keywords need to turn into checks. */
export interface Compiler {
  /** The check of a schema inside this one. */
  readonly schema: (schema: Subschema) => Check;
  /** The check of what a `$ref` names. */
  readonly reference: (reference: string) => Check;
  readonly pattern: (source: string) => LinearPattern;
}

/** The check of one keyword, or of several that belong together; undefined when the schema has none of them. */
export type Keyword = (schema: JsonSchema, compiler: Compiler) => Check | undefined;

/** Why a schema cannot be used. */
export class UnusableSchemaError extends Error {
  override readonly name = "UnusableSchemaError";
}

export type JsonObject = { readonly [key: string]: Json };

export function isObject(value: Json): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}
