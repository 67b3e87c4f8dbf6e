import { element } from "./element.ts";
import { Fragment } from "./fragment.ts";
import type { Element } from "./nodes.ts";

export type { JSX } from "./jsx-namespace.ts";
export { Fragment };

/** What compilers call for a JSX expression. `key` comes as a third argument and is ignored. */
export function jsx(type: unknown, props: unknown): Element {
  return element(type, props);
}

/** As {@link jsx}, for several children. */
export const jsxs: typeof jsx = jsx;
