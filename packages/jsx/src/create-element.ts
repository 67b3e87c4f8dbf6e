import { element } from "./element.ts";
import type { Component, Element, Renderable } from "./nodes.ts";

/** What compilers call for `{...props} key={…}`. Children that are given here replace `props.children`. */
export function createElement<Props>(
  type: Component<Props>,
  props: (Props & { readonly key?: unknown }) | null,
  ...children: readonly Renderable[]
): Element {
  if (children.length === 0) return element(type, props);
  return element(type, { ...props, children: children.length === 1 ? children[0] : children });
}
