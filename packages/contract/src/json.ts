/** A JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };

/** What may stand where JSON Schema expects a schema: `true` allows everything, `false` nothing. */
export type Subschema = JsonSchema | boolean;

/** The JSON types that `type` may name. */
export type JsonType = "null" | "boolean" | "integer" | "number" | "string" | "array" | "object";

/**
 * A JSON Schema 2020-12 object. The keywords that Espalier itself reads are typed; any other is some JSON value.
 * Values from outside have these types only once `checkBundle` (or `checkSchema`) has found nothing wrong.
 */
export type JsonSchema = SchemaKeywords & { readonly [keyword: string]: Json };

/** The keywords that Espalier itself reads. */
export interface SchemaKeywords {
  readonly $ref?: string;
  readonly $defs?: Schemas;
  readonly title?: string;
  readonly description?: string;
  readonly type?: JsonType | readonly JsonType[];
  readonly enum?: readonly Json[];
  readonly const?: Json;
  readonly anyOf?: readonly Subschema[];
  readonly oneOf?: readonly Subschema[];
  readonly allOf?: readonly Subschema[];
  readonly not?: Subschema;
  readonly properties?: Schemas;
  readonly patternProperties?: Schemas;
  readonly required?: readonly string[];
  readonly additionalProperties?: Subschema;
  readonly propertyNames?: Subschema;
  readonly prefixItems?: readonly Subschema[];
  readonly items?: Subschema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly format?: string;
}

/** Schemas by name: `properties`, `$defs`. Names come from outside: read them with `Object.hasOwn`. */
export interface Schemas {
  readonly [name: string]: Subschema;
}

/** Whether a JSON value is an object, as a schema must be. It does not look at the keywords. */
export function isJsonObject(value: unknown): value is { readonly [key: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
