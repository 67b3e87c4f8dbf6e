import type { SyntaxNode } from "@lezer/common";
import type { Edit } from "./edit.ts";

/** `f"{x:=10}"` becomes `f"{x:_10}"`: the colon begins the format. */
export function bridgeFormat(text: string, { from, to }: SyntaxNode): Edit[] {
  const [before] = /^\{\s*[\w.]+\s*:(?==)/.exec(text.slice(from, to + 100)) ?? [];
  return before === undefined ? [] : [{ from: from + before.length, replacement: "_" }];
}

/** A backslash before a brace stands for itself, but the parser would take the brace for one of the text. */
export function bridgeBackslashes(text: string, { from, to }: SyntaxNode): Edit[] {
  return [...text.slice(from, to).matchAll(/\\([^])/g)]
    .filter(([, escaped]) => escaped === "{" || escaped === "}")
    .map(({ index }) => ({ from: from + index, replacement: "_" }));
}
