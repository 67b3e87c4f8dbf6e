import {
  canonicalJson,
  isJsonObject,
  type Json,
  type JsonSchema,
  resolveReference,
  type Subschema,
} from "@espalier/contract";
import { isUnconstrained } from "./annotations.ts";
import { describeSchema } from "./describe.ts";

/** Why a value of the source is not of the target's shape, and where. */
export type Mismatch = { readonly path: string } & (
  | { readonly kind: "type"; readonly source: string; readonly target: string }
  | { readonly kind: "property"; readonly reason: string }
);

/** A schema inside a document. */
interface Part {
  readonly schema: Subschema;
  readonly root: JsonSchema;
}

/** Pairs that are being compared: meeting one again proves nothing new. */
type Open = ReadonlySet<string>;

/**
 * The first place where the source allows a value whose shape the target does not: another JSON type, a missing
 * property, an element of another type, values of which none is allowed. Undefined when there is none, or when it is
 * not certain: this never finds a mismatch between schemas where every value of the source is valid for the target.
 */
export function findMismatch(source: JsonSchema, target: JsonSchema): Mismatch | undefined {
  return compare({ schema: source, root: source }, { schema: target, root: target }, "", new Set());
}

function compare(source: Part, target: Part, path: string, open: Open): Mismatch | undefined {
  const key = `${keyOf(source)}\n${keyOf(target)}`;
  if (open.has(key)) return undefined;
  const inside = new Set(open).add(key);
  const targets = variants(target, ["anyOf", "oneOf"]);
  if (targets === undefined || targets.some((part) => part.schema === true || isOpenSchema(part))) return undefined;
  // Where exactly one alternative may hold, a value of one of them need not be allowed.
  const sources = variants(source, ["anyOf"]);
  if (sources === undefined) return undefined;
  for (const part of sources) {
    const mismatch = compareVariant(part, targets, source, target, path, inside);
    if (mismatch !== undefined) return mismatch;
  }
  return undefined;
}

function compareVariant(
  source: Part,
  targets: readonly Part[],
  wholeSource: Part,
  wholeTarget: Part,
  path: string,
  open: Open,
): Mismatch | undefined {
  const { schema } = source;
  if (schema === false || (isJsonObject(schema) && isOpaque(schema as JsonSchema))) return undefined;
  const types = typesOf(schema);
  if (types === undefined && !isOpenSchema(source) && schema !== true) return undefined;
  const wrong = typeMismatch(wholeSource, wholeTarget, path);
  if (types === undefined) return wrong;
  for (const type of types) {
    const candidates = targets.filter((part) => allows(part.schema, type));
    if (candidates.length === 0) return wrong;
    const values = valuesOf(schema);
    if (values !== undefined && disjoint(values, candidates)) return wrong;
    // Several variants of one type may hold the value together; only one decides alone.
    const [only, ...others] = candidates;
    if (only === undefined || others.length > 0 || values !== undefined) continue;
    const inner = compareInside(type, source, only, path, open);
    if (inner !== undefined) return inner;
  }
  return undefined;
}

function compareInside(type: string, source: Part, target: Part, path: string, open: Open): Mismatch | undefined {
  if (type === "object") return compareObjects(source, target, path, open);
  return type === "array" ? compareLists(source, target, path, open) : undefined;
}

function compareObjects(source: Part, target: Part, path: string, open: Open): Mismatch | undefined {
  const from = objectParts(source);
  const to = objectParts(target);
  for (const name of to.required) {
    if (from.required.has(name) && from.properties.has(name)) continue;
    if (from.required.has(name) || from.refined) continue;
    const reason = from.properties.has(name) ? "may be missing" : "is missing";
    return { path: `${path}.${name}`, kind: "property", reason };
  }
  for (const [name, schema] of from.properties) {
    const wanted = to.properties.get(name);
    if (wanted === undefined) {
      if (!to.closed || !from.required.has(name)) continue;
      return { path: `${path}.${name}`, kind: "property", reason: "is not allowed" };
    }
    const inner = compare(
      { schema, root: source.root },
      { schema: wanted, root: target.root },
      `${path}.${name}`,
      open,
    );
    if (inner !== undefined) return inner;
  }
  return undefined;
}

function objectParts({ schema }: Part) {
  const object = schema as JsonSchema;
  return {
    properties: new Map(Object.entries(object.properties ?? {})),
    required: new Set(object.required ?? []),
    closed: object.additionalProperties === false && object.patternProperties === undefined,
    // A pattern may declare, and minProperties may require, what `required` does not say.
    refined: object["minProperties"] !== undefined || object["dependentRequired"] !== undefined,
  };
}

function compareLists(source: Part, target: Part, path: string, open: Open): Mismatch | undefined {
  const from = source.schema as JsonSchema;
  const to = target.schema as JsonSchema;
  const positions = Math.max(from.prefixItems?.length ?? 0, to.prefixItems?.length ?? 0);
  for (let index = 0; index <= positions; index++) {
    if (index >= (from.maxItems ?? Infinity)) return undefined;
    const given = index < (from.prefixItems?.length ?? 0) ? from.prefixItems?.[index] : from.items;
    const wanted = index < (to.prefixItems?.length ?? 0) ? to.prefixItems?.[index] : to.items;
    if (given === undefined || given === false || wanted === undefined || wanted === false) continue;
    const at = index < positions ? `${path}[${index}]` : `${path}[]`;
    const inner = compare({ schema: given, root: source.root }, { schema: wanted, root: target.root }, at, open);
    if (inner !== undefined) return inner;
  }
  return undefined;
}

function typeMismatch(source: Part, target: Part, path: string): Mismatch {
  return { path, kind: "type", source: describePart(source), target: describePart(target) };
}

function describePart({ schema, root }: Part): string {
  if (typeof schema === "boolean") return schema ? "anything" : "nothing";
  return describeSchema(schema, root);
}

type Union = "anyOf" | "oneOf";

/** The alternatives of a union, references resolved; undefined when they cannot be told. */
function variants(part: Part, unions: readonly Union[], depth: number = 0): Part[] | undefined {
  const { schema, root } = part;
  if (typeof schema === "boolean") return [part];
  if (depth > 50) return undefined;
  if (schema.$ref !== undefined) {
    const target = isAlone(schema, "$ref") ? resolveReference(root, schema.$ref) : undefined;
    return target === undefined ? undefined : variants({ schema: target, root }, unions, depth + 1);
  }
  const union = (["anyOf", "oneOf"] as const).find((keyword) => schema[keyword] !== undefined);
  if (union === undefined) return [part];
  // Keywords beside a union narrow every alternative: too much for this comparison.
  if (!unions.includes(union) || !isAlone(schema, union)) return undefined;
  const inner = (schema[union] ?? []).map((alternative) => variants({ schema: alternative, root }, unions, depth + 1));
  return inner.some((list) => list === undefined) ? undefined : inner.flatMap((list) => list ?? []);
}

/** Whether a keyword is the only one that says something. */
function isAlone(schema: JsonSchema, keyword: string): boolean {
  const { [keyword]: _only, ...rest } = schema;
  return isUnconstrained(rest);
}

/** Keywords that narrow a schema in ways that are not compared. */
const OPAQUE = ["allOf", "not", "if", "then", "else", "dependentSchemas", "$dynamicRef", "unevaluatedProperties"];

function isOpaque(schema: JsonSchema): boolean {
  return OPAQUE.some((keyword) => Object.hasOwn(schema, keyword));
}

function isOpenSchema({ schema }: Part): boolean {
  return schema === true || (typeof schema === "object" && isUnconstrained(schema));
}

/** The JSON types that a schema allows; undefined when it does not say. Integers are numbers. */
function typesOf(schema: Subschema): readonly string[] | undefined {
  if (typeof schema === "boolean") return undefined;
  const values = valuesOf(schema);
  if (values !== undefined) return [...new Set(values.map(typeOfValue))];
  if (schema.type === undefined) return undefined;
  return [...new Set([schema.type].flat().map((type) => (type === "integer" ? "number" : type)))];
}

function valuesOf(schema: Subschema): readonly Json[] | undefined {
  if (typeof schema === "boolean") return undefined;
  return schema.const !== undefined ? [schema.const] : schema.enum;
}

function typeOfValue(value: Json): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return typeof value;
}

/** Whether some value of a JSON type may be allowed. */
function allows(schema: Subschema, type: string): boolean {
  if (typeof schema === "boolean") return schema;
  return typesOf(schema)?.includes(type) ?? true;
}

/** Whether the targets list values, and none of the given ones is among them. */
function disjoint(values: readonly Json[], targets: readonly Part[]): boolean {
  const allowed = targets.map((part) => valuesOf(part.schema));
  if (allowed.some((list) => list === undefined)) return false;
  const texts = new Set(allowed.flatMap((list) => (list ?? []).map((value) => canonicalJson(value))));
  return values.every((value) => !texts.has(canonicalJson(value)));
}

function keyOf({ schema }: Part): string {
  return canonicalJson(schema);
}
