import type { TreeNode, WorkflowTree } from "../build/tree.ts";
import type { Reporter } from "../diagnostics/reporter.ts";
import type { Flow } from "../flow/flow.ts";
import type { Language } from "../options.ts";
import type { Resolution } from "../resolve/resolution.ts";
import type { Sources } from "../resolve/sources.ts";

/** What a check knows. */
export interface CheckContext {
  readonly tree: WorkflowTree;
  readonly resolution: Resolution;
  readonly flow: Flow;
  readonly reporter: Reporter;
  /** The author's files. */
  readonly sources: Pick<Sources, "bindingSlips">;
  /** File names in sentences are as seen from here. */
  readonly root: string;
  /** Whether a shape that is not proven to fit is an error. */
  readonly strict: boolean;
  /** The languages that programs may be written in. */
  readonly languages: readonly Language[];
}

type Visits = {
  readonly [K in TreeNode["kind"]]?: (node: Extract<TreeNode, { readonly kind: K }>, depth: number) => void;
};

/** What a check looks at. Functions are called in preorder; `depth` counts the composites around a node. */
export interface Visitor extends Visits {
  /** Every node, whatever its kind. */
  readonly node?: (node: TreeNode, depth: number) => void;
  /** The workflow as a whole, after all nodes. */
  readonly workflow?: (tree: WorkflowTree) => void;
}

/** One check: it reports through its context and gives nothing back. */
export type Check = (context: CheckContext) => Visitor;
