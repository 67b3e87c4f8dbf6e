import { builtin } from "./element.ts";
import type { ResponseModel } from "./models.ts";
import type { Element, PromptParts } from "./nodes.ts";
import type { PythonInputs, ScriptFunction, ScriptInputs, Synchronous } from "./programs.ts";
import type { LeafProps } from "./props.ts";
import type { PythonFunction } from "./python-function.ts";

export interface ChatCompletionProps extends LeafProps {
  /** The model, by the name that the gateway's configuration gives it. */
  readonly model: string;
  /** The schema of the result. Without it the result is a string. */
  readonly responseModel?: ResponseModel | undefined;
  readonly temperature?: number | undefined;
  readonly topP?: number | undefined;
  readonly maxTokens?: number | undefined;
  readonly seed?: number | undefined;
  readonly stop?: string | readonly string[] | undefined;
  readonly reasoningEffort?: "none" | "minimal" | "low" | "medium" | "high" | undefined;
  readonly children: PromptParts;
}
/** One call of a model. */
export const ChatCompletion: (props: ChatCompletionProps) => Element = builtin<ChatCompletionProps>(
  "chat_completion",
  "ChatCompletion",
);

export type PythonProps<P extends object = object> = LeafProps & {
  /** A function imported from a `.py` file. */
  readonly run: PythonFunction<P>;
  readonly children?: undefined;
} & PythonInputs<P>;
/** One call of a Python function. The result is what it declares to return. */
export const Python: <P extends object>(props: PythonProps<P>) => Element = builtin("python", "Python");

export type ScriptProps<F extends ScriptFunction = ScriptFunction> = LeafProps & {
  /** A top-level function whose parameter and return types are known. */
  readonly run: F & Synchronous<F>;
  readonly children?: undefined;
} & ScriptInputs<Parameters<F>>;
/** One call of a TypeScript function. The result is what it declares to return. */
export const Script: <F extends ScriptFunction>(props: ScriptProps<F>) => Element = builtin("script", "Script");
