import {
  canonicalJson,
  isJsonObject,
  type Json,
  type JsonSchema,
  LIMITS,
  referencedName,
  referenceTo,
} from "@espalier/contract";
import { mapSubschemas } from "./subschemas.ts";

/** A schema that stands alone, or why it does not. */
export type SelfContained =
  { readonly ok: true; readonly schema: JsonSchema } | { readonly ok: false; readonly problem: string };

/** Why a schema cannot be used. */
class NotSelfContained extends Error {}

const REFUSED = ["$id", "$anchor", "$dynamicRef", "$dynamicAnchor", "$recursiveRef", "$vocabulary"];

/**
 * A JSON Schema from outside as one that refers only to its own `$defs`: `$schema` is dropped, and a reference to the
 * whole (`#`) becomes a definition. Keywords that identify or move schemas are refused, as are other references.
 */
export function selfContained(value: unknown): SelfContained {
  try {
    const copy = plainCopy(value, 0);
    if (!isJsonObject(copy)) throw new NotSelfContained("it must be an object");
    const { $schema: _dialect, ...schema } = copy;
    checkKeywords(schema);
    const hoisted = hoistRoot(schema);
    checkReferences(hoisted, new Set(Object.keys(isJsonObject(hoisted.$defs) ? hoisted.$defs : {})));
    if (Buffer.byteLength(canonicalJson(hoisted)) > LIMITS.schemaBytes) {
      throw new NotSelfContained(`it is larger than ${LIMITS.schemaBytes / 1024} KB`);
    }
    return { ok: true, schema: hoisted };
  } catch (error) {
    if (error instanceof NotSelfContained) return { ok: false, problem: error.message };
    throw error;
  }
}

/** Libraries leave `undefined` and non-enumerable extras in their schemas; what is left must be JSON. */
function plainCopy(value: unknown, depth: number): Json {
  if (depth > LIMITS.schemaDepth) throw new NotSelfContained(`it nests more than ${LIMITS.schemaDepth} deep`);
  if (value === null || typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number" && Number.isFinite(value)) return value;
  if (Array.isArray(value)) return Array.from(value, (item) => plainCopy(item, depth + 1));
  if (typeof value === "object") {
    const entries = Object.entries(value).filter(([, item]) => item !== undefined);
    return Object.fromEntries(entries.map(([key, item]) => [key, plainCopy(item, depth + 1)]));
  }
  throw new NotSelfContained(`it holds a ${typeof value}, which is not JSON`);
}

function checkKeywords(schema: JsonSchema): void {
  const keyword = REFUSED.find((refused) => Object.hasOwn(schema, refused));
  if (keyword !== undefined) throw new NotSelfContained(`the keyword "${keyword}" cannot be used`);
  mapSubschemas(schema, (inner) => {
    checkKeywords(inner);
    return inner;
  });
}

function hoistRoot(schema: JsonSchema): JsonSchema {
  if (!refersToRoot(schema)) return schema;
  const { $defs, ...root } = schema;
  const name = freeName("Root", isJsonObject($defs) ? $defs : {});
  const $ref = referenceTo(name);
  const renamed = (inner: JsonSchema): JsonSchema => {
    const mapped = mapSubschemas(inner, renamed);
    return mapped.$ref === "#" ? { ...mapped, $ref } : mapped;
  };
  const definitions = Object.entries($defs ?? {}).map(([key, inner]) => [
    key,
    isJsonObject(inner) ? renamed(inner as JsonSchema) : inner,
  ]);
  return { $ref, $defs: { ...Object.fromEntries(definitions), [name]: renamed(root) } };
}

function refersToRoot(schema: JsonSchema): boolean {
  let found = schema.$ref === "#";
  mapSubschemas(schema, (inner) => {
    found ||= refersToRoot(inner);
    return inner;
  });
  return found;
}

/** `base`, or `base_2` and so on, whichever is not taken. */
function freeName(base: string, taken: object): string {
  if (!Object.hasOwn(taken, base)) return base;
  for (let number = 2; ; number++) {
    const name = `${base}_${number}`;
    if (!Object.hasOwn(taken, name)) return name;
  }
}

function checkReferences(schema: JsonSchema, names: ReadonlySet<string>): void {
  const { $ref } = schema;
  if ($ref !== undefined && !isOneOf($ref, names)) {
    throw new NotSelfContained(`the reference ${JSON.stringify($ref)} does not lead into its own "$defs"`);
  }
  mapSubschemas(schema, (inner) => {
    checkReferences(inner, names);
    return inner;
  });
}

function isOneOf($ref: unknown, names: ReadonlySet<string>): boolean {
  return typeof $ref === "string" && names.has(referencedName($ref) ?? "");
}
