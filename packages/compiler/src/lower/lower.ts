import type { Bundle } from "@espalier/contract";
import type { TreeNode, WorkflowTree } from "../build/tree.ts";
import type { Flow } from "../flow/flow.ts";
import type { Resolution } from "../resolve/resolution.ts";
import { present } from "./absent.ts";
import { lowerContext, schemaOf } from "./context.ts";
import { lowerBody } from "./nodes.ts";
import { contractVersion } from "./version.ts";

/** The bundle of a tree without errors, in the lowest contract version that can say it. */
export function lower(
  tree: WorkflowTree,
  ids: ReadonlyMap<TreeNode, string>,
  resolution: Resolution,
  flow: Flow,
): Bundle {
  const bundle = present({
    contract_version: contractVersion(tree),
    name: tree.name,
    description: tree.description,
    deadline_seconds: tree.deadlineSeconds,
    nodes: lowerBody(tree.body, lowerContext(ids, resolution, flow)),
    output_schema: schemaOf(flow.exit(tree.body)),
  });
  // The version was chosen by what the nodes are, which their types cannot show; the contract's check asserts it.
  return bundle as Bundle;
}
