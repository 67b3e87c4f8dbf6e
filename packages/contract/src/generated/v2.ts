// Generated from schemas/v2.json by scripts/generate.mjs. Do not edit.
import type { Json, JsonSchema } from "../json.ts";

/**
 * One step of a workflow.
 */
export type Node =
  ChatCompletionNode | PythonNode | JavaScriptNode | SequenceNode | ParallelNode | ForEachNode | IfNode;
/**
 * `node_1` to `node_N` in preorder over all nodes, composites included.
 */
export type NodeId = string;
/**
 * A name of a node or branch.
 */
export type Name = string;
/**
 * A part of a prompt: the request's messages as they are, or one message.
 */
export type Part = MessagesPart | MessagePart;
/**
 * Text of a message, or a value rendered into it: a string as it is, any other value as compact JSON.
 */
export type Content = BindingContent | TextContent;
/**
 * Where a value comes from.
 */
export type Binding = MessagesBinding | ValueBinding | LiteralBinding;

/**
 * A workflow with composites, projected bindings, items, literals or JavaScript.
 */
export interface BundleV2 {
  contract_version: 2;
  /**
   * The workflow's name.
   */
  name: string;
  description?: string;
  /**
   * Seconds for the whole run.
   */
  deadline_seconds?: number;
  /**
   * Run in order; there is at least one.
   *
   * @minItems 1
   */
  nodes: Node[];
  /**
   * The schema of the workflow's result.
   */
  output_schema: JsonSchema;
}
/**
 * A call of a language model.
 */
export interface ChatCompletionNode {
  type: "chat_completion";
  id: NodeId;
  name?: Name;
  /**
   * An alias that the gateway resolves.
   */
  model: string;
  /**
   * The prompt, part by part; there is at least one.
   *
   * @minItems 1
   */
  messages: Part[];
  /**
   * What the model must answer; without it the result is a string.
   */
  response_schema?: JsonSchema;
  params?: ModelParams;
  /**
   * Seconds for all attempts and the waits between them.
   */
  timeout_seconds?: number;
  retry?: Retry;
  /**
   * The schema of the node's result.
   */
  output_schema: JsonSchema;
}
/**
 * The request's messages, untouched.
 */
export interface MessagesPart {
  binding: MessagesBinding;
}
/**
 * The request's chat messages, everywhere in the workflow.
 */
export interface MessagesBinding {
  source: "messages";
}
/**
 * One message.
 */
export interface MessagePart {
  role: "system" | "user" | "assistant";
  /**
   * Joined without anything between.
   */
  content: Content[];
}
/**
 * A value rendered into a message.
 */
export interface BindingContent {
  binding: Binding;
}
/**
 * The preceding result (`previous`) or the item of the nearest enclosing loop (`item`), or a field of it.
 */
export interface ValueBinding {
  source: "previous" | "item";
  /**
   * Required fields, outermost first; absent means the whole value.
   *
   * @minItems 1
   */
  path?: string[];
}
/**
 * A constant.
 */
export interface LiteralBinding {
  source: "literal";
  /**
   * Any JSON value.
   */
  value: Json;
}
/**
 * Text of a message.
 */
export interface TextContent {
  text: string;
}
/**
 * Settings of the model call; those left out are the model's own.
 */
export interface ModelParams {
  temperature?: number;
  top_p?: number;
  max_tokens?: number;
  seed?: number;
  /**
   * @minItems 1
   */
  stop?: string[];
  reasoning_effort?: string;
}
/**
 * How a failed call is repeated.
 */
export interface Retry {
  /**
   * Counts the first call.
   */
  max_attempts: number;
  initial_backoff_seconds: number;
  backoff_multiplier: number;
  max_backoff_seconds: number;
}
/**
 * A call of a Python function.
 */
export interface PythonNode {
  type: "python";
  id: NodeId;
  name?: Name;
  program: Program;
  /**
   * What each parameter receives, by parameter name.
   */
  inputs: {
    [k: string]: Binding;
  };
  /**
   * Seconds for all attempts and the waits between them.
   */
  timeout_seconds?: number;
  retry?: Retry;
  /**
   * The schema of the node's result.
   */
  output_schema: JsonSchema;
}
/**
 * One function with all that it needs.
 */
export interface Program {
  language: "python" | "javascript";
  /**
   * The whole text of the module or script.
   */
  source: string;
  /**
   * The name of the function in `source`.
   */
  entrypoint: string;
  /**
   * In the order of the function's declaration.
   */
  parameters: Parameter[];
  /**
   * The schema of the result.
   */
  returns: JsonSchema;
}
/**
 * A parameter of a program.
 */
export interface Parameter {
  name: string;
  schema: JsonSchema;
  /**
   * False when the function has a default for it.
   */
  required: boolean;
}
/**
 * A call of a JavaScript function.
 */
export interface JavaScriptNode {
  type: "javascript";
  id: NodeId;
  name?: Name;
  program: Program;
  /**
   * What each parameter receives, by parameter name.
   */
  inputs: {
    [k: string]: Binding;
  };
  /**
   * Seconds for all attempts and the waits between them.
   */
  timeout_seconds?: number;
  retry?: Retry;
  /**
   * The schema of the node's result.
   */
  output_schema: JsonSchema;
}
/**
 * Nodes in order; the result is the last one's.
 */
export interface SequenceNode {
  type: "sequence";
  id: NodeId;
  name?: Name;
  /**
   * Run in order; there is at least one.
   *
   * @minItems 1
   */
  nodes: Node[];
  /**
   * The schema of the node's result.
   */
  output_schema: JsonSchema;
}
/**
 * Branches side by side; the result is an object keyed by branch name.
 */
export interface ParallelNode {
  type: "parallel";
  id: NodeId;
  name?: Name;
  /**
   * In authoring order.
   *
   * @minItems 1
   */
  branches: Branch[];
  /**
   * How many may run at once.
   */
  max_concurrency: number;
  /**
   * The schema of the node's result.
   */
  output_schema: JsonSchema;
}
/**
 * One named branch of a `parallel`.
 */
export interface Branch {
  name: Name;
  /**
   * Run in order; there is at least one.
   *
   * @minItems 1
   */
  nodes: Node[];
}
/**
 * One execution of the body per item; the result is the list of their results, in input order.
 */
export interface ForEachNode {
  type: "for_each";
  id: NodeId;
  name?: Name;
  items: Binding;
  /**
   * The body; there is at least one node.
   *
   * @minItems 1
   */
  nodes: Node[];
  /**
   * A longer list is refused, never cut.
   */
  max_items: number;
  /**
   * How many may run at once.
   */
  max_concurrency: number;
  /**
   * The schema of the node's result.
   */
  output_schema: JsonSchema;
}
/**
 * One of two exits, which declare the same schema.
 */
export interface IfNode {
  type: "if";
  id: NodeId;
  name?: Name;
  condition: Program;
  /**
   * Runs when the condition is true.
   *
   * @minItems 1
   */
  then: Node[];
  /**
   * Runs when the condition is false.
   *
   * @minItems 1
   */
  otherwise: Node[];
  /**
   * The schema of the node's result.
   */
  output_schema: JsonSchema;
}
