import type { SyntaxNode } from "@lezer/common";
import { parser } from "@lezer/python";
import { childrenOf, hasError } from "../tree.ts";

/** Whether text is an expression when it stands in brackets, which is where Python takes most. */
export function isExpression(text: string): boolean {
  return expressionOf(text) !== undefined;
}

/** Reads text as an expression in brackets; offsets are one more than those in the text. */
export function expressionOf(text: string): SyntaxNode | undefined {
  const { topNode } = parser.parse(`(${text}\n)`);
  const [statement, ...others] = childrenOf(topNode);
  return statement?.name === "ExpressionStatement" && others.length === 0 && !hasError(topNode) ? statement : undefined;
}
