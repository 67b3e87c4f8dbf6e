// Generated from schemas/v1.json by scripts/generate.mjs. Do not edit.
import type { JsonSchema } from "../json.ts";

/**
 * One step of a workflow.
 */
export type Node = ChatCompletionNode | PythonNode;
/**
 * `node_1` to `node_N` in preorder over all nodes, composites included.
 */
export type NodeId = string;
/**
 * A name of a node.
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
export type Binding = MessagesBinding | ValueBinding;

/**
 * A flat workflow of chat completions and Python programs with whole-value bindings.
 */
export interface BundleV1 {
  contract_version: 1;
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
 * The preceding result.
 */
export interface ValueBinding {
  source: "previous";
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
  language: "python";
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
