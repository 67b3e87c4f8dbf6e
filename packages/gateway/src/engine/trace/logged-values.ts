import type { Plan } from "@espalier/runner";
import type { RunRow, Store } from "../../store/index.ts";
import { createCache } from "../cache.ts";
import { KEPT_LISTS, type RunValues } from "../run-values.ts";
import type { RunLog } from "./run-log.ts";

/** A run's values as its journal has them, for one look at it. */
export function loggedValues(store: Store, plan: Plan, run: RunRow, log: RunLog): RunValues {
  let input: string | undefined;
  return {
    plan,
    get input() {
      return (input ??= store.input(run.no));
    },
    answers: { get: (occ) => log.at(occ)?.answer },
    counts: { get: (occ) => log.at(occ)?.count },
    lists: createCache(KEPT_LISTS),
    output(occ) {
      const seq = log.at(occ)?.outputSeq;
      const text = seq === undefined ? undefined : store.value(run.no, seq);
      if (text === undefined) throw new RangeError(`no output at occurrence ${occ}`);
      return text;
    },
  };
}
