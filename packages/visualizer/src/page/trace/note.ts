import { plural } from "../format.ts";
import type { Execution } from "../wire.ts";

/** What is remarkable about an execution: its repetitions, what a loop or an `if` decided on, its last error. */
export function noteOf({ attempts, error, items, taken }: Execution): string {
  const failure = error ?? attempts.findLast((attempt) => attempt.error !== null)?.error;
  return [
    attempts.length > 1 && `${attempts.length} attempts`,
    typeof items === "number" && plural(items, "item"),
    taken && `took ${taken}`,
    failure && `${failure.code}: ${failure.message}`,
  ]
    .filter(Boolean)
    .join(" · ");
}
