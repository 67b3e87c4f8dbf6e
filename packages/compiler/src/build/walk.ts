import { bodiesOf, type TreeNode } from "./tree.ts";

/** Calls `visit` for every node in preorder; `depth` counts the composites around it. */
export function walkNodes(
  body: readonly TreeNode[],
  visit: (node: TreeNode, depth: number) => void,
  depth: number = 0,
): void {
  for (const node of body) {
    visit(node, depth);
    for (const inner of bodiesOf(node)) walkNodes(inner, visit, depth + 1);
  }
}
