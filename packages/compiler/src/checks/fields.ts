import { type JsonSchema, selectField } from "@espalier/contract";
import { describeBinding } from "@espalier/jsx/tree";
import type { BindingValue } from "../build/tree.ts";
import { nearest } from "../diagnostics/nearest.ts";
import type { Origin, Reporter } from "../diagnostics/reporter.ts";
import { readingsOf } from "../flow/inputs.ts";
import { sourceOf } from "../flow/value.ts";
import { describeSchema } from "../schemas/describe.ts";
import type { Check } from "./check.ts";

/** Every `.field(…)` names a field that its source declares and requires. */
export const fields: Check = ({ flow, resolution, reporter }) => ({
  node(node) {
    for (const { binding, at } of readingsOf(node, resolution)) {
      const source = sourceOf(binding, flow.scope(node));
      if (source.kind === "schema") checkPath(binding, source.schema, at, reporter);
    }
  },
});

function checkPath(binding: BindingValue, source: JsonSchema, at: Origin, reporter: Reporter): void {
  const selected = selectField(source, binding.path);
  if (selected.ok) return;
  const { reason, field, index } = selected;
  const before = binding.path.slice(0, index);
  const text = describeBinding({ source: binding.source, path: before });
  if (reason === "not-an-object") {
    const holder = selectField(source, before);
    const description = holder.ok ? describeSchema(holder.schema) : "something else";
    reporter.report(at, reason, "field", { binding: text, field, source: description });
  } else if (reason === "optional-field") {
    reporter.report(at, reason, "field", { binding: text, field });
  } else if (selected.fields.includes(field)) {
    reporter.report(at, reason, "variant", { binding: text, field });
  } else {
    const near = nearest(field, selected.fields);
    reporter.report(at, reason, "field", { binding: text, field, near, fields: selected.fields });
  }
}
