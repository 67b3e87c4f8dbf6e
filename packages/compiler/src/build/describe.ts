import { functionTag, isBinding, isElement, isModel, isPython, isText } from "@espalier/jsx";
import type { Kind } from "@espalier/jsx/tree";

const COMPONENTS: Readonly<Record<Kind, string>> = {
  workflow: "Workflow",
  sequence: "Sequence",
  parallel: "Parallel",
  branch: "Branch",
  for_each: "ForEach",
  if: "If",
  chat_completion: "ChatCompletion",
  python: "Python",
  script: "Script",
  system: "System",
  user: "User",
  assistant: "Assistant",
};

/** The name of the component that makes elements of a kind. */
export function componentName(kind: Kind): string {
  return COMPONENTS[kind];
}

/** What a value is, for a sentence: `the text "abc"`, `a list`, `a binding`. Never runs code of the value. */
export function describeValue(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "a list";
  switch (typeof value) {
    case "string":
      return `the text ${shortText(value)}`;
    case "number":
      return `the number ${value}`;
    case "function":
      return describeFunction(value);
    case "object":
      return describeObject(value);
    case "boolean":
    case "undefined":
      return String(value);
    default:
      return `a ${typeof value}`;
  }
}

function describeFunction(value: object): string {
  if (isBinding(value)) return "a binding";
  const name = functionTag(value)?.name ?? functionName(value);
  return name === "" ? "a function" : `the function ${JSON.stringify(name)}`;
}

/** The name of a function; a text in any case, whatever the author put in its place. */
export function functionName(value: object): string {
  const name: unknown = Object.getOwnPropertyDescriptor(value, "name")?.value;
  return typeof name === "string" ? name : "";
}

function describeObject(value: object): string {
  if (isElement(value)) return "an element";
  if (isBinding(value)) return "a binding";
  if (isModel(value)) return "a response model";
  if (isPython(value)) return `the Python function ${JSON.stringify(value.entrypoint)}`;
  if (isText(value)) return "text";
  if (Object.hasOwn(value, "$$typeof")) return "a React element";
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype === null || prototype === Object.prototype) return "an object";
  const constructor: unknown = Object.getOwnPropertyDescriptor(prototype, "constructor")?.value;
  const name = typeof constructor === "function" ? functionName(constructor) : "";
  return name === "" || name === "Object" ? "an object" : `an object of the class ${JSON.stringify(name)}`;
}

/** A text in quotes, cut to what fits into a sentence. */
export function shortText(text: string): string {
  const points = Array.from(text.slice(0, 200));
  return JSON.stringify(points.length > 40 ? `${points.slice(0, 40).join("")}…` : points.join(""));
}

/** Whether a value is an object that was written as `{ … }`. */
export function isPlainObject(value: unknown): value is Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype || isForeignObjectPrototype(prototype);
}

/** The `Object.prototype` of another realm, such as that of a module that jest or `node:vm` runs. */
function isForeignObjectPrototype(prototype: unknown): boolean {
  return (
    typeof prototype === "object" &&
    prototype !== null &&
    Object.getPrototypeOf(prototype) === null &&
    Object.hasOwn(prototype, "hasOwnProperty") &&
    Object.hasOwn(prototype, "isPrototypeOf")
  );
}
