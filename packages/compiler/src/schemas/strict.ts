import { isJsonObject, type JsonSchema, resolveReference, type Subschema } from "@espalier/contract";
import { isUnconstrained } from "./annotations.ts";

/** Something in a schema that strict structured output has no word for. */
export interface LooseFeature {
  /** The path to it: `invoice.lines[]`; empty for the whole. */
  readonly path: string;
  /** What it is, as the rest of a sentence: `has the optional property "due"`. */
  readonly feature: string;
}

const UNSUPPORTED = ["allOf", "oneOf", "not", "if", "patternProperties", "prefixItems", "dependentSchemas", "contains"];

/** The first thing that keeps a schema from being used for strict structured output; undefined when nothing does. */
export function looseFeature(schema: JsonSchema): LooseFeature | undefined {
  if (!isObjectSchema(schema)) return { path: "", feature: "is not an object" };
  return search(schema, schema, "", new Set());
}

function isObjectSchema(schema: JsonSchema): boolean {
  const target = schema.$ref === undefined ? schema : resolveReference(schema, schema.$ref);
  return isJsonObject(target) && target["type"] === "object";
}

function search(part: Subschema, root: JsonSchema, path: string, seen: Set<JsonSchema>): LooseFeature | undefined {
  if (part === false) return undefined;
  if (part === true || isUnconstrained(part)) return { path, feature: "may be anything" };
  if (seen.has(part)) return undefined;
  seen.add(part);
  if (part.$ref !== undefined) return search(resolveReference(root, part.$ref) ?? false, root, path, seen);
  const keyword = UNSUPPORTED.find((unsupported) => Object.hasOwn(part, unsupported));
  if (keyword !== undefined) return { path, feature: `uses the keyword "${keyword}"` };
  return ownFeature(part, path) ?? searchInside(part, root, path, seen);
}

function ownFeature(schema: JsonSchema, path: string): LooseFeature | undefined {
  const optional = Object.keys(schema.properties ?? {}).find((name) => !(schema.required ?? []).includes(name));
  if (optional !== undefined) return { path, feature: `has the optional property ${JSON.stringify(optional)}` };
  if (isJsonObject(schema.additionalProperties)) return { path, feature: "has properties of any name" };
  if (schema.type === "object" && schema.properties === undefined) return { path, feature: "declares no properties" };
  return undefined;
}

function searchInside(
  schema: JsonSchema,
  root: JsonSchema,
  path: string,
  seen: Set<JsonSchema>,
): LooseFeature | undefined {
  const inner: [string, Subschema][] = [
    ...Object.entries(schema.properties ?? {}).map(([name, part]): [string, Subschema] => [
      path === "" ? name : `${path}.${name}`,
      part,
    ]),
    ...(schema.anyOf ?? []).map((part): [string, Subschema] => [path, part]),
    ...(schema.items === undefined ? [] : [[`${path}[]`, schema.items] as [string, Subschema]]),
  ];
  for (const [at, part] of inner) {
    const found = search(part, root, at, seen);
    if (found !== undefined) return found;
  }
  return undefined;
}
