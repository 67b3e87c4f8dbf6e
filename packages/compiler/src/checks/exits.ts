import { equalSchemas, schemaDifference } from "@espalier/contract";
import type { TreeNode } from "../build/tree.ts";
import { openForm } from "../schemas/open.ts";
import type { Check } from "./check.ts";

/** Both exits of an `If` give the same schema. */
export const exits: Check = ({ flow, reporter }) => ({
  if(node) {
    const then = flow.exit(node.then);
    const otherwise = flow.exit(node.otherwise);
    if (then.kind !== "schema" || otherwise.kind !== "schema") return;
    if (equalSchemas(then.schema, otherwise.schema)) return;
    const onlyOpenness = equalSchemas(openForm(then.schema), openForm(otherwise.schema));
    const difference = schemaDifference(then.schema, otherwise.schema, ['"then"', '"otherwise"']);
    const related = [lastOf(node.then, "then"), lastOf(node.otherwise, "otherwise")];
    reporter.report(node.origin, "exit-mismatch", onlyOpenness ? "closed" : "exits", { difference }, related);
  },
});

function lastOf(body: readonly TreeNode[], exit: string) {
  return { message: `the last node of the exit "${exit}"`, location: body.at(-1)?.origin.place };
}
