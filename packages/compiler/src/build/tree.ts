import type { Json } from "@espalier/contract";
import type { FunctionTag, StandardJsonSchema } from "@espalier/jsx";
import type { Place } from "@espalier/jsx/tree";
import type { Origin } from "../diagnostics/reporter.ts";

/** A whole workflow, as written. What is wrong in it has been reported; `undefined` stands for a wrong value. */
export interface WorkflowTree {
  readonly origin: Origin;
  readonly name: string;
  readonly description: string | undefined;
  readonly deadlineSeconds: number | undefined;
  readonly body: readonly TreeNode[];
}

/** One node, as written. */
export type TreeNode = SequenceTree | ParallelTree | ForEachTree | IfTree | ChatTree | ProgramTree | InvalidTree;

interface Common {
  readonly origin: Origin;
  readonly name: string | undefined;
}

/** A nested group. */
export interface SequenceTree extends Common {
  readonly kind: "sequence";
  readonly body: readonly TreeNode[];
}

/** Branches side by side. */
export interface ParallelTree extends Common {
  readonly kind: "parallel";
  readonly branches: readonly BranchTree[];
  readonly maxConcurrency: number;
}

/** One branch of a {@link ParallelTree}. */
export interface BranchTree {
  readonly name: string;
  readonly body: readonly TreeNode[];
}

/** A loop. */
export interface ForEachTree extends Common {
  readonly kind: "for_each";
  readonly items: BindingValue | undefined;
  readonly body: readonly TreeNode[];
  readonly maxItems: number;
  readonly maxConcurrency: number;
}

/** A choice of two exits. */
export interface IfTree extends Common {
  readonly kind: "if";
  readonly condition: ProgramReference | undefined;
  readonly then: readonly TreeNode[];
  readonly otherwise: readonly TreeNode[];
}

/** A call of a model. */
export interface ChatTree extends Common {
  readonly kind: "chat_completion";
  readonly model: string;
  readonly parts: readonly PromptPart[];
  readonly responseModel: ModelReference | undefined;
  readonly params: ModelParams;
  readonly timeoutSeconds: number | undefined;
  readonly retry: RetryValue | undefined;
}

/** A call of a program. */
export interface ProgramTree extends Common {
  readonly kind: "program";
  readonly component: "Python" | "Script";
  readonly run: ProgramReference | undefined;
  readonly inputs: Inputs | undefined;
  readonly timeoutSeconds: number | undefined;
  readonly retry: RetryValue | undefined;
}

/** Something that was meant to be a node. Nothing is known about its result, so that one mistake stays one. */
export interface InvalidTree {
  readonly kind: "invalid";
  readonly origin: Origin;
}

/** A place that a value is read from when the workflow runs. */
export interface BindingValue {
  readonly source: "messages" | "previous" | "item";
  readonly path: readonly string[];
}

/** What was given as `inputs`, by parameter name; undefined stands for a left-out prop, "invalid" for one of another type. */
export type Inputs = ReadonlyMap<string, InputValue> | "invalid";

/** What an input is given. */
export type InputValue =
  | { readonly kind: "binding"; readonly binding: BindingValue }
  | { readonly kind: "literal"; readonly value: Json }
  | { readonly kind: "invalid" };

/** A function of the author's, by where it is written. */
export type ProgramReference =
  | { readonly language: "javascript"; readonly tag: FunctionTag }
  | {
      readonly language: "python";
      readonly file: string;
      readonly entrypoint: string;
      readonly place: Place | undefined;
    };

/** Where the schema of a response comes from. */
export type ModelReference =
  | { readonly kind: "type"; readonly place: Place }
  | { readonly kind: "schema"; readonly schema: unknown }
  | { readonly kind: "library"; readonly value: StandardJsonSchema }
  | { readonly kind: "invalid" };

/** A part of a prompt. */
export type PromptPart =
  | { readonly kind: "messages" }
  | {
      readonly kind: "message";
      readonly role: "system" | "user" | "assistant";
      readonly content: readonly PromptContent[];
      readonly origin: Origin;
    };

/** Text, or a value that is rendered into it. */
export type PromptContent = string | PromptBinding;

/** A value in a prompt, with where it is written: a prompt may be long, and come out of several components. */
export interface PromptBinding {
  readonly binding: BindingValue;
  readonly origin: Origin;
}

/** Settings of a model call. */
export interface ModelParams {
  readonly temperature: number | undefined;
  readonly topP: number | undefined;
  readonly maxTokens: number | undefined;
  readonly seed: number | undefined;
  readonly stop: readonly string[] | undefined;
  readonly reasoningEffort: string | undefined;
}

/** How a failed call is repeated, with every default filled in. */
export interface RetryValue {
  readonly maxAttempts: number;
  readonly initialBackoffSeconds: number;
  readonly backoffMultiplier: number;
  readonly maxBackoffSeconds: number;
}

/** The bodies of a node, in the order in which their nodes are numbered. */
export function bodiesOf(node: TreeNode): readonly (readonly TreeNode[])[] {
  switch (node.kind) {
    case "sequence":
    case "for_each":
      return [node.body];
    case "parallel":
      return node.branches.map((branch) => branch.body);
    case "if":
      return [node.then, node.otherwise];
    default:
      return [];
  }
}

/** The component that makes a node. */
export function componentOf(node: TreeNode): string {
  switch (node.kind) {
    case "sequence":
      return "Sequence";
    case "parallel":
      return "Parallel";
    case "for_each":
      return "ForEach";
    case "if":
      return "If";
    case "chat_completion":
      return "ChatCompletion";
    case "program":
      return node.component;
    case "invalid":
      return "…";
  }
}

/** The name of a program, as its author wrote it. */
export function programName(program: ProgramReference): string {
  return program.language === "javascript" ? program.tag.name : program.entrypoint;
}
