import type { PlanNode } from "@espalier/runner";
import { loopItems, placeAt } from "./bindings.ts";
import { leafInput, type InputLimits } from "./leaf-input.ts";
import type { RunValues } from "./run-values.ts";

/**
 * What an occurrence is called with, as JSON text: a model's messages, the arguments of a program or condition, the list
 * of a loop. It is shown whether or not it fits its schema: who looks for the mistake wants to see it. Undefined: other
 * containers. Throws `LeafError` when it cannot be made, and `RangeError` when what it is made of is not there yet.
 */
export function inputOf(values: RunValues, node: PlanNode, occ: number, limits: InputLimits): string | undefined {
  const { maxComposedBytes } = limits;
  if (node.kind === "for_each") return `[${loopItems(values, node, occ, maxComposedBytes).join(",")}]`;
  if (node.kind !== "leaf" && node.kind !== "if") return undefined;
  const input = leafInput(node, placeAt(values, occ, maxComposedBytes), () => undefined, limits);
  return JSON.stringify(input.kind === "model" ? input.messages : input.args);
}
