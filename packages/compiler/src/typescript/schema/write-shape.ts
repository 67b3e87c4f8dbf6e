import { canonicalJson, type Json, type JsonSchema, type Subschema } from "@espalier/contract";
import type { Definition, ObjectShape, Shape, TupleShape, UnionShape } from "../types/shape.ts";
import { applyKeywords } from "./apply-keywords.ts";
import { canonicalOrder, compareText } from "./order.ts";

/** No schema within the limits has more parts. */
const MOST_PARTS = 10_000;

/** How to write a shape. */
export interface Writing {
  /** The definitions that stand in `$defs`; all others are written out where they are used. */
  readonly names: ReadonlyMap<Definition, string>;
  /** Whether descriptions and the like are kept. */
  readonly annotations: boolean;
  /** Parts written so far. Past the limit everything is written as `{}`. */
  parts: number;
}

/** Whether the shape was too large to be written. */
export function isTooLarge({ parts }: Writing): boolean {
  return parts > MOST_PARTS;
}

/** Writes a shape as JSON Schema 2020-12. */
export function writeShape(shape: Shape, writing: Writing): JsonSchema {
  writing.parts += 1;
  if (isTooLarge(writing)) return {};
  switch (shape.kind) {
    case "leaf":
      return shape.schema;
    case "literal":
      return writeLiterals([shape.value])[0] ?? {};
    case "list":
      return { type: "array", items: writeShape(shape.items, writing) };
    case "tuple":
      return writeTuple(shape, writing);
    case "object":
      return writeObject(shape, writing);
    case "union":
      return writeUnion(shape, writing);
    case "documented":
      return applyKeywords(writeShape(shape.shape, writing), shape.keywords, writing.annotations);
    case "reference": {
      const name = writing.names.get(shape.definition);
      return name === undefined ? writeShape(shape.definition.shape, writing) : { $ref: `#/$defs/${name}` };
    }
  }
}

function writeTuple({ prefix, required, rest }: TupleShape, writing: Writing): JsonSchema {
  return {
    type: "array",
    ...(prefix.length === 0 ? {} : { prefixItems: prefix.map((element) => writeShape(element, writing)) }),
    ...(required === 0 ? {} : { minItems: required }),
    ...(rest === undefined ? { items: false, maxItems: prefix.length } : { items: writeShape(rest, writing) }),
  };
}

function writeObject({ properties, patterns, additional }: ObjectShape, writing: Writing): JsonSchema {
  const required = properties.filter((property) => property.required).map(({ name }) => name);
  return {
    type: "object",
    ...schemas(
      "properties",
      properties.map(({ name, shape }) => [name, writeShape(shape, writing)]),
    ),
    ...(required.length === 0 ? {} : { required: required.toSorted(compareText) }),
    ...schemas(
      "patternProperties",
      patterns.map(({ pattern, shape }) => [pattern, writeShape(shape, writing)]),
    ),
    ...(additional === undefined ? {} : { additionalProperties: writeShape(additional, writing) }),
  };
}

function schemas(keyword: string, entries: readonly (readonly [string, JsonSchema])[]): JsonSchema {
  return entries.length === 0 ? {} : { [keyword]: Object.fromEntries(entries) };
}

/** Literals of one type become one `enum`; everything else stands in `anyOf`. */
function writeUnion(shape: UnionShape, writing: Writing): JsonSchema {
  const members = shape.members.flatMap(flatMembers);
  writing.parts += members.length;
  const literals = members.flatMap((member) => (member.kind === "literal" ? [member.value] : []));
  const others = members.filter((member) => member.kind !== "literal").map((member) => writeShape(member, writing));
  return joined([...writeLiterals(literals), ...others]);
}

function flatMembers(shape: Shape): readonly Shape[] {
  return shape.kind === "union" ? shape.members.flatMap(flatMembers) : [shape];
}

function writeLiterals(values: readonly (string | number | boolean | null)[]): JsonSchema[] {
  const strings = values.filter((value) => typeof value === "string");
  const numbers = values.filter((value) => typeof value === "number");
  const booleans = new Set(values.filter((value) => typeof value === "boolean"));
  return [
    ...oneOf("string", strings),
    ...oneOf("number", numbers),
    ...(booleans.size === 2 ? [{ type: "boolean" } as const] : oneOf("boolean", [...booleans])),
    ...(values.includes(null) ? [{ type: "null" } as const] : []),
  ];
}

function oneOf(type: "string" | "number" | "boolean", values: readonly Json[]): JsonSchema[] {
  const [first, second] = values;
  if (first === undefined) return [];
  return second === undefined ? [{ type, const: first }] : [{ type, enum: canonicalOrder(values) }];
}

/** Several schemas as one: sorted, and without literals of a type that is there as a whole. */
function joined(schemas: readonly JsonSchema[]): JsonSchema {
  const flat: readonly Subschema[] = schemas.flatMap((schema) =>
    isPlainUnion(schema) ? (schema.anyOf ?? []) : [schema],
  );
  const whole = new Set(flat.map(wholeType));
  const needed = flat.filter((schema) => !isNothing(schema) && !(isLiteral(schema) && whole.has(schema.type)));
  const sorted = canonicalOrder(needed);
  const [only] = sorted;
  if (sorted.length === 0) return { not: {} };
  return sorted.length === 1 && typeof only === "object" ? only : { anyOf: sorted };
}

/** Whether a schema is `{ not: {} }`: no value at all. */
function isNothing(schema: Subschema): boolean {
  return typeof schema === "object" && canonicalJson(schema) === '{"not":{}}';
}

function isPlainUnion(schema: JsonSchema): boolean {
  return schema.anyOf !== undefined && Object.keys(schema).length === 1;
}

function wholeType(schema: Subschema): JsonSchema["type"] {
  return typeof schema === "object" && Object.keys(schema).length === 1 ? schema.type : undefined;
}

function isLiteral(schema: Subschema): schema is JsonSchema {
  return typeof schema === "object" && (schema.const !== undefined || schema.enum !== undefined);
}
