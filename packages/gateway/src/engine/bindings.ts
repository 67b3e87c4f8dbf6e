import { isJsonObject, type Binding, type Json } from "@espalier/contract";
import { wayTo, type PlanNode, type Step } from "@espalier/runner";
import { messagesAsValue } from "./chat-messages.ts";
import { resultOf } from "./compose.ts";
import { LeafError } from "./leaf-error.ts";
import type { RunValues } from "./run-values.ts";

/** Where a binding is read: a node's occurrence in a run. */
export interface Place {
  readonly values: RunValues;
  readonly way: readonly Step[];
  /** The largest composed value. */
  readonly maxBytes: number;
}

/** A bound value: its text when it was taken whole, so that it goes on unchanged. */
export type Bound = { readonly text: string } | { readonly value: Json };

export function placeAt(values: RunValues, occ: number, maxBytes: number): Place {
  return { values, way: wayTo(values.plan, occ), maxBytes };
}

/** The value of a binding. Throws `LeafError`. */
export function resolveBinding(place: Place, binding: Binding): Bound {
  switch (binding.source) {
    case "messages":
      return { value: messagesAsValue(place.values.input) };
    case "literal":
      return { value: binding.value };
    case "previous":
      return select({ text: previousText(place) }, "previous", binding.path);
    case "item":
      return select({ text: itemText(place) }, "item", binding.path);
  }
}

export function boundText(bound: Bound): string {
  return "text" in bound ? bound.text : JSON.stringify(bound.value);
}

export function boundValue(bound: Bound): Json {
  return "text" in bound ? (JSON.parse(bound.text) as Json) : bound.value;
}

function select(bound: Bound, source: string, path: readonly string[] | undefined): Bound {
  if (path === undefined || path.length === 0) return bound;
  let value = boundValue(bound);
  for (const [index, field] of path.entries()) {
    if (!isJsonObject(value) || !Object.hasOwn(value, field)) {
      const place = [`Input.${source}`, ...path.slice(0, index)].join(".");
      throw new LeafError("input_invalid", `${place} has no field ${JSON.stringify(field)}.`);
    }
    value = value[field]!;
  }
  return { value };
}

/** The preceding result; at the start of a branch or exit what its container got, at the start of a body the item. */
function previousText(place: Place): string {
  const { values, way, maxBytes } = place;
  for (let depth = way.length - 1; depth >= 0; depth--) {
    const { node, base } = way[depth]!;
    if (node.position > 0) {
      const before = node.parent.nodes[node.position - 1]!;
      return resultOf(values, before, base + before.offset, maxBytes);
    }
    const container = way[depth - 1];
    if (container?.node.kind === "for_each") return itemOf(place, container);
  }
  throw new LeafError("input_invalid", "Nothing precedes the first node: it can read Input.messages only.");
}

/** The original item of the nearest enclosing loop. */
function itemText(place: Place): string {
  const loop = place.way.slice(0, -1).findLast(({ node }) => node.kind === "for_each");
  if (loop === undefined) throw new LeafError("input_invalid", "Input.item is bound outside a loop.");
  return itemOf(place, loop);
}

function itemOf({ values, maxBytes }: Place, loop: Step): string {
  const items = loopItems(values, loop.node, loop.occ, maxBytes);
  return items[loop.entered!.index]!;
}

/** A loop's list, split into the texts of its items. Throws `LeafError` (`not_a_list`, `too_many_items`). */
export function loopItems(values: RunValues, node: PlanNode, occ: number, maxBytes: number): readonly string[] {
  const cached = values.lists.get(occ);
  if (cached !== undefined) return cached;
  const items = splitList(values, node, occ, maxBytes);
  values.lists.set(
    occ,
    items,
    items.reduce((total, { length }) => total + length, 0),
  );
  return items;
}

function splitList(values: RunValues, node: PlanNode, occ: number, maxBytes: number): readonly string[] {
  const { definition } = node;
  if (definition.type !== "for_each") throw new TypeError(`${node.id} is not a loop`);
  const list = boundValue(resolveBinding(placeAt(values, occ, maxBytes), definition.items));
  if (!Array.isArray(list)) {
    throw new LeafError("not_a_list", `The items of ${node.id} are ${describe(list)}, not a list.`);
  }
  if (list.length > node.maxItems) {
    throw new LeafError(
      "too_many_items",
      `The list of ${node.id} has ${list.length} items; its max_items is ${node.maxItems}.`,
    );
  }
  return list.map((item) => JSON.stringify(item));
}

function describe(value: Json): string {
  if (value === null) return "null";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
