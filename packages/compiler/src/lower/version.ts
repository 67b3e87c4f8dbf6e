import type { BindingValue, PromptContent, TreeNode, WorkflowTree } from "../build/tree.ts";
import { walkNodes } from "../build/walk.ts";

/** The lowest contract version that can say the workflow. */
export function contractVersion(tree: WorkflowTree): 1 | 2 {
  let version: 1 | 2 = 1;
  walkNodes(tree.body, (node) => {
    if (needsVersion2(node)) version = 2;
  });
  return version;
}

/** Version 1 knows model calls and Python programs that read whole values. */
function needsVersion2(node: TreeNode): boolean {
  if (node.kind === "chat_completion") {
    return node.parts.some((part) => part.kind === "message" && part.content.some(isNewContent));
  }
  if (node.kind !== "program" || node.run?.language !== "python") return true;
  if (node.inputs === undefined || node.inputs === "invalid") return false;
  return [...node.inputs.values()].some((input) => input.kind !== "binding" || isNew(input.binding));
}

function isNewContent(content: PromptContent): boolean {
  return typeof content !== "string" && isNew(content.binding);
}

function isNew(binding: BindingValue): boolean {
  return binding.source === "item" || binding.path.length > 0;
}
