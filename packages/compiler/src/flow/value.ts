import { type JsonSchema, MESSAGES_SCHEMA, selectField } from "@espalier/contract";
import type { BindingValue, TreeNode } from "../build/tree.ts";

/** What is known about a value that flows through a workflow. */
export type FlowValue =
  | { readonly kind: "schema"; readonly schema: JsonSchema }
  /** There is no value. `containers` are the composites at whose start this is, the outermost first. */
  | { readonly kind: "nothing"; readonly containers: readonly TreeNode[] }
  /** A mistake elsewhere, which is reported there, keeps this one from being known. */
  | { readonly kind: "unknown" };

/** A value that an earlier mistake hides. */
export const UNKNOWN: FlowValue = { kind: "unknown" };

/** What the bindings of a node refer to. */
export interface Scope {
  readonly previous: FlowValue;
  /** The item of the nearest loop around the node; nothing outside of loops. */
  readonly item: FlowValue;
}

/** A value of a known schema. */
export function known(schema: JsonSchema): FlowValue {
  return { kind: "schema", schema };
}

/** The value that a binding starts from, before any field is selected. */
export function sourceOf(binding: BindingValue, scope: Scope): FlowValue {
  if (binding.source === "messages") return known(MESSAGES_SCHEMA);
  return binding.source === "previous" ? scope.previous : scope.item;
}

/** The value that a binding gives; unknown when its field cannot be selected, which a check reports. */
export function valueOf(binding: BindingValue, scope: Scope): FlowValue {
  const source = sourceOf(binding, scope);
  if (source.kind !== "schema" || binding.path.length === 0) return source;
  const selected = selectField(source.schema, binding.path);
  return selected.ok ? known(selected.schema) : UNKNOWN;
}
