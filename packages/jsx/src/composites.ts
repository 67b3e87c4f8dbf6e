import type { Binding } from "./bindings.ts";
import { builtin } from "./element.ts";
import type { Element, Nodes, SomeNodes } from "./nodes.ts";
import type { PythonPredicate, ScriptPredicate } from "./programs.ts";
import type { KeyProps, NodeProps, Retry } from "./props.ts";

export interface WorkflowProps extends KeyProps {
  /** `^[a-z0-9][a-z0-9._-]{0,63}$`; what `run` names it by. */
  readonly name: string;
  readonly description?: string | undefined;
  /** Caps the whole run. */
  readonly deadlineSeconds?: number | undefined;
  /** The default of the `ChatCompletion`s inside; one's own `retry` replaces it whole. */
  readonly retry?: Retry | undefined;
  readonly children: Nodes;
}
/** The whole: nodes, run in order. Its result is the last node's. */
export const Workflow: (props: WorkflowProps) => Element = builtin<WorkflowProps>("workflow", "Workflow");

export interface SequenceProps extends NodeProps {
  readonly children: Nodes;
}
/** A nested group of nodes, run in order. Its result is the last node's. */
export const Sequence: (props: SequenceProps) => Element = builtin<SequenceProps>("sequence", "Sequence");

interface ParallelCommon extends NodeProps {
  /** Branches that run at once (4). */
  readonly maxConcurrency?: number | undefined;
}
interface ParallelWithBranches extends ParallelCommon {
  readonly branches: Readonly<Record<string, SomeNodes>>;
  readonly children?: undefined;
}
interface ParallelWithChildren extends ParallelCommon {
  readonly branches?: undefined;
  readonly children: Nodes;
}
/** `branches`, or `Branch` children, never both. */
export type ParallelProps = ParallelWithBranches | ParallelWithChildren;
/** Branches that start with the same value. The result is one object, keyed by branch name, in authoring order. */
export const Parallel: (props: ParallelProps) => Element = builtin<ParallelProps>("parallel", "Parallel");

export interface BranchProps extends KeyProps {
  readonly name: string;
  readonly children: Nodes;
}
/** A branch, written as a child of `Parallel`. */
export const Branch: (props: BranchProps) => Element = builtin<BranchProps>("branch", "Branch");

export interface ForEachProps extends NodeProps {
  /** The list, read in the scope around the loop. */
  readonly items: Binding;
  /** Longest list that is accepted (100). */
  readonly maxItems?: number | undefined;
  /** Items that run at once (4). */
  readonly maxConcurrency?: number | undefined;
  readonly children: Nodes;
}
/** The body, once per item of a list. The result is the list of the body's last results, in input order. */
export const ForEach: (props: ForEachProps) => Element = builtin<ForEachProps>("for_each", "ForEach");

export interface IfProps<P extends object = object> extends NodeProps {
  /** Takes the incoming value and returns a boolean. */
  readonly condition: ScriptPredicate | PythonPredicate<P>;
  readonly then: SomeNodes;
  readonly otherwise: SomeNodes;
  readonly children?: undefined;
}
/** One of two exits, chosen by a program. Both start with the incoming value and declare the same schema. */
export const If: <P extends object>(props: IfProps<P>) => Element = builtin("if", "If");
