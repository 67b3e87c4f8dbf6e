import type { SyntaxNode } from "@lezer/common";
import { inPlace, type Edit } from "./edit.ts";
import { expressionOf, isExpression } from "./expression.ts";
import { findHead } from "./head.ts";

/** `case A():` becomes `case A  :`, and `case []:` becomes `case 00:`. */
export function bridgeEmptyPattern(text: string, { name, from, to }: SyntaxNode): Edit[] {
  if (!/^.\s*[\])}]$/.test(text.slice(from, to))) return [];
  return [{ from, replacement: (name === "PatternArgList" ? " " : "0").repeat(to - from) }];
}

/** `match a, b:` becomes `match ____:`. */
export function bridgeSubject(text: string, statement: SyntaxNode): Edit[] {
  const start = statement.from + "match".length;
  const head = findHead(text, start);
  return head && isExpression(text.slice(start, head.end)) ? inPlace(text, start, head.end, "_") : [];
}

/** `case {a.b: "c" "d"} as e if (f := g):` becomes `case 0000000000000000000000 if ________:`: patterns look like expressions. */
export function bridgeClause(text: string, clause: SyntaxNode): Edit[] {
  const start = clause.from + "case".length;
  const head = findHead(text, start);
  if (!head) return [];
  const end = head.guard ?? head.end;
  if (!isPattern(text.slice(start, end))) return [];
  const edits = inPlace(text, start, end, "0");
  if (head.guard === undefined) return edits;
  const guard = head.guard + "if".length;
  return isExpression(text.slice(guard, head.end)) ? [...edits, ...inPlace(text, guard, head.end, "_")] : [];
}

const NO_PATTERNS =
  /Conditional|Lambda|Comprehension|Format|Await|Yield|NamedExpression|SetExpression|UpdateOp|CompareOp|Power|not|and/;

/** Whether text is a pattern, or near enough: what has the form of one is not read further. */
function isPattern(text: string): boolean {
  if (text.trim() === "" || /\bas\s+\w+\s*[.(]/.test(text)) return false;
  const tree = expressionOf(text.replace(/\bas\b/g, "or"));
  let plain = tree !== undefined;
  tree?.cursor().iterate(({ name, node }) => {
    const isPlus = name === "UnaryExpression" && text[node.from - 1] === "+";
    if (isPlus || NO_PATTERNS.test(name)) plain = false;
  });
  return plain;
}
