import { type Binding, isBinding } from "@espalier/jsx";
import { describeBinding, type ElementItem } from "@espalier/jsx/tree";
import type { Origin, Reporter } from "../diagnostics/reporter.ts";
import { isPlainObject } from "./describe.ts";
import { readLiteral } from "./literals.ts";
import type { PropReader } from "./props.ts";
import type { BindingValue, Inputs, InputValue } from "./tree.ts";

/** The `inputs` of a program, by parameter name; undefined when left out. */
export function readInputs(item: ElementItem, props: PropReader, reporter: Reporter): Inputs | undefined {
  const value = props.raw("inputs");
  if (value === undefined) return undefined;
  // `{ ...Input.previous }` is a binding as well.
  if (!isPlainObject(value) || isBinding(value)) {
    props.wrongType("inputs", "an object of bindings and literals", value);
    return "invalid";
  }
  const inputs = new Map<string, InputValue>();
  for (const [name, given] of Object.entries(value)) {
    if (given !== undefined) inputs.set(name, readInput(name, given, item, reporter));
  }
  return inputs;
}

function readInput(name: string, given: unknown, item: ElementItem, reporter: Reporter): InputValue {
  if (isBinding(given)) {
    const binding = bindingValue(given, item, reporter);
    return binding === undefined ? { kind: "invalid" } : { kind: "binding", binding };
  }
  const value = readLiteral(given, name, item, reporter);
  return value === undefined ? { kind: "invalid" } : { kind: "literal", value };
}

/** A binding's source and path without its methods. Undefined when a property of it was read instead of a field selected. */
export function bindingValue(binding: Binding, at: Origin, reporter: Reporter): BindingValue | undefined {
  const { source, path, "~misread": misread } = binding;
  if (misread === undefined) return { source, path: [...path] };
  if (path.some((name) => /^\d+$/.test(name))) {
    reporter.report(at, "unknown-field", "index", { misread });
    return undefined;
  }
  const written = source === "messages" ? undefined : describeBinding(binding);
  reporter.report(at, "unknown-field", "property", { misread, written });
  return undefined;
}
