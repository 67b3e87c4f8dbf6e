import { checkSchema, isJsonObject, type Json, type JsonSchema, LIMITS, referenceTo } from "@espalier/contract";
import { messageOf } from "../diagnostics/wording.ts";
import { mapSubschemas } from "./subschemas.ts";

/** A schema that stands alone, or in a sentence why it does not. */
export type SelfContained =
  { readonly ok: true; readonly schema: JsonSchema } | { readonly ok: false; readonly problem: string };

/**
 * A JSON Schema from outside as one that a bundle can hold: `$schema` is dropped, and a reference to the whole (`#`)
 * becomes a definition. What is left must be a schema by the contract's rules.
 */
export function selfContained(value: unknown): SelfContained {
  let copy: Json;
  try {
    copy = plainCopy(value, 0);
  } catch (error) {
    // A getter of the author's may throw anything.
    return { ok: false, problem: error instanceof NotJson ? error.message : `Reading it threw: ${messageOf(error)}` };
  }
  if (!isJsonObject(copy)) return { ok: false, problem: "A schema is an object." };
  const { $schema: _dialect, ...rest } = copy;
  const schema = hoistRoot(rest);
  const [issue] = checkSchema(schema);
  if (issue === undefined) return { ok: true, schema };
  const where = issue.pointer === "" ? "" : ` It is at ${JSON.stringify(issue.pointer)}.`;
  return { ok: false, problem: `${issue.message}${where}` };
}

/** Why a schema is no JSON. */
class NotJson extends Error {}

/** Libraries leave `undefined` and properties that do not count in their schemas; the rest must be JSON. */
function plainCopy(value: unknown, depth: number): Json {
  if (depth > LIMITS.schemaDepth) throw new NotJson(`It nests more than ${LIMITS.schemaDepth} deep.`);
  if (value === null || typeof value === "string" || typeof value === "boolean") return value;
  if (typeof value === "number" && Number.isFinite(value)) return value;
  if (Array.isArray(value)) return Array.from(value, (item) => plainCopy(item, depth + 1));
  if (typeof value === "object") {
    const entries = Object.entries(value).filter(([, item]) => item !== undefined);
    return Object.fromEntries(entries.map(([key, item]) => [key, plainCopy(item, depth + 1)]));
  }
  throw new NotJson(`It holds a ${typeof value}, which is not JSON.`);
}

function hoistRoot(schema: JsonSchema): JsonSchema {
  if (!refersToRoot(schema)) return schema;
  const { $defs, ...root } = schema;
  const definitions = isJsonObject($defs) ? ($defs as Record<string, JsonSchema>) : {};
  const name = freeName("Root", definitions);
  const $ref = referenceTo(name);
  const renamed = (inner: JsonSchema): JsonSchema => {
    const mapped = mapSubschemas(inner, renamed);
    return mapped.$ref === "#" ? { ...mapped, $ref } : mapped;
  };
  const { $defs: others } = mapSubschemas({ $defs: definitions }, renamed);
  return { $ref, $defs: { ...others, [name]: renamed(root) } };
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
