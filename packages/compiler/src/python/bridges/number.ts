import type { SyntaxNode } from "@lezer/common";
import type { Edit } from "./edit.ts";

const FLOAT_END = /^\.(?![\p{L}_])|^\.[eE][-+]?\d|^\.([jJ]|if|else|and|or|in|is|for|not)(?![\p{L}\d_])/u;

/** `1.` becomes `10`, and `1..real` becomes `1j.real`, unless a name follows the point. */
export function bridgeNumber(text: string, member: SyntaxNode): Edit[] {
  const number = member.firstChild;
  if (number?.name !== "Number") return [];
  const isWhole = /^[\d_]+$/.test(text.slice(number.from, number.to));
  const isFloat = FLOAT_END.test(text.slice(number.to, number.to + 6));
  return isWhole && isFloat ? [{ from: number.to, replacement: text[number.to + 1] === "." ? "j" : "0" }] : [];
}
