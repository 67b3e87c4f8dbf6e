import type { ElementItem } from "@espalier/jsx/tree";
import type { Reporter } from "../diagnostics/reporter.ts";
import { checkWorkflowName } from "./names.ts";
import { buildBody } from "./nodes.ts";
import { propReader } from "./props.ts";
import type { RetryValue, TreeNode, WorkflowTree } from "./tree.ts";

/** The typed tree of a `Workflow` element. Everything wrong with its form is reported on the way. */
export function buildWorkflow(item: ElementItem, reporter: Reporter): WorkflowTree {
  const props = propReader(item, reporter);
  const name = props.requiredText("name");
  if (name !== undefined) checkWorkflowName(name, item, reporter);
  const description = props.text("description");
  const deadlineSeconds = props.seconds("deadlineSeconds");
  const retry = props.retry();
  props.rejectUnknown();
  const body = buildBody(item.children, "<Workflow>", item, reporter).map((node) => withRetry(node, retry));
  return { origin: item, name: name ?? "", description, deadlineSeconds, body };
}

/** The workflow's `retry` is the default of its model calls; a call's own replaces it whole. */
function withRetry(node: TreeNode, retry: RetryValue | undefined): TreeNode {
  if (retry === undefined) return node;
  const inside = (body: readonly TreeNode[]): TreeNode[] => body.map((child) => withRetry(child, retry));
  switch (node.kind) {
    case "chat_completion":
      return { ...node, retry: node.retry ?? retry };
    case "sequence":
    case "for_each":
      return { ...node, body: inside(node.body) };
    case "parallel":
      return { ...node, branches: node.branches.map((branch) => ({ ...branch, body: inside(branch.body) })) };
    case "if":
      return { ...node, then: inside(node.then), otherwise: inside(node.otherwise) };
    default:
      return node;
  }
}
