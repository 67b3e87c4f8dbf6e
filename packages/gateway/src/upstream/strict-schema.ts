import {
  isJsonObject,
  resolveReference,
  standalone,
  type Json,
  type JsonSchema,
  type Subschema,
} from "@espalier/contract";
import { withinStrictLimits } from "./strict-limits.ts";

/** A schema in the dialect of strict structured output, and the way back. */
export interface StrictSchema {
  readonly schema: JsonSchema;
  /** Properties of an object schema that the author made optional: their null stands for an absent one. */
  readonly absent: ReadonlyMap<JsonSchema, ReadonlySet<string>>;
  /** Keywords of the author's that the dialect lacks: only the validation of the answer sees to them. */
  readonly dropped: ReadonlySet<string>;
}

/** A type that the dialect does not have. Caught here; never leaves this file. */
class InexpressibleError extends Error {
  override readonly name = "InexpressibleError";
}

interface Conversion {
  readonly optional: Map<JsonSchema, readonly string[]>;
  readonly dropped: Set<string>;
}

type Draft = Record<string, Json>;

const SCALARS: ReadonlySet<string> = new Set(["string", "number", "integer", "boolean", "null"]);
const FORMATS: ReadonlySet<string> = new Set("date-time time date duration email hostname ipv4 ipv6 uuid".split(" "));

/** What each type may be told, besides `enum` and `description`. */
const TOLD: Readonly<Record<string, readonly string[]>> = {
  string: ["pattern", "format"],
  number: ["multipleOf", "maximum", "exclusiveMaximum", "minimum", "exclusiveMinimum"],
  array: ["minItems", "maxItems"],
};

/** Can be left out: the gateway checks them, and a model may well meet them by itself. */
const DROPPABLE: ReadonlySet<string> = new Set(
  (
    "minLength maxLength uniqueItems minProperties maxProperties dependentRequired propertyNames not " +
    "pattern format multipleOf maximum exclusiveMaximum minimum exclusiveMinimum minItems maxItems"
  ).split(" "),
);

/** Say nothing about values. `description` is kept where it may stand. */
const ANNOTATIONS: ReadonlySet<string> = new Set(
  "$schema $comment $defs title description default examples deprecated readOnly writeOnly contentEncoding contentMediaType contentSchema".split(
    " ",
  ),
);

/**
 * The author's schema as strict structured output takes it: every object closed and all of its properties required,
 * optional ones nullable instead, `$ref` alone, `oneOf` as `anyOf`. Narrower than the author's where that is left open,
 * wider where `dropped` says so. Undefined: it cannot be said there (any value, records, tuples, `allOf`, conditions).
 */
export function strictSchema(author: JsonSchema): StrictSchema | undefined {
  const conversion: Conversion = { optional: new Map(), dropped: new Set() };
  try {
    const needed = Object.entries(standalone(author, author).$defs ?? {});
    const defs = needed.map(([name, schema]) => [name, convert(schema, conversion)] as const);
    const schema = convert(author, conversion) as Draft;
    if (defs.length > 0) schema["$defs"] = Object.fromEntries(defs);
    const absent = makeNullable(schema, conversion);
    return withinStrictLimits(schema) ? { schema, absent, dropped: conversion.dropped } : undefined;
  } catch (error) {
    if (error instanceof InexpressibleError) return undefined;
    throw error;
  }
}

function convert(author: Subschema, conversion: Conversion): JsonSchema {
  if (typeof author === "boolean") throw new InexpressibleError("any value, or none");
  const description = typeof author.description === "string" ? { description: author.description } : {};
  if (typeof author.$ref === "string") return onlyKeyword(author, "$ref", conversion, { $ref: author.$ref });
  for (const keyword of ["anyOf", "oneOf"] as const) {
    const members = author[keyword];
    if (members === undefined) continue;
    if (keyword === "oneOf") conversion.dropped.add(keyword);
    const anyOf = (members as readonly Subschema[]).map((member) => convert(member, conversion));
    return onlyKeyword(author, keyword, conversion, { anyOf, ...description });
  }
  if (Array.isArray(author.allOf) && author.allOf.length === 1)
    return onlyKeyword(author, "allOf", conversion, convert(author.allOf[0] as Subschema, conversion));
  return convertTyped(author, conversion, description);
}

/** A schema that consists of one keyword; what stands beside it must be of the kind that can be left out. */
function onlyKeyword(author: JsonSchema, keyword: string, conversion: Conversion, converted: JsonSchema): JsonSchema {
  dropAllBut([keyword], author, conversion);
  return converted;
}

function dropAllBut(known: readonly string[], author: JsonSchema, { dropped }: Conversion): void {
  for (const keyword of Object.keys(author)) {
    if (known.includes(keyword) || ANNOTATIONS.has(keyword) || keyword.startsWith("x-")) continue;
    if (!DROPPABLE.has(keyword)) throw new InexpressibleError(keyword);
    dropped.add(keyword);
  }
}

function convertTyped(author: JsonSchema, conversion: Conversion, description: JsonSchema): JsonSchema {
  const types = typesOf(author);
  const scalars = types.filter((type) => SCALARS.has(type));
  const parts: JsonSchema[] = [];
  const known = ["type", "enum", "const"];
  if (types.includes("object")) known.push("properties", "required", "additionalProperties");
  if (types.includes("array")) known.push("items");
  if (scalars.length > 0) parts.push(convertScalars(author, scalars, known));
  if (types.includes("object")) parts.push(convertObject(author, conversion));
  if (types.includes("array")) parts.push(convertArray(author, conversion, known));
  dropAllBut(known, author, conversion);
  const [first] = parts;
  if (first === undefined) throw new InexpressibleError("no type");
  if (parts.length > 1) return { anyOf: parts, ...description };
  return Object.assign(first, description);
}

/** The types that a schema names, or that its keywords are about. */
function typesOf(author: JsonSchema): readonly string[] {
  const values = valuesOf(author);
  if (values !== undefined) return [...new Set(values.map(typeOf))];
  const { type } = author;
  if (typeof type === "string") return [type];
  if (Array.isArray(type)) return type.includes("number") ? type.filter((each) => each !== "integer") : type;
  if (author.properties !== undefined) return ["object"];
  if (author.items !== undefined) return ["array"];
  throw new InexpressibleError("any value");
}

/** The values of `enum` or `const` that the type allows. */
function valuesOf({ enum: list, const: only, type }: JsonSchema): readonly Json[] | undefined {
  const values = only !== undefined ? [only] : list;
  if (!Array.isArray(values)) return undefined;
  const types = type === undefined ? undefined : Array.isArray(type) ? type : [type];
  const fits = (value: Json) =>
    types === undefined ||
    types.includes(typeOf(value) as never) ||
    (typeof value === "number" &&
      (types.includes("number" as never) || (types.includes("integer" as never) && Number.isInteger(value))));
  return (values as readonly Json[]).filter(fits);
}

function typeOf(value: Json): string {
  if (value === null) return "null";
  if (typeof value === "object") throw new InexpressibleError("an object or list among the values");
  return typeof value;
}

function convertScalars(author: JsonSchema, types: readonly string[], known: string[]): JsonSchema {
  const strict: Draft = { type: types.length === 1 ? types[0]! : [...types] };
  const values = valuesOf(author);
  if (values !== undefined) return { ...strict, enum: [...values] } as JsonSchema;
  for (const type of types) {
    for (const keyword of TOLD[type === "integer" ? "number" : type] ?? []) {
      const value = author[keyword] as Json | undefined;
      if (value === undefined || (keyword === "format" && !FORMATS.has(String(value)))) continue;
      strict[keyword] = value;
      known.push(keyword);
    }
  }
  return strict as JsonSchema;
}

function convertArray(author: JsonSchema, conversion: Conversion, known: string[]): JsonSchema {
  if (author.items === undefined) throw new InexpressibleError("a list of anything");
  const strict: Draft = { type: "array", items: convert(author.items, conversion) as Json };
  for (const keyword of TOLD["array"]!) {
    if (author[keyword] === undefined) continue;
    strict[keyword] = author[keyword] as Json;
    known.push(keyword);
  }
  return strict as JsonSchema;
}

function convertObject(author: JsonSchema, conversion: Conversion): JsonSchema {
  const { properties = {}, required = [], additionalProperties } = author;
  const names = Object.keys(properties);
  if (isJsonObject(additionalProperties)) throw new InexpressibleError("a record");
  if (names.length === 0 && additionalProperties !== false) throw new InexpressibleError("any object");
  if (required.some((name) => !Object.hasOwn(properties, name))) throw new InexpressibleError("a property of any type");
  const order = inAuthorsOrder(names, required);
  const strict: JsonSchema = {
    type: "object",
    properties: Object.fromEntries(order.map((name) => [name, convert(properties[name]!, conversion)])),
    required: order,
    additionalProperties: false,
  };
  const needed = new Set(required);
  conversion.optional.set(
    strict,
    order.filter((name) => !needed.has(name)),
  );
  return strict;
}

/** Models write properties in the order of the schema. Canonical form sorts the properties, but not `required`. */
function inAuthorsOrder(names: readonly string[], required: readonly string[]): string[] {
  return [...new Set([...required, ...names])];
}

/** Makes optional properties nullable, those that are not yet. The others keep their null: the author allows it. */
function makeNullable(root: JsonSchema, { optional }: Conversion): Map<JsonSchema, ReadonlySet<string>> {
  const absent = new Map<JsonSchema, ReadonlySet<string>>();
  for (const [object, names] of optional) {
    const properties = object.properties as Record<string, JsonSchema>;
    const added = names.filter((name) => !admitsNull(properties[name]!, root));
    absent.set(object, new Set(added));
  }
  for (const [object, names] of absent) {
    const properties = object.properties as Record<string, JsonSchema>;
    for (const name of names) properties[name] = { anyOf: [properties[name]!, { type: "null" }] };
  }
  return absent;
}

function admitsNull(schema: JsonSchema, root: JsonSchema, seen: Set<JsonSchema> = new Set()): boolean {
  if (seen.has(schema)) return false;
  seen.add(schema);
  if (typeof schema.$ref === "string") return admitsNull(target(root, schema.$ref), root, seen);
  if (schema.anyOf !== undefined) return schema.anyOf.some((member) => admitsNull(member as JsonSchema, root, seen));
  return schema.type === "null" || (Array.isArray(schema.type) && schema.type.includes("null"));
}

/** What a reference of a converted schema stands for. */
export function target(root: JsonSchema, reference: string): JsonSchema {
  return (resolveReference(root, reference) ?? {}) as JsonSchema;
}
