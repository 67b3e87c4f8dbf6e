import { element } from "./element.ts";
import { Fragment } from "./fragment.ts";
import type { Element } from "./nodes.ts";

export type { JSX } from "./jsx-namespace.ts";
export { Fragment };

/** What compilers call for a JSX expression in development: with the place where it was written. */
export function jsxDEV(type: unknown, props: unknown, _key?: unknown, _isStatic?: boolean, source?: unknown): Element {
  return element(type, props, source);
}
