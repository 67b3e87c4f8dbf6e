import type { BRAND } from "./brand.ts";
import type { Binding, MessagesBinding } from "./bindings.ts";
import type { TextParts } from "./text.ts";

/** Every JSX expression is one of these. TypeScript cannot see which component it came from; the compiler can. */
export interface Element {
  readonly [BRAND]: "element";
}

/** What `{condition && …}` leaves behind. It vanishes. */
export type Nothing = null | undefined | false;

/** Nodes, run in order: elements, fragments and arrays of them, flattened. */
export type Nodes = Element | Nothing | readonly Nodes[];

/** Nodes of an exit or a branch: as {@link Nodes}, but not nothing. */
export type SomeNodes = Element | readonly Nodes[];

/** What may stand inside `System`, `User` and `Assistant`. */
export type PromptText = string | number | Binding | TextParts | Element | Nothing | readonly PromptText[];

/** What may stand inside `ChatCompletion`: `System`, `User`, `Assistant` and `{Input.messages}`. */
export type PromptParts = Element | MessagesBinding | Nothing | readonly PromptParts[];

/** What a component may return: whatever may stand in its place. */
export type Renderable = Nodes | PromptText;

/** An author's component. The compiler calls it with its props, once for each time it is written; it is never async. */
// A component of any props is a component, and `unknown` or `never` would refuse them.
// oxlint-disable-next-line typescript/no-explicit-any
export type Component<Props = any> = (props: Props) => Renderable;
