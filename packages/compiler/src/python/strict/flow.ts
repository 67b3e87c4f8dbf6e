import type { SyntaxNode } from "@lezer/common";
import { childrenOf } from "../tree.ts";
import { isGenerator, iteratesOver } from "./comprehensions.ts";
import { isInGroupHandler } from "./handlers.ts";
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
export const returnRule: Rule = (_source, node) => {
  if (!enclosingFunction(node)) return { offset: node.from, message: `"return" stands outside of a function.` };
  return isInGroupHandler(node, false)
    ? { offset: node.from, message: `"return" cannot leave an "except*".` }
    : undefined;
};

/** `yield` stands in a function. */
export const yieldRule: Rule = (_source, node) => {
  const around = enclosingFunction(node);
  if (!around) return { offset: node.from, message: `"yield" stands outside of a function.` };
  const isFrom = node.getChild("from") !== null && around.firstChild?.name === "async";
  return isFrom ? { offset: node.from, message: `"yield from" cannot stand in an async function.` } : undefined;
};

/** `await` and `async` blocks stand in an async function. */
export const awaitRule: Rule = (_source, node) => {
  const [first] = childrenOf(node);
  if (first?.name !== "await" && first?.name !== "async") return undefined;
  const operand = first.name === "await" ? first.nextSibling?.name : undefined;
  if (operand === "UnaryExpression" || operand === "AwaitExpression")
    return { offset: first.from, message: `What "await" waits for needs brackets here.` };
  if (isAsync(node)) return undefined;
  return { offset: first.from, message: `"${first.name}" stands outside of an async function.` };
};

/** A list, set or dict is collected with `async for` in an async function; a generator only waits when it is used. */
export const asyncComprehensionRule: Rule = (_source, node) => {
  const word = node.getChild("async");
  return word && !isAsync(node)
    ? { offset: word.from, message: `"async" stands outside of an async function.` }
    : undefined;
};

function isAsync(node: SyntaxNode): boolean {
  let inside = node;
  for (let parent = node.parent; parent; inside = parent, parent = parent.parent) {
    if (isGenerator(parent) && !iteratesOver(inside)) return true;
    if (FUNCTIONS.has(parent.name) || parent.name === "ClassDefinition") break;
  }
  const around = enclosingFunction(node);
  return around !== undefined && childrenOf(around)[0]?.name === "async";
}

/** `break` and `continue` stand in a loop of the same function. */
export const loopControlRule: Rule = (_source, node) => {
  const word = node.name === "BreakStatement" ? "break" : "continue";
  if (isInGroupHandler(node, true)) return { offset: node.from, message: `"${word}" cannot leave an "except*".` };
  let inside = node;
  for (let parent = node.parent; parent; inside = parent, parent = parent.parent) {
    if (inside.name !== "Body") continue;
    if (LOOPS.has(parent.name) && !isElse(inside)) return undefined;
    if (parent.name === "FunctionDefinition" || parent.name === "ClassDefinition") break;
  }
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
