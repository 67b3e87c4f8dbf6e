import type { TreeNode, WorkflowTree } from "../build/tree.ts";
import { walkNodes } from "../build/walk.ts";

/** `node_1` to `node_N`, in preorder over all nodes, composites included. */
export function numberNodes(tree: WorkflowTree): Map<TreeNode, string> {
  const ids = new Map<TreeNode, string>();
  walkNodes(tree.body, (node) => ids.set(node, `node_${ids.size + 1}`));
  return ids;
}
