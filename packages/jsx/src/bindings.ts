import { BRAND, isBranded } from "./brand.ts";
import { BindingUseError } from "./binding-use-error.ts";
import { describeBinding, mark } from "./binding-mark.ts";

/** A place that a value is read from when the workflow runs. Never the value itself. */
export interface Binding {
  readonly [BRAND]: "binding";
  readonly source: "messages" | "previous" | "item";
  readonly path: readonly string[];
  /** How it was written, when a property was read (`Input.previous.total`) instead of selected with `field`: a mistake. */
  readonly "~misread"?: string;
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
    if (hint === "number") throw new BindingUseError(this["~misread"] ?? describeBinding(this));
    return mark(this);
  },
};

const selection = {
  ...conversions,
  field(this: ValueBinding, name: string): ValueBinding {
    return valueBinding(this.source, [...this.path, String(name)]);
  },
};

/** What code of others asks any value for, to find out what it is. A binding is none of these. */
const PROBE = /^(?:then|nodeType|tagName|constructor|valueOf|prototype|asymmetricMatch|(?:~|\$\$|@@|__).*)$/;

/** The methods that an author would call on a value: a list's, a text's, a number's. */
const METHODS: ReadonlySet<string> = new Set(
  [Array.prototype, String.prototype, Number.prototype]
    .flatMap((prototype) => Object.getOwnPropertyNames(prototype))
    .filter((name) => name !== "length"),
);

/**
 * What the misread property becomes that is named like a method, so that calling it says what is wrong instead of "is
 * not a function". Everything else about it is as with other bindings.
 */
function refuseCall(binding: string, call: { readonly method: string; readonly written: string }): object {
  const refuse = (): never => {
    throw new BindingUseError(binding, call);
  };
  // A function has properties of its own that would hide the fields of these names.
  for (const own of Object.getOwnPropertyNames(refuse)) Reflect.deleteProperty(refuse, own);
  return refuse;
}

/**
 * A property that a binding does not have. JavaScript would give `undefined`, and with it the value would vanish from the
 * workflow without a word; a binding that is marked as misread is found by the compiler instead.
 */
const misreading: ProxyHandler<object> = {
  get(_target, name, receiver: unknown): Binding | undefined {
    if (typeof name === "symbol" || PROBE.test(name) || !isBinding(receiver)) return undefined;
    const { source, path, "~misread": misread = describeBinding(receiver) } = receiver;
    const refuse = METHODS.has(name)
      ? refuseCall(misread, { method: name, written: describeBinding(receiver) })
      : undefined;
    const written = /^\d+$/.test(name) ? `${misread}[${name}]` : `${misread}.${name}`;
    return make(valuePrototype, source, [...path, name], written, refuse);
  },
};
const unknownProperties = new Proxy(Object.freeze(Object.create(null) as object), misreading);

// The methods are inherited and not own, so that a binding prints and compares as the plain data it is.
const messagesPrototype = Object.freeze(Object.assign(Object.create(unknownProperties), conversions) as object);
const valuePrototype = Object.freeze(Object.assign(Object.create(unknownProperties), selection) as object);

function make(
  prototype: object,
  source: Binding["source"],
  path: readonly string[],
  misread?: string,
  made: object = {},
): Binding {
  const plain: Binding = { [BRAND]: "binding", source, path: Object.freeze([...path]) };
  const data: Binding = misread === undefined ? plain : { ...plain, "~misread": misread };
  return Object.freeze(Object.assign(Object.setPrototypeOf(made, prototype), data) as Binding);
}

function valueBinding(source: ValueBinding["source"], path: readonly string[]): ValueBinding {
  return make(valuePrototype, source, path) as ValueBinding;
}

/** `Input.order` was hardly meant to be nothing: it is a misread field of the preceding result. */
const unknownInput: ProxyHandler<object> = {
  get(_target, name): Binding | undefined {
    if (typeof name === "symbol" || PROBE.test(name) || name in Object.prototype) return undefined;
    return make(valuePrototype, "previous", [name], `Input.${name}`);
  },
};

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
export const Input: Inputs = Object.freeze(
  Object.assign(Object.create(new Proxy(Object.freeze(Object.create(null) as object), unknownInput)) as object, {
    messages: make(messagesPrototype, "messages", []) as MessagesBinding,
    previous: valueBinding("previous", []),
    item: valueBinding("item", []),
  }),
);

const SOURCES: readonly unknown[] = ["messages", "previous", "item"];

/** Whether a value is a binding, of this copy of the package or another. */
export function isBinding(value: unknown): value is Binding {
  if (!isBranded(value, "binding") || !SOURCES.includes(value["source"])) return false;
  const path = value["path"];
  return Array.isArray(path) && path.every((name) => typeof name === "string");
}
