import type { SyntaxNode } from "@lezer/common";
import { childrenOf } from "../tree.ts";
import type { Mistake, Rule } from "./rule.ts";

/** `try` has an `except` or a `finally`; `except A, B` has brackets; what catches everything comes last. */
export const tryRule: Rule = (_source, node) => {
  const children = childrenOf(node);
  const handlers = children.filter((child) => child.name === "except");
  if (handlers.length === 0) return withoutHandler(node, children);
  const comma = children.find((child) => child.name === ",");
  if (comma)
    return { offset: comma.from, message: `Several exceptions stand in brackets.`, hint: "Write except (A, B):." };
  const bare = handlers.slice(0, -1).find((handler) => handler.nextSibling?.name === "Body");
  if (bare) return { offset: bare.from, message: `"except" without an exception comes last.` };
  return checkGroups(handlers);
};

function withoutHandler(node: SyntaxNode, children: readonly SyntaxNode[]): Mistake | undefined {
  const isWhole =
    children.some((child) => child.name === "finally") && !children.some((child) => child.name === "else");
  return isWhole ? undefined : { offset: node.from, message: `"try" needs an "except" or a "finally".` };
}

/** `except*` needs exceptions, and does not go with `except`. */
function checkGroups(handlers: readonly SyntaxNode[]): Mistake | undefined {
  const groups = handlers.filter((handler) => handler.nextSibling?.name === "*");
  const bare = groups.find((handler) => handler.nextSibling?.nextSibling?.name === "Body");
  if (bare) return { offset: bare.from, message: `"except*" needs an exception.` };
  if (groups.length === 0 || groups.length === handlers.length) return undefined;
  const other = handlers.find((handler) => !groups.includes(handler));
  return other && { offset: other.from, message: `"except" and "except*" do not go together.` };
}

/** Whether a statement stands in an `except*` of the same function, which it may not leave. */
export function isInGroupHandler(node: SyntaxNode, leavesLoop: boolean): boolean {
  let inside = node;
  for (let parent = node.parent; parent; inside = parent, parent = parent.parent) {
    if (parent.name === "FunctionDefinition" || parent.name === "ClassDefinition") return false;
    if (leavesLoop && (parent.name === "ForStatement" || parent.name === "WhileStatement")) return false;
    if (parent.name === "TryStatement" && isGroupBody(inside)) return true;
  }
  return false;
}

function isGroupBody(body: SyntaxNode): boolean {
  for (let before = body.prevSibling; before && before.name !== "Body"; before = before.prevSibling) {
    if (before.name === "*") return before.prevSibling?.name === "except";
  }
  return false;
}
