import type { TreeNode } from "../build/tree.ts";
import { walkNodes } from "../build/walk.ts";
import type { CheckContext, Visitor } from "./check.ts";
import { CHECKS } from "./registry.ts";

/** Runs every check in one walk over the tree. */
export function runChecks(context: CheckContext): void {
  const visitors = CHECKS.map((check) => check(context));
  walkNodes(context.tree.body, (node, depth) => {
    for (const visitor of visitors) visit(visitor, node, depth);
  });
  for (const visitor of visitors) visitor.workflow?.(context.tree);
}

function visit(visitor: Visitor, node: TreeNode, depth: number): void {
  visitor.node?.(node, depth);
  (visitor[node.kind] as ((node: TreeNode, depth: number) => void) | undefined)?.(node, depth);
}
