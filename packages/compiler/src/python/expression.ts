import type { SyntaxNode } from "@lezer/common";
import type { Place } from "@espalier/jsx/tree";
import type { Source } from "./source.ts";
import { readStringLiteral } from "./string-literal.ts";
import { childrenOf, commaGroups, identifier, textOf } from "./tree.ts";

/** An expression as far as annotations, aliases and class bodies need it. Everything else is `other`. */
export type Expression = Located &
  (
    | { readonly kind: "name"; readonly name: string }
    | { readonly kind: "attribute"; readonly value: Expression; readonly name: string }
    | { readonly kind: "subscript"; readonly value: Expression; readonly items: readonly Expression[] }
    | CallExpression
    | { readonly kind: "string"; readonly value: string | undefined; readonly inside: Source | undefined }
    | { readonly kind: "integer"; readonly value: number }
    | { readonly kind: "boolean"; readonly value: boolean }
    | { readonly kind: "none" }
    | { readonly kind: "ellipsis" }
    | { readonly kind: "union"; readonly members: readonly Expression[] }
    | { readonly kind: "dict"; readonly entries: readonly (readonly [Expression, Expression])[] }
    | { readonly kind: "bytes" }
    | { readonly kind: "float" }
    | { readonly kind: "other" }
  );

/** A call, with its arguments sorted out. */
export interface CallExpression {
  readonly kind: "call";
  readonly callee: Expression;
  readonly positional: readonly Expression[];
  readonly keywords: ReadonlyMap<string, Expression>;
  /** Whether it has arguments that cannot be read one by one, such as `**options`. */
  readonly spread: boolean;
}

interface Located {
  readonly place: Place;
  /** Where it starts in its source, to tell what is defined before it. */
  readonly offset: number;
  /** As written, shortened. */
  readonly text: string;
}

/** Annotations nest a handful of levels; past this one nobody meant it and the reader must not run out of stack. */
const MAX_DEPTH = 60;
const MAX_SHOWN = 60;

/** Reads a parsed expression. Never fails: what it does not know is `other`. */
export function readExpression(source: Source, node: SyntaxNode, depth = 0): Expression {
  const located: Located = { place: source.placeAt(node.from), offset: node.from, text: shown(source, node) };
  const read = (child: SyntaxNode): Expression => readExpression(source, child, depth + 1);
  if (depth > MAX_DEPTH) return { ...located, kind: "other" };
  switch (node.name) {
    case "VariableName":
      return { ...located, kind: "name", name: identifier(source, node) };
    case "None":
      return { ...located, kind: "none" };
    case "Ellipsis":
      return { ...located, kind: "ellipsis" };
    case "Boolean":
      return { ...located, kind: "boolean", value: textOf(source, node) === "True" };
    case "Number":
      return readNumber(located, textOf(source, node), 1);
    case "UnaryExpression":
      return readNegative(source, node, located);
    case "String":
    case "ContinuedString":
      return readString(source, node, located);
    case "ParenthesizedExpression":
      return readParenthesized(node, located, read);
    case "MemberExpression":
      return readMember(source, node, located, read);
    case "BinaryExpression":
      return readUnion(source, node, located, read);
    case "CallExpression":
      return readCall(source, node, located, read);
    case "DictionaryExpression":
      return readDictionary(node, located, read);
    default:
      return { ...located, kind: "other" };
  }
}

type Read = (node: SyntaxNode) => Expression;

function shown(source: Source, node: SyntaxNode): string {
  const text = source.text.slice(node.from, Math.min(node.to, node.from + MAX_SHOWN)).replace(/\s+/g, " ");
  return node.to - node.from > MAX_SHOWN ? `${text}…` : text;
}

function readNumber(located: Located, text: string, sign: 1 | -1): Expression {
  if (/[.j]/i.test(text) || (/e/i.test(text) && !/^0x/i.test(text))) return { ...located, kind: "float" };
  const value = sign * Number(text.replaceAll("_", ""));
  return Number.isSafeInteger(value)
    ? { ...located, kind: "integer", value: value + 0 }
    : { ...located, kind: "other" };
}

function readNegative(source: Source, node: SyntaxNode, located: Located): Expression {
  const [operator, operand, ...rest] = childrenOf(node);
  if (!operator || operand?.name !== "Number" || rest.length > 0 || textOf(source, operator) !== "-") {
    return { ...located, kind: "other" };
  }
  return readNumber(located, textOf(source, operand), -1);
}

function readString(source: Source, node: SyntaxNode, located: Located): Expression {
  const parts = node.name === "String" ? [node] : childrenOf(node);
  const literals = parts.map((part) => readStringLiteral(textOf(source, part)));
  if (literals.some((literal) => literal?.kind === "bytes")) return { ...located, kind: "bytes" };
  if (literals.some((literal) => literal?.kind !== "text")) return { ...located, kind: "other" };
  const values = literals.map((literal) => literal?.value);
  const value = values.includes(undefined) ? undefined : values.join("");
  const only = literals.length === 1 ? literals[0] : undefined;
  const inside =
    value === undefined ? undefined : insideOf(source, value, node.from, only?.plain ? only.start : undefined);
  return { ...located, kind: "string", value, inside };
}

/** The inside of a string as a source of its own, so that a quoted annotation has places too. */
function insideOf(outer: Source, text: string, from: number, start: number | undefined): Source {
  return { text, placeAt: (offset) => outer.placeAt(start === undefined ? from : from + start + offset) };
}

function readParenthesized(node: SyntaxNode, located: Located, read: Read): Expression {
  const inner = childrenOf(node).filter((child) => child.name !== "(" && child.name !== ")");
  const [only] = inner;
  return only && inner.length === 1 ? read(only) : { ...located, kind: "other" };
}

function readMember(source: Source, node: SyntaxNode, located: Located, read: Read): Expression {
  const [value, opener, ...rest] = childrenOf(node);
  if (!value || !opener) return { ...located, kind: "other" };
  const property = rest[0];
  if (opener.name === "." && property?.name === "PropertyName") {
    return { ...located, kind: "attribute", value: read(value), name: identifier(source, property) };
  }
  const items = rest.filter((child) => child.name !== "," && child.name !== "]");
  if (opener.name !== "[" || items.some((child) => child.name === ":" || child.type.isError)) {
    return { ...located, kind: "other" };
  }
  // `X[(A, B)]` is `X[A, B]`.
  const [tuple] = items;
  const spread = items.length === 1 && tuple?.name === "TupleExpression" ? commaGroups(tuple).flat() : items;
  return { ...located, kind: "subscript", value: read(value), items: spread.map(read) };
}

/** `A | B | C` leans to the left, so its members are collected in a loop. */
function readUnion(source: Source, node: SyntaxNode, located: Located, read: Read): Expression {
  const members: SyntaxNode[] = [];
  let current: SyntaxNode = node;
  while (current.name === "BinaryExpression") {
    const [left, operator, right, ...rest] = childrenOf(current);
    const bar = operator?.name === "BitOp" && textOf(source, operator) === "|";
    if (!left || !right || rest.length > 0 || !bar) return { ...located, kind: "other" };
    members.push(right);
    current = left;
  }
  members.push(current);
  return { ...located, kind: "union", members: members.reverse().map(read) };
}

function readCall(source: Source, node: SyntaxNode, located: Located, read: Read): Expression {
  const [callee, list] = childrenOf(node);
  if (!callee || list?.name !== "ArgList") return { ...located, kind: "other" };
  return { ...located, callee: read(callee), ...readArguments(source, list, read) };
}

/** The arguments of a call, a decorator or a class, sorted out. */
export function readArguments(
  source: Source,
  list: SyntaxNode,
  read: Read = (node) => readExpression(source, node),
): Omit<CallExpression, "callee"> {
  const positional: Expression[] = [];
  const keywords = new Map<string, Expression>();
  let spread = false;
  for (const [first, second, third, ...rest] of commaGroups(list)) {
    if (first && !second) positional.push(read(first));
    else if (first?.name === "VariableName" && second?.name === "AssignOp" && third && rest.length === 0) {
      keywords.set(identifier(source, first), read(third));
    } else spread = true;
  }
  return { kind: "call", positional, keywords, spread };
}

function readDictionary(node: SyntaxNode, located: Located, read: Read): Expression {
  const entries: (readonly [Expression, Expression])[] = [];
  for (const [key, colon, value, ...rest] of commaGroups(node)) {
    if (!key || colon?.name !== ":" || !value || rest.length > 0) return { ...located, kind: "other" };
    entries.push([read(key), read(value)]);
  }
  return { ...located, kind: "dict", entries };
}
