import { elementSchema, type JsonSchema, selectField } from "@espalier/contract";
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
    const [source, lists] = [describeSchema(items.schema), listsIn(items.schema)];
    reporter.report(node.origin, "not-a-list", "items", { binding, source, lists });
  },
});

/** The fields of an object that are lists. */
function listsIn(schema: JsonSchema): string[] {
  return Object.keys(schema.properties ?? {}).filter((name) => {
    const field = selectField(schema, [name]);
    return field.ok && elementSchema(field.schema) !== undefined;
  });
}
