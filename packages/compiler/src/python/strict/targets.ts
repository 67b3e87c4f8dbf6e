import type { SyntaxNode } from "@lezer/common";
import { childrenOf, textOf } from "../tree.ts";
import type { Source } from "../source.ts";
import type { Mistake, Rule } from "./rule.ts";

const PUNCTUATION = new Set([",", "*", "(", ")", "[", "]", "⚠"]);
const GROUPS = new Set(["TupleExpression", "ArrayExpression", "ParenthesizedExpression"]);

/** `a, b.c, d[0] = …`: what stands before the last `=` can be assigned to. */
export const assignmentRule: Rule = (source, node) => {
  const children = childrenOf(node);
  const typed = children.findIndex((child) => child.name === "TypeDef");
  if (typed > 1) return { offset: node.from, message: "Only a single name can be given a type." };
  const operators = children.filter((child) => child.name === "AssignOp");
  if (typed >= 0 && operators[1])
    return { offset: operators[1].from, message: "What has a type is assigned to alone." };
  const last = typed >= 0 ? typed : children.findLastIndex((child) => child.name === "AssignOp");
  return badTarget(source, children.slice(0, Math.max(last, 0)), typed >= 0);
};

/** Whether Python can assign to what stands before the `=` of a statement; its text does not matter. */
export function isTarget(statement: SyntaxNode): boolean {
  const source = { text: "", placeAt: () => ({ file: "", line: 1, column: 1 }) };
  return assignmentRule(source, statement) === undefined;
}

/** `a += 1`: one name, field or item. */
export const updateRule: Rule = (source, node) => {
  const children = childrenOf(node);
  const operator = children.findIndex((child) => child.name === "UpdateOp");
  const targets = children.slice(0, Math.max(operator, 0));
  if (targets.length > 1) return { offset: node.from, message: "Only one thing can be updated at a time." };
  return badTarget(source, targets, true);
};

/** `del a, b[0]`. */
export const deleteRule: Rule = (source, node) => badTarget(source, childrenOf(node).slice(1), false);

/** `for a, b in …`, in statements and comprehensions. */
export const loopRule: Rule = (source, node) => {
  let inTarget = false;
  for (const child of childrenOf(node)) {
    if (child.name === "Body") return undefined;
    if (child.name === "in") inTarget = false;
    const bad = inTarget ? badTarget(source, [child], false) : undefined;
    if (bad) return bad;
    if (child.name === "for") inTarget = true;
  }
  return undefined;
};

function badTarget(source: Source, nodes: readonly SyntaxNode[], single: boolean): Mistake | undefined {
  const pending = [...nodes].reverse();
  for (let node = pending.pop(); node; node = pending.pop()) {
    if (PUNCTUATION.has(node.name) || node.name === "AssignOp") continue;
    if (node.name === "VariableName" || node.name === "MemberExpression") continue;
    const isGroup = GROUPS.has(node.name) && !(single && node.name !== "ParenthesizedExpression");
    if (!isGroup) return cannotAssign(source, node);
    pending.push(...childrenOf(node).reverse());
  }
  return undefined;
}

/** Says that something is no target. */
export function cannotAssign(source: Source, node: SyntaxNode): Mistake {
  const text = textOf(source, node);
  const shown = text.length > 40 ? `${text.slice(0, 40)}…` : text;
  return { offset: node.from, message: `Nothing can be assigned to ${JSON.stringify(shown)}.` };
}
