import type { SyntaxNode } from "@lezer/common";
import { readStringLiteral } from "./string-literal.ts";
import type { Source } from "./source.ts";
import { childrenOf, textOf } from "./tree.ts";

/** The bodies of an `if` statement, told apart by whether a gateway can ever run them. */
export interface Branches {
  readonly executed: readonly SyntaxNode[];
  readonly skipped: readonly SyntaxNode[];
}

/**
 * A program is imported, never run as a script and never type-checked: what stands under
 * `if __name__ == "__main__":` or `if TYPE_CHECKING:` is skipped. Any other condition may go either way.
 */
export function branchesOf(source: Source, statement: SyntaxNode): Branches {
  const executed: SyntaxNode[] = [];
  const skipped: SyntaxNode[] = [];
  let condition: boolean | undefined = true;
  let settled = false;
  for (const child of childrenOf(statement)) {
    if (child.name === "Body") {
      (settled || condition === false ? skipped : executed).push(child);
      settled ||= condition === true;
    } else if (child.name === "else") condition = true;
    else if (child.name !== "if" && child.name !== "elif") condition = truth(source, child);
  }
  return { executed, skipped };
}

/** Whether a condition always holds, never does, or cannot be told. */
function truth(source: Source, node: SyntaxNode, depth = 0): boolean | undefined {
  if (depth > 20) return undefined;
  const children = childrenOf(node);
  switch (node.name) {
    case "VariableName":
    case "MemberExpression":
      return /(^|\.)TYPE_CHECKING$/.test(textOf(source, node)) ? false : undefined;
    case "ParenthesizedExpression":
      return children[1] ? truth(source, children[1], depth + 1) : undefined;
    case "UnaryExpression":
      return negated(source, children, depth);
    case "BinaryExpression":
      return truthOfBinary(source, children, depth);
    default:
      return undefined;
  }
}

function negated(source: Source, [operator, operand]: SyntaxNode[], depth: number): boolean | undefined {
  if (operator?.name !== "not" || !operand) return undefined;
  const value = truth(source, operand, depth + 1);
  return value === undefined ? undefined : !value;
}

function truthOfBinary(source: Source, children: SyntaxNode[], depth: number): boolean | undefined {
  const [left, operator, right] = children;
  if (!left || !operator || !right || children.length !== 3) return undefined;
  if (operator.name === "CompareOp") return truthOfComparison(source, left, operator, right);
  if (operator.name !== "and" && operator.name !== "or") return undefined;
  const values = [truth(source, left, depth + 1), truth(source, right, depth + 1)];
  const deciding = operator.name === "or";
  if (values.includes(deciding)) return deciding;
  return values.includes(undefined) ? undefined : !deciding;
}

function truthOfComparison(source: Source, left: SyntaxNode, operator: SyntaxNode, right: SyntaxNode) {
  const sides = [left, right].map((side) =>
    side.name === "String" ? readStringLiteral(textOf(source, side))?.value : textOf(source, side),
  );
  if (!sides.includes("__name__") || !sides.includes("__main__")) return undefined;
  const comparison = textOf(source, operator);
  return comparison === "==" ? false : comparison === "!=" ? true : undefined;
}
