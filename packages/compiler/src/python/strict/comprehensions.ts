import type { SyntaxNode } from "@lezer/common";

/** The nodes that collect values with `for` in brackets. */
export const COMPREHENSIONS: ReadonlySet<string> = new Set([
  "ComprehensionExpression",
  "ArrayComprehensionExpression",
  "SetComprehensionExpression",
  "DictionaryComprehensionExpression",
]);

/** Whether a node is a generator: a comprehension in round brackets, or one that is an argument. */
export function isGenerator(node: SyntaxNode): boolean {
  return node.name === "ComprehensionExpression" || (node.name === "ArgList" && node.getChild("for") !== null);
}

/** Whether a part of a comprehension is what it goes through, behind `in`. */
export function iteratesOver(part: SyntaxNode): boolean {
  for (let before = part.prevSibling; before; before = before.prevSibling) {
    if (before.name === "in") return true;
    if (before.name === "if" || before.name === "for") return false;
  }
  return false;
}
