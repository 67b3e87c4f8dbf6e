import type { SyntaxNode } from "@lezer/common";
import { parser } from "@lezer/python";
import { scanCode } from "../scan.ts";
import { isTarget } from "../strict/targets.ts";
import { childrenOf, hasError } from "../tree.ts";
import type { Edit } from "./edit.ts";

/** `with (a as b, c as d):` loses its brackets, and `with a as b.c:` gets a plain name. */
export function bridgeWith(text: string, statement: SyntaxNode): Edit[] {
  const start = statement.from + text.slice(statement.from).search(/with/) + 4;
  const open = start + (/\s*/.exec(text.slice(start, start + 100))?.[0].length ?? 0);
  if (text[open] === "(") {
    const items = withoutBrackets(text, open);
    if (items) return items;
  }
  return plainTargets(text, start);
}

function withoutBrackets(text: string, open: number): Edit[] | undefined {
  const edits: Edit[] = [{ from: open, replacement: " " }];
  let comma: number | undefined;
  let hasNames = false;
  for (const { kind, from, to, depth } of scanCode(text, open + 1)) {
    if (kind === "comment") edits.push({ from, replacement: " ".repeat(to - from) });
    if (kind !== "code") continue;
    const character = text[from] ?? "";
    if (depth < 0) {
      if (!hasNames || !/^\)\s*:/.test(text.slice(from, from + 100))) return undefined;
      if (comma !== undefined) edits.push({ from: comma, replacement: " " });
      return [...edits, { from, replacement: " " }];
    }
    if (character === "\n") edits.push({ from, replacement: " " });
    if (character === "," && depth === 0) comma = from;
    else if (character.trim() !== "") comma = undefined;
    hasNames ||= depth === 0 && /^as\b/.test(text.slice(from, from + 3)) && !/\w/.test(text[from - 1] ?? "");
  }
  return undefined;
}

function plainTargets(text: string, start: number): Edit[] {
  const edits: Edit[] = [];
  let target: number | undefined;
  for (const { kind, from, depth } of scanCode(text, start)) {
    const character = kind === "code" ? text[from] : undefined;
    const isEnd = character === "\n" && text[from - 1] !== "\\";
    const ends = depth === 0 && (character === ":" || character === "," || isEnd);
    if (ends && target !== undefined) {
      const written = text.slice(target, from).trimEnd();
      if (!/^\w+$/.test(written) && isAssignable(written))
        edits.push({ from: target, replacement: "_".repeat(written.length) });
      target = undefined;
    }
    if (ends && character !== ",") break;
    if (depth === 0 && /^\sas\s/.test(text.slice(from - 1, from + 3))) target = skipSpace(text, from + 3);
  }
  return edits;
}

function skipSpace(text: string, from: number): number {
  return from + (/^[ \t]*/.exec(text.slice(from, from + 100))?.[0].length ?? 0);
}

function isAssignable(written: string): boolean {
  const text = `${written} = 0`;
  const { topNode } = parser.parse(text);
  const [statement, ...others] = childrenOf(topNode);
  if (statement?.name !== "AssignStatement" || others.length > 0 || hasError(topNode)) return false;
  return isTarget(statement);
}
