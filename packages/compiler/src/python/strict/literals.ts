import { readStringLiteral } from "../string-literal.ts";
import { childrenOf, textOf } from "../tree.ts";
import type { Rule } from "./rule.ts";

const INTEGER = String.raw`0[xX](_?[0-9a-fA-F])+|0[bB](_?[01])+|0[oO](_?[0-7])+|0(_?0)*|[1-9](_?\d)*`;
const DIGITS = String.raw`\d(_?\d)*`;
const FLOAT = String.raw`(${DIGITS}\.(${DIGITS})?|\.${DIGITS})([eE][-+]?${DIGITS})?|${DIGITS}[eE][-+]?${DIGITS}`;
const NUMBER = new RegExp(`^(${INTEGER}|(${FLOAT}|${DIGITS})[jJ]|${FLOAT})$`);
const ESCAPE = /\\(x[0-9a-fA-F]{0,2}|u[0-9a-fA-F]{0,4}|U[0-9a-fA-F]{0,8}|N(\{[^}]*\})?|[^])/g;
const LENGTHS: ReadonlyMap<string, number> = new Map([
  ["x", 3],
  ["u", 5],
  ["U", 9],
]);

/** Strings are closed on their line, and their escapes are complete. */
export const stringRule: Rule = (source, node) => {
  const text = textOf(source, node);
  const literal = readStringLiteral(text);
  if (!literal) return { offset: node.from, message: "The string is not closed." };
  const ascii = /^[\0-\x7F]*$/.test(text);
  if (literal.kind === "bytes" && !ascii) return { offset: node.from, message: "Bytes hold ASCII characters only." };
  if (/^[a-z]*r/i.test(text)) return undefined;
  const broken = brokenEscape(text.slice(literal.start, literal.end), literal.kind === "bytes");
  return broken === undefined
    ? undefined
    : { offset: node.from + literal.start + broken, message: "The escape in the string is not complete." };
};

function brokenEscape(inside: string, bytes: boolean): number | undefined {
  for (const match of inside.matchAll(ESCAPE)) {
    const escape = match[1] ?? "";
    const kind = escape[0] ?? "";
    if (bytes && kind !== "x") continue;
    const length = LENGTHS.get(kind);
    if (length !== undefined && escape.length < length) return match.index;
    if (kind === "U" && Number.parseInt(escape.slice(1), 16) > 0x10ffff) return match.index;
    if (kind === "N" && escape.length < 4) return match.index;
  }
  return undefined;
}

/** In an f-string, a brace for itself is written twice; what is put in is one expression. */
export const formatRule: Rule = (source, node) => {
  const text = textOf(source, node);
  const raw = /^[a-z]*r/i.test(text);
  let end = node.from;
  for (const part of [...childrenOf(node), undefined]) {
    const between = source.text.slice(end, part?.from ?? node.to);
    const plain = raw ? between : between.replace(/\\N\{[^}]*\}/g, (name) => "_".repeat(name.length));
    const brace = plain.replaceAll("}}", "__").indexOf("}");
    if (brace >= 0) return { offset: end + brace, message: `A "}" for itself is written "}}" in an f-string.` };
    const lambda = part?.name === "FormatReplacement" ? part.getChild("LambdaExpression") : undefined;
    if (lambda) return { offset: lambda.from, message: "A lambda in an f-string needs brackets around it." };
    end = part?.to ?? end;
  }
  return undefined;
};

/** Strings and bytes beside each other are not joined. */
export const joinedStringsRule: Rule = (source, node) => {
  const parts = childrenOf(node);
  const kinds = parts.map((part) => readStringLiteral(textOf(source, part))?.kind === "bytes");
  const other = parts[kinds.indexOf(!kinds[0])];
  return other && { offset: other.from, message: "Strings and bytes cannot be joined." };
};

/** Numbers are written as Python writes them. */
export const numberRule: Rule = (source, node) => {
  const text = textOf(source, node);
  if (NUMBER.test(text)) return undefined;
  const hint = /^0\d/.test(text) ? `Octal numbers begin with 0o, as in 0o${text.slice(1)}.` : undefined;
  return { offset: node.from, message: `${JSON.stringify(text)} is not a number.`, hint };
};

/** A whole number has no fields: in `1.real` the point belongs to the number. */
export const numberMemberRule: Rule = (source, node) => {
  const [number, dot] = childrenOf(node);
  if (number?.name !== "Number" || dot?.name !== "." || dot.from !== number.to) return undefined;
  if (!/^[\d_]+$/.test(textOf(source, number))) return undefined;
  return { offset: dot.from, message: "A number cannot be followed by a name." };
};

const KEYWORDS: ReadonlySet<string> = new Set(
  (
    "False None True and as assert async await break class continue def del elif else except finally for from global if " +
    "import in is lambda nonlocal not or pass raise return try while with yield"
  ).split(" "),
);

/** Names are made of letters, digits and underscores, and are no keywords. */
export const nameRule: Rule = (source, node) => {
  const text = textOf(source, node);
  if (KEYWORDS.has(text)) return { offset: node.from, message: `${JSON.stringify(text)} is a keyword, not a name.` };
  if (/^\w+$/.test(text) || /^[\p{XID_Start}_]\p{XID_Continue}*$/u.test(text)) return undefined;
  return { offset: node.from, message: `${JSON.stringify(text)} is not a name.` };
};
