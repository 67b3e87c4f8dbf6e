import {
  canonicalJson,
  equalSchemas,
  type Json,
  type JsonSchema,
  resolveReference,
  standalone,
  type Subschema,
} from "@espalier/contract";
import { isUnconstrained, withoutAnnotations } from "./annotations.ts";

/**
 * Whether every value of the source is certain to be valid for the target. `false` means that it is not proven, not
 * that it is wrong: patterns, limits and formats are compared as text only.
 */
export function provablyFits(source: JsonSchema, target: JsonSchema): boolean {
  return fits(document(source), document(target), new Set());
}

/** A schema inside a document. */
interface Part {
  readonly schema: Subschema;
  readonly root: JsonSchema;
}

type Open = ReadonlySet<string>;

function document(schema: JsonSchema): Part {
  const root = withoutAnnotations(schema);
  return { schema: root, root };
}

function fits(source: Part, target: Part, open: Open): boolean {
  const from = resolved(source);
  const to = resolved(target);
  if (from.schema === false || to.schema === true) return true;
  if (from.schema === true || to.schema === false) return typeof to.schema === "object" && isUnconstrained(to.schema);
  if (isUnconstrained(to.schema)) return true;
  const key = `${canonicalJson(from.schema)}\n${canonicalJson(to.schema)}`;
  // Met again inside itself: it holds as long as nothing else fails.
  if (open.has(key)) return true;
  const inside = new Set(open).add(key);
  const alternatives = from.schema.anyOf;
  if (alternatives !== undefined && isAlone(from.schema, "anyOf")) {
    return alternatives.every((schema) => fits({ schema, root: from.root }, to, inside));
  }
  if (to.schema.anyOf !== undefined && isAlone(to.schema, "anyOf")) {
    return to.schema.anyOf.some((schema) => fits(from, { schema, root: to.root }, inside)) || equal(from, to);
  }
  return equal(from, to) || fitsAlone(from.schema, to.schema, from.root, to.root, inside);
}

function resolved(part: Part): Part {
  let { schema } = part;
  for (let step = 0; step < 50; step++) {
    if (typeof schema === "boolean" || schema.$ref === undefined || !isAlone(schema, "$ref")) break;
    schema = resolveReference(part.root, schema.$ref) ?? schema;
  }
  return { schema, root: part.root };
}

/** Whether a keyword is the only one that says something. */
function isAlone(schema: JsonSchema, keyword: string): boolean {
  const { [keyword]: _only, ...rest } = schema;
  return isUnconstrained(rest);
}

function equal(a: Part, b: Part): boolean {
  return equalSchemas(standalone(a.schema, a.root), standalone(b.schema, b.root));
}

const COMPARED = ["type", "enum", "const", "properties", "required", "additionalProperties", "items", "$defs"];

function fitsAlone(from: JsonSchema, to: JsonSchema, fromRoot: JsonSchema, toRoot: JsonSchema, open: Open): boolean {
  return (
    valuesFit(from, to) &&
    Object.keys(to).every((keyword) => COMPARED.includes(keyword) || sameText(from[keyword], to[keyword])) &&
    propertiesFit(from, to, fromRoot, toRoot, open) &&
    elementsFit(from, to, fromRoot, toRoot, open)
  );
}

/** Whether a keyword says the same in both; a reference may lead to something else in another document. */
function sameText(a: Json | undefined, b: Json | undefined): boolean {
  if (a === undefined || b === undefined) return false;
  const text = canonicalJson(a);
  return text === canonicalJson(b) && !text.includes('"$ref"');
}

/** Types and listed values. */
function valuesFit(from: JsonSchema, to: JsonSchema): boolean {
  const given = valuesOf(from);
  const allowed = valuesOf(to);
  if (allowed !== undefined) {
    const texts = new Set(allowed.map((value) => canonicalJson(value)));
    if (given === undefined || !given.every((value) => texts.has(canonicalJson(value)))) return false;
  }
  if (to.type === undefined) return true;
  const types = new Set<string>([to.type].flat());
  if (types.has("number")) types.add("integer");
  const mine = given?.map(typeOfValue) ?? (from.type === undefined ? undefined : [from.type].flat());
  return mine !== undefined && mine.every((type) => types.has(type));
}

function valuesOf(schema: JsonSchema): readonly Json[] | undefined {
  return schema.const !== undefined ? [schema.const] : schema.enum;
}

function typeOfValue(value: Json): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return Number.isInteger(value) ? "integer" : typeof value;
}

function propertiesFit(
  from: JsonSchema,
  to: JsonSchema,
  fromRoot: JsonSchema,
  toRoot: JsonSchema,
  open: Open,
): boolean {
  // Properties of names that match a pattern are declared nowhere else.
  if (from.patternProperties !== undefined) return false;
  const required = new Set(from.required ?? []);
  if (!(to.required ?? []).every((name) => required.has(name))) return false;
  const mine = new Map(Object.entries(from.properties ?? {}));
  const theirs = new Map(Object.entries(to.properties ?? {}));
  const rest = from.additionalProperties ?? true;
  for (const [name, wanted] of theirs) {
    if (!fits({ schema: mine.get(name) ?? rest, root: fromRoot }, { schema: wanted, root: toRoot }, open)) return false;
  }
  const wantedRest = { schema: to.additionalProperties ?? true, root: toRoot };
  const others = [...mine].filter(([name]) => !theirs.has(name)).map(([, schema]) => schema);
  return [...others, rest].every((schema) => fits({ schema, root: fromRoot }, wantedRest, open));
}

function elementsFit(from: JsonSchema, to: JsonSchema, fromRoot: JsonSchema, toRoot: JsonSchema, open: Open): boolean {
  const elements = [...(from.prefixItems ?? []), from.items ?? true];
  const wanted = { schema: to.items ?? true, root: toRoot };
  // A tuple in the target is compared as text by now; behind it, `items` says less than what stands before.
  return elements.every((schema) => fits({ schema, root: fromRoot }, wanted, open));
}
