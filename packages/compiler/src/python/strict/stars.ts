import type { SyntaxNode } from "@lezer/common";
import { COMPREHENSIONS, isGenerator } from "./comprehensions.ts";
import type { Mistake, Rule } from "./rule.ts";

/** Where a star unpacks only if a comma makes the whole a tuple. */
const NEEDS_COMMA = new Set([
  "AssignStatement",
  "UpdateStatement",
  "ExpressionStatement",
  "ReturnStatement",
  "YieldStatement",
  "YieldExpression",
  "ForStatement",
  "ParenthesizedExpression",
  "FormatReplacement",
  "TypeDefinition",
]);
const BOUNDARIES = new Set(["AssignOp", "UpdateOp", "TypeDef", "Body", "for", "in", "if", "return", "yield", "(", ")"]);

/** `*a` stands in a list of things: `[*a]`, `f(*a)`, `x = *a, b`. Of several in one list of targets, Python takes one. */
export const starRule: Rule = (_source, star) => {
  const { parent } = star;
  if (!parent) return undefined;
  const isComprehension = COMPREHENSIONS.has(parent.name) || isGenerator(parent);
  if (isComprehension && !isTarget(star)) return cannot(star, "A comprehension cannot unpack what it collects.");
  if (star.name === "**" || !(isComprehension || NEEDS_COMMA.has(parent.name))) return undefined;
  const around = segment(star);
  if (!around.some(({ name }) => name === ","))
    return cannot(
      star,
      `What is unpacked with "*" has nothing to go into here.`,
      `Write a comma behind it for a tuple.`,
    );
  const first = isTarget(star) ? around.find(({ name }) => name === "*") : undefined;
  return first && first.from !== star.from ? cannot(star, `Only one of the targets can have a "*".`) : undefined;
};

function cannot({ from }: SyntaxNode, message: string, hint?: string): Mistake {
  return { offset: from, message, hint };
}

/** The siblings of a node between the words and signs that end a list. */
function segment(node: SyntaxNode): SyntaxNode[] {
  const found = [node];
  for (let left = node.prevSibling; left && !BOUNDARIES.has(left.name); left = left.prevSibling) found.unshift(left);
  for (let right = node.nextSibling; right && !BOUNDARIES.has(right.name); right = right.nextSibling) found.push(right);
  return found;
}

/** Whether a node is assigned to: it stands before `=`, or between `for` and `in`. */
function isTarget(node: SyntaxNode): boolean {
  const around = segment(node);
  return around[0]?.prevSibling?.name === "for" || around.at(-1)?.nextSibling?.name === "AssignOp";
}
