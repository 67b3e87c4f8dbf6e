import type ts from "typescript";
import { documentationOfAll } from "./documentation.ts";
import { isBuiltIn } from "../places.ts";
import type { Keywords } from "./keywords.ts";
import { readObject } from "./read-object.ts";
import { readList, readTuple } from "./read-list.ts";
import { readUnion } from "./read-union.ts";
import type { At, Reader } from "./reader.ts";
import * as refusals from "./refusals.ts";
import { documented } from "./documented.ts";
import { ANYTHING, NOTHING, type Definition, type LeafShape, type Shape } from "./shape.ts";
import { templatePattern } from "./template.ts";
import { isAnonymous, typeName } from "./type-name.ts";
import { followAliases } from "./written.ts";

const STRING: LeafShape = { kind: "leaf", schema: { type: "string" } };
const NUMBER: LeafShape = { kind: "leaf", schema: { type: "number" } };
const INTEGER: LeafShape = { kind: "leaf", schema: { type: "integer" } };
const BOOLEAN: LeafShape = { kind: "leaf", schema: { type: "boolean" } };
const OBJECT: LeafShape = { kind: "leaf", schema: { type: "object" } };

/** The property that marks `Integer` of `@espalier/jsx`. */
const INTEGER_BRAND = "~integer";

/** Reads a type, and the JSDoc of the names that it is written with. */
export function readType(reader: Reader, type: ts.Type, at: At): Shape {
  const { aliases, node } = followAliases(reader, at.node);
  // The documentation of an alias that the type itself remembers is read with the type.
  const forgotten = aliases.filter((alias) => alias !== type.aliasSymbol);
  const keywords = reader.keywords(documentationOfAll(reader, forgotten), at);
  return documented(readBare(reader, type, { ...at, node }), keywords);
}

/** Whether a type has no values: `never`, or an intersection such as `{ a: 1 } & { a: 2 }`. */
export function isNever({ ts, checker }: Pick<Reader, "ts" | "checker">, type: ts.Type): boolean {
  if ((type.flags & ts.TypeFlags.Never) !== 0) return true;
  return type.isIntersection() && checker.isTypeAssignableTo(type, checker.getNeverType());
}

/** Whether TypeScript could not find what a type is. */
export function isUnresolved(type: ts.Type): boolean {
  return (type as ts.Type & { readonly intrinsicName?: string }).intrinsicName === "error";
}

function readBare(reader: Reader, type: ts.Type, at: At): Shape {
  const { TypeFlags } = reader.ts;
  const is = (flags: ts.TypeFlags): boolean => (type.flags & flags) !== 0;
  if (is(TypeFlags.Any)) return reader.refuse(at, isUnresolved(type) ? refusals.UNRESOLVED : refusals.ANY);
  if (is(TypeFlags.Unknown)) return ANYTHING;
  if (is(TypeFlags.Never)) return NOTHING;
  if (is(TypeFlags.Null)) return { kind: "literal", value: null };
  if (is(TypeFlags.Undefined | TypeFlags.Void)) return readUndefined(reader, at);
  if (is(TypeFlags.BigIntLike)) return reader.refuse(at, refusals.BIGINT);
  if (is(TypeFlags.ESSymbolLike)) return reader.refuse(at, refusals.SYMBOL);
  if (type.isStringLiteral()) return { kind: "literal", value: type.value };
  if (type.isNumberLiteral()) return readNumber(reader, type.value, at);
  if (is(TypeFlags.BooleanLiteral)) return { kind: "literal", value: type === reader.checker.getTrueType() };
  if (is(TypeFlags.Boolean)) return BOOLEAN;
  if (is(TypeFlags.TemplateLiteral)) return readTemplate(reader, type as ts.TemplateLiteralType);
  if (is(TypeFlags.String | TypeFlags.StringMapping)) return STRING;
  if (is(TypeFlags.Union | TypeFlags.Intersection | TypeFlags.Object)) return readStructured(reader, type, at);
  // An enum whose members are computed is some number.
  if (is(TypeFlags.Number | TypeFlags.Enum)) return NUMBER;
  if (is(TypeFlags.NonPrimitive)) return OBJECT;
  if (is(TypeFlags.TypeParameter)) return reader.refuse(at, refusals.unbound(reader.checker.typeToString(type)));
  return reader.refuse(at, refusals.unfinished(reader.checker.typeToString(type)));
}

/** A program can give `undefined`; nothing that comes from outside can be it. */
function readUndefined(reader: Reader, at: At): Shape {
  return reader.isResult ? reader.refuse(at, refusals.UNDEFINED) : NOTHING;
}

function readNumber(reader: Reader, value: number, at: At): Shape {
  return Number.isFinite(value) ? { kind: "literal", value } : reader.refuse(at, refusals.NOT_FINITE);
}

function readTemplate({ ts }: Reader, type: ts.TemplateLiteralType): Shape {
  return { kind: "leaf", schema: { type: "string", pattern: templatePattern(ts, type) } };
}

/** Types with parts are read once; whatever meets them again refers to the first reading. */
function readStructured(reader: Reader, type: ts.Type, at: At): Shape {
  if (isNever(reader, type)) return NOTHING;
  const isObject = !type.isUnion() && !isList(reader, type);
  // What an object says does not depend on how it is written where it is used.
  const node = isObject ? undefined : at.node;
  const known = reader.definition(type, node);
  if (known !== undefined) return { kind: "reference", definition: known };
  const name = typeName(reader, type);
  const definition: { -readonly [K in keyof Definition]: Definition[K] } = {
    name,
    isNamedObject: isObject && name !== undefined && !isBuiltInAlias(reader, type),
    shape: ANYTHING,
  };
  reader.define(type, node, definition);
  const shape = reader.inside(type, at, () => readParts(reader, type, at));
  definition.shape = documented(shape, ownKeywords(reader, type, at));
  return { kind: "reference", definition };
}

/** `Record`, `Partial` and the like name no type of the author's. */
function isBuiltInAlias(reader: Reader, { aliasSymbol }: ts.Type): boolean {
  return aliasSymbol !== undefined && isBuiltIn(reader, aliasSymbol);
}

function ownKeywords(reader: Reader, type: ts.Type, at: At): Keywords | undefined {
  const symbol = type.getSymbol();
  const named = symbol === undefined || isAnonymous(symbol) ? undefined : symbol;
  return reader.keywords(documentationOfAll(reader, [type.aliasSymbol, named]), at);
}

function readParts(reader: Reader, type: ts.Type, at: At): Shape {
  const { checker } = reader;
  if (type.isUnion()) return readUnion(reader, type, at);
  const base = primitiveBase(reader, type);
  if (base !== undefined)
    return isInteger(reader, type, base) ? INTEGER : readType(reader, base, { ...at, node: undefined });
  const list = type.isIntersection() ? type.types.find((part) => isList(reader, part)) : type;
  if (list !== undefined && checker.isTupleType(list)) return readTuple(reader, list as ts.TupleTypeReference, at);
  if (list !== undefined && checker.isArrayType(list)) return readList(reader, list as ts.TypeReference, at);
  return readObject(reader, type, at);
}

function isList({ checker }: Reader, type: ts.Type): boolean {
  return checker.isArrayType(type) || checker.isTupleType(type);
}

/** The primitive in a branded one: `string` in `string & { readonly brand: "id" }`. */
function primitiveBase({ ts }: Reader, type: ts.Type): ts.Type | undefined {
  const { StringLike, NumberLike, BooleanLike, BigIntLike, ESSymbolLike } = ts.TypeFlags;
  const primitives = StringLike | NumberLike | BooleanLike | BigIntLike | ESSymbolLike;
  return type.isIntersection() ? type.types.find((part) => (part.flags & primitives) !== 0) : undefined;
}

function isInteger({ ts, checker }: Reader, type: ts.Type, base: ts.Type): boolean {
  return (base.flags & ts.TypeFlags.Number) !== 0 && checker.getPropertyOfType(type, INTEGER_BRAND) !== undefined;
}
