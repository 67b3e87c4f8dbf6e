import { BRAND, isBranded, isObject } from "./brand.ts";
import type { Json } from "./json.ts";
import { asPlace, type Place } from "./place.ts";

/** The schema of a result, made by {@link schema} or {@link jsonSchema}. */
export interface Model<T = unknown> {
  readonly [BRAND]: "model";
  readonly "~type"?: T;
}

/** What a model holds. Authors see {@link Model} only. */
export interface ModelData extends Model {
  /** What was given to `jsonSchema`. Not checked. */
  readonly schema?: unknown;
  /** Where `schema<T>()` was called, for the compiler to find `T`. Absent when the preset did not compile the file. */
  readonly place?: Place | undefined;
}

/** A value of a schema library that can describe itself as JSON Schema: https://standardschema.dev/json-schema */
export interface StandardJsonSchema {
  readonly "~standard": {
    readonly version: 1;
    readonly vendor: string;
    readonly jsonSchema: {
      /** The schema of what is parsed. */
      readonly input: (options: { readonly target: "draft-2020-12" }) => Record<string, unknown>;
      /** The schema of what parsing gives; another one when the library transforms. */
      readonly output: (options: { readonly target: "draft-2020-12" }) => Record<string, unknown>;
    };
  };
}

/** What `responseModel` takes. */
export type ResponseModel = Model | StandardJsonSchema;

declare const missing: unique symbol;
/** What a type argument that is not written becomes. */
interface Missing {
  readonly [missing]: true;
}

/**
 * The JSON Schema of a TypeScript type: `schema<Invoice>()`. The preset records where the call is and the compiler reads
 * `T` there; without a type argument the call is a type error.
 */
export function schema<T = Missing>(
  ...write: [T] extends [Missing] ? [never, "write the type: schema<Invoice>()"] : []
): Model<NoInfer<T>> {
  const place = asPlace((write as readonly unknown[])[0]);
  const data: ModelData = { [BRAND]: "model", place };
  return Object.freeze(data) as Model<NoInfer<T>>;
}

/** A schema written by hand, in JSON Schema 2020-12. */
export function jsonSchema<T = unknown>(definition: { readonly [keyword: string]: Json }): Model<T> {
  const data: ModelData = { [BRAND]: "model", schema: definition };
  return Object.freeze(data) as Model<T>;
}

/** Whether a value was made by `schema` or `jsonSchema`, of this copy of the package or another. */
export function isModel(value: unknown): value is ModelData {
  return isBranded(value, "model");
}

/** Whether a value describes itself as Standard JSON Schema. ArkType's are functions, so `typeof` says nothing. */
export function isStandardJsonSchema(value: unknown): value is StandardJsonSchema {
  if (!isObject(value) || !isObject(value["~standard"])) return false;
  const { jsonSchema: describe } = value["~standard"];
  return isObject(describe) && typeof describe["input"] === "function" && typeof describe["output"] === "function";
}
