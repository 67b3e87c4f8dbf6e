import type ts from "typescript";
import type { TypeScript } from "../typescript.ts";

/** The regular expression of a template type: `^id-…$` for `` `id-${number}` ``. */
export function templatePattern(ts: TypeScript, type: ts.TemplateLiteralType): string {
  const parts = type.texts.flatMap((text, index) => {
    const part = type.types[index];
    return part === undefined ? [escaped(text)] : [escaped(text), partPattern(ts, part)];
  });
  return `^${parts.join("")}$`;
}

function partPattern(ts: TypeScript, type: ts.Type): string {
  const { TypeFlags } = ts;
  if ((type.flags & TypeFlags.Number) !== 0) return "-?\\d+(?:\\.\\d+)?(?:[eE][+-]?\\d+)?";
  if ((type.flags & TypeFlags.BigInt) !== 0) return "-?\\d+";
  if ((type.flags & TypeFlags.TemplateLiteral) !== 0) {
    return `(?:${templatePattern(ts, type as ts.TemplateLiteralType).slice(1, -1)})`;
  }
  if (type.isUnion())
    return `(?:${type.types
      .map((member) => partPattern(ts, member))
      .toSorted()
      .join("|")})`;
  if (type.isStringLiteral() || type.isNumberLiteral()) return escaped(String(type.value));
  // `string`, `Uppercase<string>` and brands of them.
  return "[\\s\\S]*";
}

function escaped(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}
