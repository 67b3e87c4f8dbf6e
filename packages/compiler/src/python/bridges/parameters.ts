import type { SyntaxNode } from "@lezer/common";
import { scanCode } from "../scan.ts";
import type { Edit } from "./edit.ts";
import { isExpression } from "./expression.ts";

/** `def f[T: int = str]` becomes `def f[T: int      ]`. */
export function bridgeTypeParameters(text: string, list: SyntaxNode): Edit[] {
  const edits: Edit[] = [];
  let equals: number | undefined;
  for (const { kind, from, depth } of scanCode(text, list.from + 1)) {
    if (kind !== "code") continue;
    const ends = depth < 0 || (depth === 0 && text[from] === ",");
    if (ends && equals !== undefined) {
      if (!isExpression(text.slice(equals + 1, from).replace(/^\s*\*/, ""))) return [];
      edits.push({ from: equals, replacement: " ".repeat(from - equals) });
      equals = undefined;
    }
    if (depth === 0 && text[from] === "=" && text[from - 1] !== ":") equals ??= from;
  }
  return edits;
}

/** `lambda a, /, : a` becomes `lambda a    : a`. */
export function bridgeSlash(text: string, lambda: SyntaxNode): Edit[] {
  const window = text.slice(lambda.from, lambda.from + 1_000);
  const match = /,\s*\/\s*,(?=\s*:)/.exec(window);
  const colon = window.indexOf(":");
  return match && match.index < colon
    ? [{ from: lambda.from + match.index, replacement: " ".repeat(match[0].length) }]
    : [];
}
