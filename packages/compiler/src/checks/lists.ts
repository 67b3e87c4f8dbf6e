import { elementSchema } from "@espalier/contract";
import { describeBinding } from "@espalier/jsx/tree";
import { valueOf } from "../flow/value.ts";
import { describeSchema } from "../schemas/describe.ts";
import type { Check } from "./check.ts";

/** `ForEach.items` is a list. */
export const lists: Check = ({ flow, reporter }) => ({
  for_each(node) {
    if (node.items === undefined) return;
    const items = valueOf(node.items, flow.scope(node));
    if (items.kind !== "schema" || elementSchema(items.schema) !== undefined) return;
    const binding = describeBinding(node.items);
    reporter.report(node.origin, "not-a-list", "items", { binding, source: describeSchema(items.schema) });
  },
});
