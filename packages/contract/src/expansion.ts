import type { Node } from "./generated/v2.ts";

/**
 * How many node executions the nodes need at most: a leaf one, a loop its body `max_items` times, an `if` the longer
 * exit; each composite counts as one more. May be Infinity.
 */
export function expansion(nodes: readonly Node[]): number {
  return nodes.reduce((sum, node) => sum + ofNode(node), 0);
}

function ofNode(node: Node): number {
  switch (node.type) {
    case "sequence":
      return 1 + expansion(node.nodes);
    case "parallel":
      return node.branches.reduce((sum, branch) => sum + expansion(branch.nodes), 1);
    case "for_each":
      return 1 + node.max_items * expansion(node.nodes);
    case "if":
      return 1 + Math.max(expansion(node.then), expansion(node.otherwise));
    default:
      return 1;
  }
}
