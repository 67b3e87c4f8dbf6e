import type { Parameter } from "@espalier/contract";
import { componentName } from "../build/describe.ts";
import {
  type BindingValue,
  componentOf,
  type InputValue,
  type ProgramTree,
  type PromptPart,
  type TreeNode,
} from "../build/tree.ts";
import type { Origin } from "../diagnostics/reporter.ts";
import type { Resolution } from "../resolve/resolution.ts";
import type { Signature } from "../signature.ts";

const NO_INPUTS: ReadonlyMap<string, InputValue> = new Map();
const PREVIOUS: BindingValue = { source: "previous", path: [] };

/** The parameter that takes the preceding result when `inputs` is left out: the only one, or the only required one. */
export function implicitParameter({ parameters }: Signature): Parameter | undefined {
  if (parameters.length === 1) return parameters[0];
  const required = parameters.filter((parameter) => parameter.required);
  return required.length === 1 ? required[0] : undefined;
}

/** What each parameter is given, by name, whether the author wrote it or not. */
export function effectiveInputs(node: ProgramTree, signature: Signature): ReadonlyMap<string, InputValue> {
  if (node.inputs === "invalid") return NO_INPUTS;
  if (node.inputs !== undefined) return node.inputs;
  const parameter = implicitParameter(signature);
  return new Map(parameter === undefined ? [] : [[parameter.name, { kind: "binding", binding: PREVIOUS }]]);
}

/** A binding that is read, with the component that reads it and where that is written. */
export interface Reading {
  readonly binding: BindingValue;
  readonly component: string;
  readonly at: Origin;
}

/** Every binding that a node itself reads; those of nodes inside it are theirs. */
export function readingsOf(node: TreeNode, resolution: Resolution): readonly Reading[] {
  const reads = (binding: BindingValue): Reading => ({ binding, component: componentOf(node), at: node.origin });
  switch (node.kind) {
    case "for_each":
      return node.items === undefined ? [] : [reads(node.items)];
    case "if":
      return readsIncoming(node.condition, resolution) ? [reads(PREVIOUS)] : [];
    case "chat_completion":
      return node.parts.flatMap(readingsOfPart);
    case "program":
      return [...inputsOf(node, resolution).values()].flatMap((input) =>
        input.kind === "binding" ? [reads(input.binding)] : [],
      );
    default:
      return [];
  }
}

/** A predicate with a mistake of its own says nothing about what it would have read. */
function readsIncoming(condition: Parameters<Resolution["signature"]>[0] | undefined, resolution: Resolution): boolean {
  return condition !== undefined && resolution.signature(condition)?.parameters.length === 1;
}

function readingsOfPart(part: PromptPart): Reading[] {
  if (part.kind === "messages") return [];
  const component = componentName(part.role);
  return part.content.flatMap((content) =>
    typeof content === "string" ? [] : [{ binding: content.binding, component, at: content.origin }],
  );
}

function inputsOf(node: ProgramTree, resolution: Resolution): ReadonlyMap<string, InputValue> {
  const signature = node.run === undefined ? undefined : resolution.signature(node.run);
  if (signature !== undefined) return effectiveInputs(node, signature);
  return node.inputs === undefined || node.inputs === "invalid" ? NO_INPUTS : node.inputs;
}
