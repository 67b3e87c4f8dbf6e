export type { Bundle } from "./bundle.ts";
export { canonicalJson, digest } from "./canonical.ts";
export { CONTRACT_VERSIONS, DEFAULTS, LIMITS } from "./constants.ts";
export type { BundleV1 } from "./generated/v1.ts";
export type {
  Binding,
  BindingContent,
  Branch,
  BundleV2,
  ChatCompletionNode,
  Content,
  ForEachNode,
  IfNode,
  JavaScriptNode,
  LiteralBinding,
  MessagePart,
  MessagesBinding,
  MessagesPart,
  ModelParams,
  Node,
  ParallelNode,
  Parameter,
  Part,
  Program,
  PythonNode,
  Retry,
  SequenceNode,
  TextContent,
  ValueBinding,
} from "./generated/v2.ts";
export type { Issue } from "./issue.ts";
export { isJsonObject } from "./json.ts";
export type { Json, JsonSchema, JsonType, Schemas, Subschema } from "./json.ts";
