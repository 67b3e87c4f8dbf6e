import { isElement } from "../element.ts";
import type { Component } from "../nodes.ts";
import { failure, thrown, type Context } from "./context.ts";
import type { FailureItem } from "./item.ts";

/** What a component returned, or why it returned nothing that can be used. */
export type Called =
  { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly item: FailureItem };

/** The name of a component, for messages. */
export function componentName(type: object): string {
  const { name } = type as { readonly name?: unknown };
  return typeof name === "string" && name !== "" ? name : "(anonymous)";
}

/** Calls an author's component. What it throws is caught. */
export function callComponent(type: Component, props: Readonly<Record<string, unknown>>, context: Context): Called {
  const tag = `<${componentName(type)}>`;
  if (isClass(type)) {
    return fail(failure(context, "not-a-component", `${tag} is a class; a component is a function.`));
  }
  let value: unknown;
  try {
    value = type(props);
  } catch (error) {
    return fail(thrown(context, tag, error));
  }
  if (value === undefined) {
    return fail(failure(context, "undefined", `${tag} returned undefined; return null to add nothing.`));
  }
  if (isThenable(value)) {
    silence(value);
    return fail(failure(context, "async", `${tag} is async; a component returns its elements at once.`));
  }
  return { ok: true, value };
}

/** Says what stands where a component is expected. */
export function notAComponent(type: unknown): string {
  if (typeof type === "string") return `<${type}> is not a component; there are no tags of that kind.`;
  if (isElement(type)) return "An element stands where a component is expected; write {element} instead.";
  const what = type === null || type === undefined ? String(type) : `a value of type ${typeof type}`;
  return `A component is expected, but ${what} is used as a tag; check the import.`;
}

const fail = (item: FailureItem): Called => ({ ok: false, item });

/** A class, or a function that is used like one. */
function isClass(type: Component): boolean {
  if (/^class\b/.test(Function.prototype.toString.call(type))) return true;
  const prototype = type.prototype as { readonly render?: unknown } | undefined;
  return typeof prototype?.render === "function";
}

/** Whether a value is a promise, or anything that `await` would wait for. */
export function isThenable(value: unknown): value is PromiseLike<unknown> {
  if ((typeof value !== "object" || value === null) && typeof value !== "function") return false;
  return typeof (value as { readonly then?: unknown }).then === "function";
}

/** Keeps a promise that nobody waits for from ending the process when it rejects. */
export function silence(promise: PromiseLike<unknown>): void {
  const ignore = (): void => undefined;
  try {
    promise.then(ignore, ignore);
  } catch {
    // A thenable may throw at once; it is reported as async either way.
  }
}
