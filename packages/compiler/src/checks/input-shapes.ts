import type { Parameter } from "@espalier/contract";
import { describeBinding } from "@espalier/jsx/tree";
import type { BindingValue } from "../build/tree.ts";
import type { Origin, Reporter } from "../diagnostics/reporter.ts";
import { effectiveInputs } from "../flow/inputs.ts";
import { type Scope, valueOf } from "../flow/value.ts";
import { findMismatch, type Mismatch } from "../schemas/mismatch.ts";
import { provablyFits } from "../schemas/proof.ts";
import { createLiteralValidator } from "../schemas/validate.ts";
import type { Check } from "./check.ts";

const PREVIOUS: BindingValue = { source: "previous", path: [] };

/** What a program is given fits its parameters: bindings by their shape, literals by every keyword. */
export const inputShapes: Check = ({ flow, resolution, reporter, strict }) => {
  const literalProblem = createLiteralValidator();
  return {
    program(node) {
      const signature = node.run === undefined ? undefined : resolution.signature(node.run);
      if (signature === undefined) return;
      for (const [name, input] of effectiveInputs(node, signature)) {
        const parameter = signature.parameters.find((candidate) => candidate.name === name);
        if (parameter === undefined) continue;
        if (input.kind === "binding") {
          const passing = { binding: input.binding, scope: flow.scope(node), parameter, at: node.origin };
          checkBinding(passing, strict, reporter);
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
      checkBinding({ binding: PREVIOUS, scope: flow.scope(node), parameter, at: node.origin }, strict, reporter);
    },
  };
};

/** A value, the parameter that takes it, and the node where that happens. */
interface Passing {
  readonly binding: BindingValue;
  readonly scope: Scope;
  readonly parameter: Parameter;
  readonly at: Origin;
}

function checkBinding({ binding, scope, parameter, at }: Passing, strict: boolean, reporter: Reporter): void {
  const value = valueOf(binding, scope);
  if (value.kind !== "schema") return;
  const text = describeBinding(binding);
  const mismatch = findMismatch(value.schema, parameter.schema);
  if (mismatch !== undefined) reportMismatch(mismatch, text, parameter.name, at, reporter);
  else if (strict && !provablyFits(value.schema, parameter.schema)) {
    reporter.report(at, "shape-mismatch", "unproven", { parameter: parameter.name, binding: text });
  }
}

function reportMismatch(mismatch: Mismatch, binding: string, parameter: string, at: Origin, reporter: Reporter): void {
  const where = mismatch.path === "" ? "it" : JSON.stringify(mismatch.path.replace(/^\./, ""));
  if (mismatch.kind === "type") {
    const { source, target } = mismatch;
    reporter.report(at, "shape-mismatch", "binding", { parameter, binding, where, source, target });
  } else {
    reporter.report(at, "shape-mismatch", "missing", { parameter, binding, where, reason: mismatch.reason });
  }
}
