import type { JsonSchema, Subschema } from "../json.ts";
import { isJsonObject } from "../json.ts";
import { children } from "./keywords.ts";

const PREFIX = "#/$defs/";

/** The `$ref` to a definition of the same schema document. */
export function referenceTo(name: string): string {
  return PREFIX + encodeURIComponent(name.replaceAll("~", "~0").replaceAll("/", "~1"));
}

/** The definition that a `$ref` names, or undefined when it names anything else. */
export function referencedName(reference: string): string | undefined {
  if (!reference.startsWith(PREFIX)) return undefined;
  const encoded = reference.slice(PREFIX.length);
  if (encoded === "" || encoded.includes("/")) return undefined;
  try {
    return decodeURIComponent(encoded).replaceAll("~1", "/").replaceAll("~0", "~");
  } catch {
    return undefined; // a malformed percent escape
  }
}

/** What a `$ref` stands for in its document; undefined when it leads nowhere. `#` is the document itself. */
export function resolveReference(root: JsonSchema, reference: string): Subschema | undefined {
  if (reference === "#") return root;
  const name = referencedName(reference);
  if (name === undefined || !isJsonObject(root.$defs) || !Object.hasOwn(root.$defs, name)) return undefined;
  return root.$defs[name];
}

/** The names of all definitions that a schema needs, those of definitions included. */
export function neededDefinitions(schema: Subschema, root: JsonSchema): Set<string> {
  const needed = new Set<string>();
  const waiting: Subschema[] = [schema];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next === "boolean") continue;
    for (const child of children(next)) if (child.keyword !== "$defs") waiting.push(child.schema);
    const name = typeof next.$ref === "string" ? referencedName(next.$ref) : undefined;
    if (name === undefined || needed.has(name)) continue;
    const target = resolveReference(root, `${next.$ref}`);
    if (target === undefined) continue;
    needed.add(name);
    waiting.push(target);
  }
  return needed;
}

/** A schema from inside `root` as a document of its own: with the definitions that it needs and no others. */
export function standalone(schema: Subschema, root: JsonSchema): JsonSchema {
  if (schema === true) return {};
  if (schema === false) return { not: {} };
  const { $defs: _own, ...rest } = schema;
  const needed = neededDefinitions(rest, root);
  if (needed.size === 0) return rest;
  const kept = Object.entries(root.$defs ?? {}).filter(([name]) => needed.has(name));
  return { ...rest, $defs: Object.fromEntries(kept) };
}
