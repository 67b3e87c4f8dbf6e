import { isJsonObject, type Parameter } from "@espalier/contract";
import { describeBinding } from "@espalier/jsx/tree";
import { type BindingValue, programName } from "../build/tree.ts";
import { nearest } from "../diagnostics/nearest.ts";
import type { Origin, Reporter } from "../diagnostics/reporter.ts";
import { effectiveInputs } from "../flow/inputs.ts";
import { type Scope, valueOf } from "../flow/value.ts";
import { accepts } from "../schemas/assign/accepts.ts";
import type { Verdict } from "../schemas/assign/index.ts";
import { rememberingAssign } from "../schemas/assign/remembering.ts";
import { createLiteralValidator } from "../schemas/validate.ts";
import type { Check } from "./check.ts";

const PREVIOUS: BindingValue = { source: "previous", path: [] };

/** What a program is given fits its parameters: bindings by their shape, literals by every keyword. */
export const inputShapes: Check = ({ flow, resolution, reporter, strict }) => {
  const literalProblem = createLiteralValidator();
  const compare = rememberingAssign();
  return {
    program(node) {
      const signature = node.run === undefined ? undefined : resolution.signature(node.run);
      if (signature === undefined) return;
      for (const [name, input] of effectiveInputs(node, signature)) {
        const parameter = signature.parameters.find((candidate) => candidate.name === name);
        if (parameter === undefined) continue;
        if (input.kind === "binding") {
          const passing = { binding: input.binding, scope: flow.scope(node), parameter, at: node.origin };
          checkBinding(passing, strict, reporter, compare);
        } else if (input.kind === "literal") {
          const { schema } = parameter;
          // Most literals are plain to see; only to say what is wrong, or where doubt is left, a validator is made.
          if (accepts(input.value, { schema, root: schema }) === true) continue;
          const problem = literalProblem(input.value, schema);
          if (problem === undefined) continue;
          reporter.report(node.origin, "shape-mismatch", "literal", { parameter: name, problem });
        }
      }
    },
    if(node) {
      const signature = node.condition === undefined ? undefined : resolution.signature(node.condition);
      const [parameter, ...more] = signature?.parameters ?? [];
      if (parameter === undefined || more.length > 0) return;
      const condition = node.condition === undefined ? undefined : programName(node.condition);
      const passing = { binding: PREVIOUS, scope: flow.scope(node), parameter, condition, at: node.origin };
      checkBinding(passing, strict, reporter, compare);
    },
  };
};

/** A value, the parameter that takes it, and the node where that happens. */
interface Passing {
  readonly binding: BindingValue;
  readonly scope: Scope;
  readonly parameter: Parameter;
  /** The name of the predicate, which does not stand alone as a program in `run` does. */
  readonly condition?: string | undefined;
  readonly at: Origin;
}

function checkBinding(
  passing: Passing,
  strict: boolean,
  reporter: Reporter,
  compare: ReturnType<typeof rememberingAssign>,
): void {
  const { binding, scope, parameter, condition, at } = passing;
  const value = valueOf(binding, scope);
  if (value.kind !== "schema") return;
  const taken: Taken = { binding: describeBinding(binding), parameter: parameter.name, condition };
  const outcome = compare(value.schema, parameter.schema);
  if (outcome.verdict === "no") reportMismatch(outcome, taken, at, reporter);
  else if (strict && outcome.verdict === "maybe") reporter.report(at, "shape-mismatch", "unproven", taken);
}

/** What takes what, for sentences. */
interface Taken {
  readonly binding: string;
  readonly parameter: string;
  readonly condition: string | undefined;
}

type Mismatch = Extract<Verdict, { readonly verdict: "no" }>;

function reportMismatch(mismatch: Mismatch, taken: Taken, at: Origin, reporter: Reporter): void {
  const where = mismatch.path === "" ? "it" : JSON.stringify(mismatch.path.replace(/^\./, ""));
  if (mismatch.reason === undefined) {
    const { source, target } = mismatch;
    reporter.report(at, "shape-mismatch", "binding", { ...taken, where, source, target });
  } else {
    const fields = mismatch.reason === "is missing" ? fieldsBeside(mismatch) : [];
    const near = nearest(mismatch.path.slice(1), fields);
    reporter.report(at, "shape-mismatch", "missing", { ...taken, where, reason: mismatch.reason, near, fields });
  }
}

/** What the value has in place of a missing field, where that is a field of its own. */
function fieldsBeside({ path, example }: Mismatch): readonly string[] {
  return /^\.[^.[*]+$/.test(path) && isJsonObject(example) ? Object.keys(example) : [];
}
