export type { Bundle } from "./bundle.ts";
export { bodiesOf } from "./bodies.ts";
export type { Body } from "./bodies.ts";
export { canonicalJson, digest, digestOfText } from "./canonical.ts";
export { checkBundle } from "./check/check-bundle.ts";
export { CONTRACT_VERSIONS, DEFAULTS, LIMITS, WORKFLOW_NAME } from "./constants.ts";
export { expansion } from "./expansion.ts";
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
export { checkSchema } from "./schema/check-schema.ts";
export { schemaDifference, schemaDifferences } from "./schema/difference.ts";
export type { Sides } from "./schema/difference.ts";
export { elementSchema } from "./schema/element-schema.ts";
export { arrayOf, embed, objectOf, unionOf } from "./schema/embed.ts";
export type { Embedded } from "./schema/embed.ts";
export { MESSAGES_SCHEMA } from "./schema/messages.ts";
export { equalSchemas, normalForm } from "./schema/normal-form.ts";
export { referencedName, referenceTo, resolveReference, standalone } from "./schema/reference.ts";
export { selectField } from "./schema/select-field.ts";
export type { Selection } from "./schema/select-field.ts";
