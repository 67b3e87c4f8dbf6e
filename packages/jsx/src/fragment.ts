import { builtin } from "./element.ts";
import type { Element, Nodes, PromptParts, PromptText } from "./nodes.ts";

export interface FragmentProps {
  readonly children?: Nodes | PromptParts | PromptText;
}
/** Groups without adding a node: `<>…</>`. */
export const Fragment: (props: FragmentProps) => Element = builtin<FragmentProps>("fragment", "Fragment");
