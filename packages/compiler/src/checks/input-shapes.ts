import type { JsonSchema, Parameter } from "@espalier/contract";
import { describeBinding } from "@espalier/jsx/tree";
import type { BindingValue } from "../build/tree.ts";
import type { Origin, Reporter } from "../diagnostics/reporter.ts";
import { effectiveInputs } from "../flow/inputs.ts";
import { type Scope, valueOf } from "../flow/value.ts";
import { findMismatch } from "../schemas/mismatch.ts";
import { createLiteralValidator } from "../schemas/validate.ts";
import type { Check } from "./check.ts";

const PREVIOUS: BindingValue = { source: "previous", path: [] };

/** What a program is given fits its parameters: bindings by their shape, literals by every keyword. */
export const inputShapes: Check = ({ flow, resolution, reporter }) => {
  const literalProblem = createLiteralValidator();
  return {
    program(node) {
      const signature = node.run === undefined ? undefined : resolution.signature(node.run);
      if (signature === undefined) return;
      for (const [name, input] of effectiveInputs(node, signature)) {
        const parameter = signature.parameters.find((candidate) => candidate.name === name);
        if (parameter === undefined) continue;
        if (input.kind === "binding") {
          checkBinding(input.binding, flow.scope(node), parameter, node.origin, reporter);
        } else if (input.kind === "literal") {
          const problem = literalProblem(input.value, parameter.schema);
          if (problem === undefined) continue;
          reporter.report(node.origin, "shape-mismatch", "literal", { parameter: name, problem });
        }
      }
    },
    if(node) {
      const signature = node.condition === undefined ? undefined : resolution.signature(node.condition);
      const [parameter, ...more] = signature?.parameters ?? [];
      if (parameter === undefined || more.length > 0) return;
      checkBinding(PREVIOUS, flow.scope(node), parameter, node.origin, reporter);
    },
  };
};

function checkBinding(
  binding: BindingValue,
  scope: Scope,
  { name: parameter, schema: target }: Parameter,
  at: Origin,
  reporter: Reporter,
): void {
  const value = valueOf(binding, scope);
  if (value.kind !== "schema") return;
  reportMismatch(binding, value.schema, parameter, target, at, reporter);
}

function reportMismatch(
  binding: BindingValue,
  source: JsonSchema,
  parameter: string,
  target: JsonSchema,
  at: Origin,
  reporter: Reporter,
): void {
  const mismatch = findMismatch(source, target);
  if (mismatch === undefined) return;
  const text = describeBinding(binding);
  const where = mismatch.path === "" ? "it" : JSON.stringify(mismatch.path.replace(/^\./, ""));
  if (mismatch.kind === "type") {
    const { source: given, target: needed } = mismatch;
    reporter.report(at, "shape-mismatch", "binding", {
      parameter,
      binding: text,
      where,
      source: given,
      target: needed,
    });
  } else {
    reporter.report(at, "shape-mismatch", "missing", { parameter, binding: text, where, reason: mismatch.reason });
  }
}
