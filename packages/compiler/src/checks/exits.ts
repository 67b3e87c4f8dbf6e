import { equalSchemas, type JsonSchema, schemaDifferences } from "@espalier/contract";
import type { TreeNode } from "../build/tree.ts";
import { assign } from "../schemas/assign/index.ts";
import { openForm } from "../schemas/open.ts";
import type { Check } from "./check.ts";

/** The most differences that one sentence tells. */
const MOST = 4;

/** Both exits of an `If` give the same schema. */
export const exits: Check = ({ flow, reporter }) => ({
  if(node) {
    const then = flow.exit(node.then);
    const otherwise = flow.exit(node.otherwise);
    if (then.kind !== "schema" || otherwise.kind !== "schema") return;
    if (equalSchemas(then.schema, otherwise.schema)) return;
    const difference = differences(then.schema, otherwise.schema);
    const related = [lastOf(node.then, "then"), lastOf(node.otherwise, "otherwise")];
    reporter.report(node.origin, "exit-mismatch", remedy(then.schema, otherwise.schema), { difference }, related);
  },
});

/** Everything at once, so that one repair is enough. */
function differences(then: JsonSchema, otherwise: JsonSchema): string {
  const all = schemaDifferences(then, otherwise, ['"then"', '"otherwise"'], MOST + 1);
  return [...all.slice(0, MOST), ...(all.length > MOST ? ["There are more differences."] : [])].join(" ");
}

function remedy(then: JsonSchema, otherwise: JsonSchema): "closed" | "constraints" | "exits" {
  if (equalSchemas(openForm(then), openForm(otherwise))) return "closed";
  const alike = assign(then, otherwise).verdict !== "no" && assign(otherwise, then).verdict !== "no";
  return alike ? "constraints" : "exits";
}

function lastOf(body: readonly TreeNode[], exit: string) {
  return { message: `the last node of the exit "${exit}"`, location: body.at(-1)?.origin.place };
}
