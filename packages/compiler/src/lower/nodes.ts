import type { Branch, ForEachNode, IfNode, Node, ParallelNode } from "@espalier/contract";
import type { BranchTree, ForEachTree, IfTree, ParallelTree, TreeNode } from "../build/tree.ts";
import { type LowerContext, must } from "./context.ts";
import { lowerBinding, lowerChat, lowerProgram } from "./leaves.ts";

/** A body as it stands in a bundle. */
export function lowerBody(body: readonly TreeNode[], context: LowerContext): Node[] {
  return body.map((node) => lowerNode(node, context));
}

function lowerNode(node: TreeNode, context: LowerContext): Node {
  switch (node.kind) {
    case "sequence":
      return { ...context.common(node), type: "sequence", nodes: lowerBody(node.body, context) };
    case "parallel":
      return lowerParallel(node, context);
    case "for_each":
      return lowerForEach(node, context);
    case "if":
      return lowerIf(node, context);
    case "chat_completion":
      return lowerChat(node, context);
    case "program":
      return lowerProgram(node, context);
    case "invalid":
      throw new Error("Something is no node, and no diagnostic says so.");
  }
}

function lowerParallel(node: ParallelTree, context: LowerContext): ParallelNode {
  const branch = ({ name, body }: BranchTree): Branch => ({ name, nodes: lowerBody(body, context) });
  return {
    ...context.common(node),
    type: "parallel",
    branches: node.branches.map(branch),
    max_concurrency: node.maxConcurrency,
  };
}

function lowerForEach(node: ForEachTree, context: LowerContext): ForEachNode {
  return {
    ...context.common(node),
    type: "for_each",
    items: lowerBinding(must(node.items, "list")),
    nodes: lowerBody(node.body, context),
    max_items: node.maxItems,
    max_concurrency: node.maxConcurrency,
  };
}

function lowerIf(node: IfTree, context: LowerContext): IfNode {
  const { program } = must(context.resolution.program(must(node.condition, "condition")), "condition");
  return {
    ...context.common(node),
    type: "if",
    condition: program,
    then: lowerBody(node.then, context),
    otherwise: lowerBody(node.otherwise, context),
  };
}
