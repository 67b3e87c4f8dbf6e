import type { InputValue, ProgramTree } from "../build/tree.ts";
import { programName } from "../build/tree.ts";
import { nearest } from "../diagnostics/nearest.ts";
import type { Reporter } from "../diagnostics/reporter.ts";
import { implicitParameter } from "../flow/inputs.ts";
import type { Signature } from "../signature.ts";
import type { Check } from "./check.ts";

/** `inputs` names parameters of the program, and every required one. */
export const inputNames: Check = ({ resolution, reporter }) => ({
  program(node) {
    const signature = node.run === undefined ? undefined : resolution.signature(node.run);
    if (node.run === undefined || signature === undefined) return;
    const name = programName(node.run);
    if (node.inputs === undefined) checkAbsent(node, name, signature, reporter);
    else if (node.inputs !== "invalid") checkNames(node, node.inputs, name, signature, reporter);
  },
});

function required(signature: Signature): string[] {
  return signature.parameters.filter((parameter) => parameter.required).map((parameter) => parameter.name);
}

function checkAbsent(node: ProgramTree, name: string, signature: Signature, reporter: Reporter): void {
  const parameters = required(signature);
  if (parameters.length === 0 || implicitParameter(signature) !== undefined) return;
  reporter.report(node.origin, "missing-input", "absent", { name, parameters });
}

function checkNames(
  node: ProgramTree,
  inputs: ReadonlyMap<string, InputValue>,
  name: string,
  signature: Signature,
  reporter: Reporter,
): void {
  const all = signature.parameters.map((parameter) => parameter.name);
  const missing = new Set(required(signature).filter((parameter) => !inputs.has(parameter)));
  for (const input of inputs.keys()) {
    if (all.includes(input)) continue;
    const near = nearest(
      input,
      all.filter((parameter) => !inputs.has(parameter)),
    );
    // A misspelt name is one mistake, not a missing and an unknown one.
    if (near !== undefined) missing.delete(near);
    reporter.report(node.origin, "unknown-input", "one", { name, input, near, all });
  }
  for (const parameter of missing) reporter.report(node.origin, "missing-input", "one", { name, parameter });
}
