import type { Detail, DetailInfo, JournalFact } from "../store/index.ts";
import type { Usage } from "./types.ts";
import { addSpent, NOTHING_SPENT, type Spent } from "./usage.ts";

/** What a run's facts come to, besides its values. It is counted as they come: the end of a long run needs no look back. */
export interface RunTally {
  /** The sum over attempts. */
  readonly spent: Spent;
  /** Occurrences with attempts that were started and have reported nothing. */
  readonly unreported: Iterable<number>;
  /** What was stored about the failure of an occurrence; 0 is the run. */
  failure(occ: number): DetailInfo | undefined;
  /** Takes in a fact, in the order of the journal. */
  absorb(fact: JournalFact): void;
}

export function createRunTally(): RunTally {
  let spent = NOTHING_SPENT;
  const open = new Map<number, number>(); // how many attempts
  const failures = new Map<number, DetailInfo | undefined>();

  function count(occ: number, attempts: number): void {
    if (attempts > 0) open.set(occ, attempts);
    else open.delete(occ);
  }

  return {
    get spent() {
      return spent;
    },
    unreported: { [Symbol.iterator]: () => open.keys() },
    failure: (occ) => failures.get(occ),
    absorb(fact) {
      const info = "detail" in fact ? (fact.detail as Detail | undefined)?.info : undefined;
      if (fact.kind === "failed") failures.set(fact.occ, info);
      if (!("attempt" in fact) || fact.attempt === 0) return;
      if (fact.kind === "started") count(fact.occ, (open.get(fact.occ) ?? 0) + 1);
      else if (reports(fact, info)) count(fact.occ, (open.get(fact.occ) ?? 1) - 1);
      const { usage, cost } = info ?? {};
      if (usage) spent = addSpent(spent, { usage: usage as Usage, cost });
    },
  };
}

/** Whether an attempt's usage is known by this fact: not when it was stopped at a deadline, or nobody said. */
function reports(fact: JournalFact, info: DetailInfo | undefined): boolean {
  if (info?.usage === null) return false;
  if (fact.kind !== "failed") return true;
  return fact.code !== "timeout" && fact.code !== "run_deadline_exceeded";
}
