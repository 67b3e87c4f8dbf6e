import type { Component, Element as EspalierElement } from "./nodes.ts";
import type { KeyProps } from "./props.ts";

/** Read by TypeScript through `jsxImportSource`. Nothing is global. */
export declare namespace JSX {
  interface Element extends EspalierElement {}
  /** Functions only: no tags such as `<div>`, no classes, no async components. */
  type ElementType = Component;
  interface ElementChildrenAttribute {
    children: unknown;
  }
  interface IntrinsicElements {}
  interface IntrinsicAttributes extends KeyProps {}
}
