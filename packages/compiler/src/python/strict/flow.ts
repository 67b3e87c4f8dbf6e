import type { SyntaxNode } from "@lezer/common";
import { childrenOf } from "../tree.ts";
import type { Rule } from "./rule.ts";

const FUNCTIONS = new Set(["FunctionDefinition", "LambdaExpression"]);
const LOOPS = new Set(["ForStatement", "WhileStatement"]);

/** The function whose body a node stands in; a class in between hides it. */
function enclosingFunction(node: SyntaxNode): SyntaxNode | undefined {
  let inside = node;
  for (let parent = node.parent; parent; inside = parent, parent = parent.parent) {
    const isBody = inside.name === "Body" || parent.name === "LambdaExpression";
    if (FUNCTIONS.has(parent.name) && isBody) return parent;
    if (parent.name === "ClassDefinition" && inside.name === "Body") return undefined;
  }
  return undefined;
}

/** `return` stands in a function. */
export const returnRule: Rule = (_source, node) =>
  enclosingFunction(node) ? undefined : { offset: node.from, message: `"return" stands outside of a function.` };

/** `yield` stands in a function. */
export const yieldRule: Rule = (_source, node) =>
  enclosingFunction(node) ? undefined : { offset: node.from, message: `"yield" stands outside of a function.` };

/** `await` and `async` blocks stand in an async function. */
export const awaitRule: Rule = (_source, node) => {
  const [first] = childrenOf(node);
  if (first?.name !== "await" && first?.name !== "async") return undefined;
  const around = enclosingFunction(node);
  if (around && childrenOf(around)[0]?.name === "async") return undefined;
  return { offset: first.from, message: `"${first.name}" stands outside of an async function.` };
};

/** `break` and `continue` stand in a loop of the same function. */
export const loopControlRule: Rule = (_source, node) => {
  let inside = node;
  for (let parent = node.parent; parent; inside = parent, parent = parent.parent) {
    if (inside.name !== "Body") continue;
    if (LOOPS.has(parent.name) && !isElse(inside)) return undefined;
    if (parent.name === "FunctionDefinition" || parent.name === "ClassDefinition") break;
  }
  const word = node.name === "BreakStatement" ? "break" : "continue";
  return { offset: node.from, message: `"${word}" stands outside of a loop.` };
};

function isElse(body: SyntaxNode): boolean {
  return body.prevSibling?.name === "else";
}

/** `nonlocal` stands in a function. */
export const scopeRule: Rule = (_source, node) => {
  const [first] = childrenOf(node);
  if (first?.name !== "nonlocal" || enclosingFunction(node)) return undefined;
  return { offset: node.from, message: `"nonlocal" stands outside of a function.` };
};
