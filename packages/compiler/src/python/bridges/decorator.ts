import type { SyntaxNode } from "@lezer/common";
import { scanCode } from "../scan.ts";
import { inPlace, type Edit } from "./edit.ts";
import { isExpression } from "./expression.ts";

/** `@buttons[0].clicked` becomes `@__________________`. */
export function bridgeDecorator(text: string, statement: SyntaxNode): Edit[] {
  return statement.getChildren("Decorator").flatMap((decorator) => {
    const start = decorator.from + 1;
    const end = endOfLine(text, start);
    if (end === undefined || /^[ \t]*[\w.]+[ \t]*(\([^()]*\))?\s*$/.test(text.slice(start, end))) return [];
    return isExpression(text.slice(start, end)) ? inPlace(text, start, end, "_") : [];
  });
}

/** Where the expression ends that begins at `start`; nothing when it is a list without brackets. */
function endOfLine(text: string, start: number): number | undefined {
  if (/^\s*\*/.test(text.slice(start, start + 100))) return undefined;
  let end = start;
  for (const { kind, from, to, depth } of scanCode(text, start)) {
    if (kind === "comment" && depth === 0) break;
    if (kind === "code" && depth === 0 && text[from] === ",") return undefined;
    if (kind === "code" && depth === 0 && text[from] === "\n" && text[from - 1] !== "\\") break;
    end = to;
  }
  return end;
}
