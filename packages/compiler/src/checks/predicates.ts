import { equalSchemas } from "@espalier/contract";
import { programName } from "../build/tree.ts";
import { describeSchema } from "../schemas/describe.ts";
import type { Check } from "./check.ts";

/** A condition takes exactly one argument and returns exactly a boolean. */
export const predicates: Check = ({ resolution, reporter }) => ({
  if(node) {
    const signature = node.condition === undefined ? undefined : resolution.signature(node.condition);
    if (node.condition === undefined || signature === undefined) return;
    const name = programName(node.condition);
    const count = signature.parameters.length;
    if (count !== 1) reporter.report(node.origin, "predicate-arity", "count", { name, count });
    if (equalSchemas(signature.returns, { type: "boolean" })) return;
    const returns = describeSchema(signature.returns);
    reporter.report(node.origin, "predicate-not-boolean", "returns", { name, returns });
  },
});
