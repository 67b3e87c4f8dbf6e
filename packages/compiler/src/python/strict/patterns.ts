import type { SyntaxNode } from "@lezer/common";
import { textOf } from "../tree.ts";
import type { Rule } from "./rule.ts";

/** `case name:` takes everything, so that it comes last. */
export const patternRule: Rule = (source, node) => {
  const clauses = node.getChildren("MatchClause");
  const all = clauses.slice(0, -1).find(takesEverything);
  if (!all) return undefined;
  const pattern = all.getChild("CapturePattern") ?? all;
  const message = `"case ${textOf(source, pattern)}" takes everything, so that no case behind it is reached.`;
  return {
    offset: pattern.from,
    message,
    hint: "To compare with a constant, write it with its owner: case Color.RED.",
  };
};

function takesEverything(clause: SyntaxNode): boolean {
  const pattern = clause.getChild("CapturePattern");
  return pattern !== null && pattern.prevSibling?.name === "case" && pattern.nextSibling?.name === "Body";
}
