import { builtin } from "./element.ts";
import type { Element, PromptText } from "./nodes.ts";
import type { KeyProps } from "./props.ts";

export interface PromptProps extends KeyProps {
  readonly children: PromptText;
}
/** A system message of a `ChatCompletion`. */
export const System: (props: PromptProps) => Element = builtin<PromptProps>("system", "System");
/** A user message of a `ChatCompletion`. */
export const User: (props: PromptProps) => Element = builtin<PromptProps>("user", "User");
/** An assistant message of a `ChatCompletion`. */
export const Assistant: (props: PromptProps) => Element = builtin<PromptProps>("assistant", "Assistant");
