import type { SyntaxNode } from "@lezer/common";
import type { Edit } from "./edit.ts";
import { findHead } from "./head.ts";

/** `for a in *b, c:` becomes `for a in  b, c:`. */
export function bridgeLoop(text: string, statement: SyntaxNode): Edit[] {
  const word = statement.getChild("in");
  const head = word && findHead(text, word.to);
  if (!head) return [];
  const items = text.slice(word.to, head.end);
  const star = /^\s*\*(?!\*)/.exec(items)?.[0];
  return star !== undefined && items.includes(",") ? [{ from: word.to + star.length - 1, replacement: " " }] : [];
}
