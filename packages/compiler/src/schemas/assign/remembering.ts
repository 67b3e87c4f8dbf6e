import type { JsonSchema } from "@espalier/contract";
import { createSchemaPool } from "../pool.ts";
import { assign, type Verdict } from "./assign.ts";

/** {@link assign} that compares equal pairs once: in a workflow the same few meet again and again. */
export function rememberingAssign(): (source: JsonSchema, target: JsonSchema) => Verdict {
  const pool = createSchemaPool();
  const verdicts = new Map<JsonSchema, Map<JsonSchema, Verdict>>();
  return (source, target) => {
    const from = pool(source);
    const to = pool(target);
    const known = verdicts.get(from) ?? new Map<JsonSchema, Verdict>();
    verdicts.set(from, known);
    const verdict = known.get(to) ?? assign(from, to);
    known.set(to, verdict);
    return verdict;
  };
}
