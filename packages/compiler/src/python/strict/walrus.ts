import type { SyntaxNode } from "@lezer/common";
import { childrenOf, identifier } from "../tree.ts";
import type { Source } from "../source.ts";
import { COMPREHENSIONS, iteratesOver } from "./comprehensions.ts";
import type { Mistake, Rule } from "./rule.ts";
import { cannotAssign } from "./targets.ts";

/** `(name := value)`: a name of the function around, not the one that a comprehension goes through its items with. */
export const namedExpressionRule: Rule = (source, node) => {
  const [target] = childrenOf(node);
  if (!target) return undefined;
  if (target.name !== "VariableName") return cannotAssign(source, target);
  let inside = node;
  let inComprehension = false;
  for (let parent = node.parent; parent; inside = parent, parent = parent.parent) {
    if (COMPREHENSIONS.has(parent.name)) {
      inComprehension = true;
      const mistake = inComprehensionItself(source, parent, inside, target);
      if (mistake) return mistake;
    }
    if (parent.name === "FunctionDefinition" || parent.name === "LambdaExpression") return undefined;
    if (parent.name === "ClassDefinition" && inside.name === "Body" && inComprehension)
      return { offset: node.from, message: `A comprehension in a class cannot use ":=".` };
  }
  return undefined;
};

function inComprehensionItself(
  source: Source,
  comprehension: SyntaxNode,
  inside: SyntaxNode,
  target: SyntaxNode,
): Mistake | undefined {
  if (iteratesOver(inside))
    return { offset: target.from, message: `":=" cannot stand in what a comprehension goes through.` };
  const name = identifier(source, target);
  let isLoopTarget = false;
  for (const child of childrenOf(comprehension)) {
    if (child.name === "for") isLoopTarget = true;
    if (child.name === "in") isLoopTarget = false;
    if (isLoopTarget && child.name === "VariableName" && identifier(source, child) === name)
      return {
        offset: target.from,
        message: `${JSON.stringify(name)} already stands for the items of the comprehension.`,
      };
  }
  return undefined;
}
