import { BRAND, isBranded, isObject } from "./brand.ts";
import type { Component, Element } from "./nodes.ts";
import { asPlace, placeOfSource, type Place } from "./place.ts";

/** What each component of this package stands for. */
export type Kind =
  | "workflow"
  | "sequence"
  | "parallel"
  | "branch"
  | "for_each"
  | "if"
  | "chat_completion"
  | "python"
  | "script"
  | "system"
  | "user"
  | "assistant";

/** What an element holds. Authors see {@link Element} only. */
export interface ElementData extends Element {
  /** The component as it was written, an author's or ours, or whatever stands in its place. Not yet called. */
  readonly type: unknown;
  /** The props as they were written, `children` included, `key` excluded. Frozen. */
  readonly props: Readonly<Record<string, unknown>>;
  /** Where it was written, when the JSX compiler told. */
  readonly source: Place | undefined;
}

/** Makes an element. Nothing is called and nothing is checked here. */
export function element(type: unknown, props: unknown, source?: unknown): Element {
  // Babel, swc and oxc pass the place among the props when `key` follows a spread.
  const { key: _key, __source, __self, ...written } = { ...(props as Record<string, unknown> | null) };
  const data: ElementData = {
    [BRAND]: "element",
    type,
    props: Object.freeze(written),
    source: placeOfSource(source) ?? placeOfSource(__source),
  };
  return Object.freeze(data);
}

/**
 * A component of ours: a plain function that makes its element, whether JSX names it or an author calls it.
 * It is marked with what it stands for, so that elements of another copy of the package are understood too.
 */
export function builtin<Props extends object>(kind: Kind | "fragment", name: string): (props: Props) => Element {
  const component = (props: Props): Element => element(component, props);
  Object.defineProperty(component, "name", { value: name });
  Object.defineProperty(component, BRAND, { value: Object.freeze({ kind: "component", component: kind }) });
  return component;
}

/** What a component of ours, of this copy of the package or another, stands for. */
export function kindOf(type: unknown): Kind | "fragment" | undefined {
  if (typeof type !== "function" || !Object.hasOwn(type, BRAND)) return undefined;
  const mark: unknown = (type as Component & { readonly [BRAND]?: unknown })[BRAND];
  if (!isObject(mark) || mark["kind"] !== "component") return undefined;
  return mark["component"] as Kind | "fragment";
}

/** Whether a value is an element, of this copy of the package or another. */
export function isElement(value: unknown): value is ElementData {
  return isBranded(value, "element") && isObject(value["props"]);
}

/** Where an element was written. */
export function placeOf(value: ElementData): Place | undefined {
  return asPlace(value.source);
}
