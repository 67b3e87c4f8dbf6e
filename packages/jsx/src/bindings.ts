import { BRAND, isBranded } from "./brand.ts";
import { BindingUseError } from "./binding-use-error.ts";
import { describeBinding, mark } from "./binding-mark.ts";

/** A place that a value is read from when the workflow runs. Never the value itself. */
export interface Binding {
  readonly [BRAND]: "binding";
  readonly source: "messages" | "previous" | "item";
  readonly path: readonly string[];
}

/** The request's chat messages: the only binding that may stand beside the parts of a prompt. */
export interface MessagesBinding extends Binding {
  readonly source: "messages";
}

/** A binding whose fields can be selected. */
export interface ValueBinding extends Binding {
  readonly source: "previous" | "item";
  /** The field `name`, which the source's schema must declare and require. */
  field(name: string): ValueBinding;
}

/**
 * Text conversions leave a mark that the compiler finds, instead of "[object Object]". Arithmetic and comparison would
 * lose it (`Input.previous > 3` is false for every input), so they are refused at once.
 */
const conversions = {
  toString(this: Binding): string {
    return mark(this);
  },
  toJSON(this: Binding): string {
    return mark(this);
  },
  [Symbol.toPrimitive](this: Binding, hint: string): string {
    if (hint === "number") throw new BindingUseError(describeBinding(this));
    return mark(this);
  },
};

const selection = {
  ...conversions,
  field(this: ValueBinding, name: string): ValueBinding {
    return valueBinding(this.source, [...this.path, String(name)]);
  },
};

// The methods are inherited and not own, so that a binding prints and compares as the plain data it is.
const messagesPrototype = Object.freeze(Object.assign(Object.create(null), conversions) as object);
const valuePrototype = Object.freeze(Object.assign(Object.create(null), selection) as object);

function make(prototype: object, source: Binding["source"], path: readonly string[]): Binding {
  const data: Binding = { [BRAND]: "binding", source, path: Object.freeze([...path]) };
  return Object.freeze(Object.assign(Object.create(prototype), data) as Binding);
}

function valueBinding(source: ValueBinding["source"], path: readonly string[]): ValueBinding {
  return make(valuePrototype, source, path) as ValueBinding;
}

/** What the nodes of a workflow can read. */
export interface Inputs {
  /** The request's chat messages, everywhere in the workflow. */
  readonly messages: MessagesBinding;
  /** The preceding result in the current sequence; the incoming value or the item at the start of a body. */
  readonly previous: ValueBinding;
  /** The item of the nearest enclosing `ForEach`. */
  readonly item: ValueBinding;
}

/** What the nodes of a workflow can read. */
export const Input: Inputs = Object.freeze({
  messages: make(messagesPrototype, "messages", []) as MessagesBinding,
  previous: valueBinding("previous", []),
  item: valueBinding("item", []),
});

const SOURCES: readonly unknown[] = ["messages", "previous", "item"];

/** Whether a value is a binding, of this copy of the package or another. */
export function isBinding(value: unknown): value is Binding {
  if (!isBranded(value, "binding") || !SOURCES.includes(value["source"])) return false;
  const path = value["path"];
  return Array.isArray(path) && path.every((name) => typeof name === "string");
}
