import { LIMITS } from "../constants.ts";
import type { Binding } from "../generated/v2.ts";
import type { JsonSchema } from "../json.ts";
import { MESSAGES_SCHEMA } from "../schema/messages.ts";
import { selectField } from "../schema/select-field.ts";
import type { Report } from "./report.ts";
import { isDeeperThan } from "./tree.ts";

/** A value that a binding can read: its schema, or `unknown` after a mistake that has been reported. */
export type Source = JsonSchema | "unknown";

/** What bindings can read at one place; undefined when there is nothing. */
export interface Scope {
  readonly previous: Source | undefined;
  readonly item: Source | undefined;
}

const CODES = {
  "not-an-object": "not_an_object",
  "unknown-field": "unknown_field",
  "optional-field": "optional_field",
} as const;

const REASONS = {
  "not-an-object": "is not always an object",
  "unknown-field": "does not declare it",
  "optional-field": "does not require it",
} as const;

/** The schema of what a binding reads. Reports a binding with nothing behind it and a field that may be missing. */
export function resolveBinding(binding: Binding, scope: Scope, pointer: string, report: Report): Source {
  if (binding.source === "messages") return MESSAGES_SCHEMA;
  if (binding.source === "literal") {
    if (isDeeperThan(binding.value, LIMITS.schemaDepth)) {
      report.add("too_deep", `A literal has at most ${LIMITS.schemaDepth} levels.`, `${pointer}/value`);
    }
    return { enum: [binding.value] };
  }
  const source = scope[binding.source];
  if (source === undefined) {
    if (binding.source === "item") report.add("item_outside_loop", "There is no loop around this node.", pointer);
    else report.add("no_previous", "There is no result before this node.", pointer);
    return "unknown";
  }
  return select(source, binding.path ?? [], pointer, report);
}

function select(source: Source, path: readonly string[], pointer: string, report: Report): Source {
  if (source === "unknown" || path.length === 0) return source;
  const selection = selectField(source, path);
  if (selection.ok) return selection.schema;
  const { field, index, reason } = selection;
  const owner = index === 0 ? "the source" : `"${path.slice(0, index).join(".")}"`;
  report.add(
    CODES[reason],
    `The field "${field}" cannot be read: ${owner} ${REASONS[reason]}.`,
    `${pointer}/path/${index}`,
  );
  return "unknown";
}
