import { canonicalJson, LIMITS, type JsonSchema } from "@espalier/contract";
import type { Definition, Shape } from "../types/shape.ts";
import { nameDefinitions } from "./definition-names.ts";
import { reachable, recursive } from "./references.ts";
import { isTooLarge, writeShape, type Writing } from "./write-shape.ts";

/** A schema that stands alone, or the limit that it would break. */
export type Written = { readonly schema: JsonSchema } | { readonly exceeds: "size" | "depth" };

/**
 * Writes a shape as a schema with its own `$defs`. Types that contain themselves stand there; all others are written out
 * where they are used, unless that would make the schema too large: then so do all named types that are used twice.
 */
export function writeSchema(shape: Shape, annotations: boolean): Written {
  const counts = reachable(shape);
  const needed = containingThemselves([...counts.keys()]);
  const plain = writeWith(shape, needed, annotations);
  if (plain === undefined) {
    const repeated = [...counts].filter(([{ name }, count]) => name !== undefined && count > 1);
    const shared = writeWith(shape, new Set([...needed, ...repeated.map(([definition]) => definition)]), annotations);
    return shared === undefined ? { exceeds: "size" } : withinDepth(shared);
  }
  return withinDepth(plain);
}

/** A definition for every cycle: named objects where they do, then named unions, then whatever is left. */
function containingThemselves(definitions: readonly Definition[]): Set<Definition> {
  const chosen = new Set<Definition>();
  const isNamedObject = (one: Definition): boolean => one.isNamedObject;
  const isNamed = ({ name }: Definition): boolean => name !== undefined;
  for (const suits of [isNamedObject, isNamed, () => true]) {
    const looping = recursive(definitions, chosen);
    if (looping.size === 0) break;
    for (const definition of looping) if (suits(definition)) chosen.add(definition);
  }
  return chosen;
}

function writeWith(shape: Shape, shared: ReadonlySet<Definition>, annotations: boolean): JsonSchema | undefined {
  const write = (body: Shape, names: Writing["names"]): JsonSchema | undefined => {
    const writing: Writing = { names, annotations, parts: 0 };
    const schema = writeShape(body, writing);
    return isTooLarge(writing) ? undefined : schema;
  };
  const names = nameDefinitions(shared, (definition, labels) => write(definition.shape, labels) ?? {});
  const definitions = new Map<string, JsonSchema | undefined>();
  for (const [definition, name] of names)
    if (!definitions.has(name)) definitions.set(name, write(definition.shape, names));
  const root = write(shape, names);
  if (root === undefined || [...definitions.values()].includes(undefined)) return undefined;
  const schema =
    definitions.size === 0 ? root : { ...root, $defs: Object.fromEntries(definitions) as JsonSchema["$defs"] };
  return Buffer.byteLength(canonicalJson(schema)) > LIMITS.schemaBytes ? undefined : (schema as JsonSchema);
}

function withinDepth(schema: JsonSchema): Written {
  return depth(schema) > LIMITS.schemaDepth ? { exceeds: "depth" } : { schema };
}

function depth(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depth));
}
