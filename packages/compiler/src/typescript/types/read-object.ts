import type ts from "typescript";
import { isAuthors, isBuiltIn, placeOf } from "../places.ts";
import { documentationOf } from "./documentation.ts";
import { allowsUndefined, readOptional } from "./read-union.ts";
import { readType } from "./read-type.ts";
import type { At, Reader, Refusal } from "./reader.ts";
import * as refusals from "./refusals.ts";
import { documented } from "./documented.ts";
import { type ObjectShape, type PropertyShape, type Shape } from "./shape.ts";
import { templatePattern } from "./template.ts";
import { isAnonymous } from "./type-name.ts";

/** Reads an interface, an object literal type, a mapped type or an intersection of them. */
export function readObject(reader: Reader, type: ts.Type, at: At): Shape {
  const properties = reader.checker.getPropertiesOfType(type);
  const refusal = refuseObject(reader, type, properties);
  if (refusal !== undefined) return reader.refuse(at, refusal);
  if (isEmptyLiteral(reader, type, properties)) return { kind: "leaf", schema: { not: { type: "null" } } };
  return {
    kind: "object",
    properties: properties
      .filter((property) => !isSymbolNamed(property))
      .map((property) => readProperty(reader, property, at)),
    ...readIndexSignatures(reader, type, at),
  };
}

function refuseObject(reader: Reader, type: ts.Type, properties: readonly ts.Symbol[]): Refusal | undefined {
  const parts = type.isIntersection() ? type.types : [type];
  for (const part of parts) {
    const symbol = part.getSymbol();
    if (symbol === undefined) continue;
    if ((symbol.flags & reader.ts.SymbolFlags.Function) !== 0) return refusals.FUNCTION;
    if (!isAnonymous(symbol) && isBuiltIn(reader, symbol)) return refusals.builtIn(symbol.name);
    if ((symbol.flags & reader.ts.SymbolFlags.Class) !== 0 && !isConstructor(part))
      return refusals.classInstance(symbol.name);
  }
  if (type.getCallSignatures().length + type.getConstructSignatures().length > 0) return refusals.FUNCTION;
  if (reader.checker.isArrayLikeType(type)) return refusals.LIST_INTERFACE;
  return hasOnlySymbols(reader, type, properties) ? refusals.SYMBOL_KEYS : undefined;
}

/** Whether everything that an object may have is named by symbols. */
function hasOnlySymbols({ ts, checker }: Reader, type: ts.Type, properties: readonly ts.Symbol[]): boolean {
  const signatures = checker.getIndexInfosOfType(type);
  if (properties.length + signatures.length === 0) return false;
  return (
    properties.every(isSymbolNamed) &&
    signatures.every(({ keyType }) => (keyType.flags & ts.TypeFlags.ESSymbolLike) !== 0)
  );
}

function isConstructor(type: ts.Type): boolean {
  return type.getConstructSignatures().length > 0;
}

/** `{}` itself, as opposed to an interface or a mapped type without members: everything but `null`. */
function isEmptyLiteral({ ts, checker }: Reader, type: ts.Type, properties: readonly ts.Symbol[]): boolean {
  if (properties.length > 0 || type.isIntersection() || checker.getIndexInfosOfType(type).length > 0) return false;
  const { objectFlags } = type as ts.ObjectType;
  if ((objectFlags & (ts.ObjectFlags.ObjectLiteral | ts.ObjectFlags.Mapped)) !== 0) return false;
  const symbol = type.getSymbol();
  return type.aliasSymbol === undefined && (symbol === undefined || isAnonymous(symbol));
}

function readProperty(reader: Reader, property: ts.Symbol, above: At): PropertyShape {
  const { ts, checker } = reader;
  const { name } = property;
  const type = checker.getTypeOfSymbol(property);
  const declaration = property.valueDeclaration ?? property.declarations?.[0];
  const at: At = {
    path: /^[\p{L}_$][\p{L}\p{N}_$]*$/u.test(name) ? `${above.path}.${name}` : `${above.path}[${JSON.stringify(name)}]`,
    place: declaration !== undefined && isAuthors(reader, declaration) ? placeOfName(reader, declaration) : above.place,
    node: writtenType(reader, declaration, type),
  };
  if (name === "__proto__") reader.refuse(at, refusals.PROTO);
  if ((property.flags & ts.SymbolFlags.Method) !== 0) {
    return { name, required: false, shape: reader.refuse(at, refusals.METHOD) };
  }
  const { GetAccessor, SetAccessor } = ts.SymbolFlags;
  if ((property.flags & (GetAccessor | SetAccessor)) === SetAccessor) {
    return { name, required: false, shape: reader.refuse(at, refusals.SETTER) };
  }
  const required = (property.flags & ts.SymbolFlags.Optional) === 0 && !allowsUndefined(reader, type);
  const shape = required ? readType(reader, type, at) : readOptional(reader, type, at);
  return { name, required, shape: documented(shape, reader.keywords(documentationOf(reader, property), at)) };
}

function placeOfName({ ts }: Reader, declaration: ts.Declaration): At["place"] {
  return placeOf(ts.getNameOfDeclaration(declaration) ?? declaration);
}

/** How a property's type is written, unless a mapped type has made another of it since. */
function writtenType(
  { checker }: Reader,
  declaration: ts.Declaration | undefined,
  type: ts.Type,
): ts.TypeNode | undefined {
  const node = (declaration as { readonly type?: ts.TypeNode } | undefined)?.type;
  if (node === undefined) return undefined;
  const written = checker.getTypeFromTypeNode(node);
  return checker.getNonNullableType(written) === checker.getNonNullableType(type) ? node : undefined;
}

function readIndexSignatures(reader: Reader, type: ts.Type, at: At): Pick<ObjectShape, "additional" | "patterns"> {
  const { ts, checker } = reader;
  const infos = checker.getIndexInfosOfType(type);
  const keyed = (flag: ts.TypeFlags): ts.IndexInfo | undefined =>
    infos.find(({ keyType }) => (keyType.flags & flag) !== 0);
  const read = (info: ts.IndexInfo): Shape =>
    readOptional(reader, info.type, { ...at, path: `${at.path}[string]`, node: info.declaration?.type });
  // Every key in JSON is a string; a signature for strings covers the one for numbers.
  const general = keyed(ts.TypeFlags.String) ?? keyed(ts.TypeFlags.Number);
  const templates = infos.filter(({ keyType }) => (keyType.flags & ts.TypeFlags.TemplateLiteral) !== 0);
  return {
    additional: general === undefined ? undefined : read(general),
    patterns: templates.map((info) => ({
      pattern: templatePattern(ts, info.keyType as ts.TemplateLiteralType),
      shape: read(info),
    })),
  };
}

/** TypeScript writes the name of a member that is named by a symbol as `__@name@id`. */
function isSymbolNamed(property: ts.Symbol): boolean {
  return (property.escapedName as string).startsWith("__@");
}
