import { readExpression, type Expression } from "./expression.ts";
import { parsePython } from "./parser.ts";
import { childrenOf, hasError } from "./tree.ts";

/** Reads what stands in the quotes of an annotation, or gives undefined when it is not one expression. */
export function parseQuoted(expression: Extract<Expression, { kind: "string" }>): Expression | undefined {
  if (!expression.inside) return undefined;
  const script = parsePython(expression.inside.text).topNode;
  const [statement, ...rest] = childrenOf(script);
  if (statement?.name !== "ExpressionStatement" || rest.length > 0 || hasError(script)) return undefined;
  const [node, ...others] = childrenOf(statement);
  return node && others.length === 0 ? readExpression(expression.inside, node) : undefined;
}
