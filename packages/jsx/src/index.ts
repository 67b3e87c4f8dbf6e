export { BindingUseError } from "./binding-use-error.ts";
export { Input, isBinding, type Binding, type Inputs, type MessagesBinding, type ValueBinding } from "./bindings.ts";
export {
  Branch,
  ForEach,
  If,
  Parallel,
  Sequence,
  Workflow,
  type BranchProps,
  type ForEachProps,
  type IfProps,
  type ParallelProps,
  type SequenceProps,
  type WorkflowProps,
} from "./composites.ts";
export { createElement } from "./create-element.ts";
export { isElement, type ElementData, type Kind } from "./element.ts";
export { Fragment, type FragmentProps } from "./fragment.ts";
export { functionTag, type FunctionTag } from "./function-tag.ts";
export type { ChatMessage, Integer, Json } from "./json.ts";
export type { JSX } from "./jsx-namespace.ts";
export {
  ChatCompletion,
  Python,
  Script,
  type ChatCompletionProps,
  type PythonProps,
  type ScriptProps,
} from "./leaves.ts";
export {
  isModel,
  isStandardJsonSchema,
  jsonSchema,
  schema,
  type Model,
  type ModelData,
  type ResponseModel,
  type StandardJsonSchema,
} from "./models.ts";
export type { Component, Element, Nodes, PromptParts, PromptText, Renderable, SomeNodes } from "./nodes.ts";
export type { Place } from "./place.ts";
export type { ScriptFunction } from "./programs.ts";
export { Assistant, System, User, type PromptProps } from "./prompt.ts";
export type { Retry } from "./props.ts";
export { isPython, python, type PythonFunction, type PythonReference } from "./python-function.ts";
export { isText, text, type TextParts } from "./text.ts";
