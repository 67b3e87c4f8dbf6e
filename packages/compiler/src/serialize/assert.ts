import { type Bundle, checkBundle } from "@espalier/contract";
import type { TreeNode, WorkflowTree } from "../build/tree.ts";
import type { Origin, Reporter } from "../diagnostics/reporter.ts";

/**
 * The last assertion: a bundle that the contract refuses is our mistake, is reported as such, and is not given out.
 * Gives whether the bundle may be used.
 */
export function assertBundle(
  bundle: Bundle,
  tree: WorkflowTree,
  ids: ReadonlyMap<TreeNode, string>,
  reporter: Reporter,
): boolean {
  const issues = checkBundle(bundle);
  for (const issue of issues) {
    const at = originOf(issue.pointer, bundle, tree, ids);
    reporter.report(at, "internal", "bundle", { issue: issue.message, pointer: issue.pointer });
  }
  return issues.length === 0;
}

/** The innermost node on the way to a JSON Pointer. */
function originOf(pointer: string, bundle: Bundle, tree: WorkflowTree, ids: ReadonlyMap<TreeNode, string>): Origin {
  const origins = new Map([...ids].map(([node, id]) => [id, node.origin]));
  let at: Origin = tree.origin;
  let value: unknown = bundle;
  for (const key of pointer.split("/").slice(1)) {
    if (typeof value !== "object" || value === null) return at;
    value = Object.getOwnPropertyDescriptor(value, key.replaceAll("~1", "/").replaceAll("~0", "~"))?.value;
    const id = (value as { readonly id?: unknown } | null | undefined)?.id;
    if (typeof id === "string") at = origins.get(id) ?? at;
  }
  return at;
}
