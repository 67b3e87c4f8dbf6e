import type { StoredFact } from "../../store/index.ts";
import { absorbFact, emptyLog, type OccurrenceLog } from "./occurrence-log.ts";

/** A run's journal, sorted by occurrence. It grows with the journal, so that who reads on pays for what is new only. */
export interface RunLog {
  /** Sequence number of the newest fact that it knows; -1 when it knows none. */
  readonly newest: number;
  readonly size: number;
  /** Takes in the facts after the newest, in their order. */
  absorb(facts: readonly StoredFact[]): void;
  /** The log of an occurrence, if it has one of its own. */
  at(occ: number): OccurrenceLog | undefined;
  /** Whether anything is known of the occurrences from `first` to before `end`. */
  knows(first: number, end: number): boolean;
  /** The logs of the occurrences from `first` to before `end`, in order. */
  between(first: number, end: number): readonly OccurrenceLog[];
}

export function createRunLog(): RunLog {
  const byOccurrence = new Map<number, OccurrenceLog>();
  const sorted: OccurrenceLog[] = [];
  let newest = -1;

  /** Index of the first log at or after an occurrence. */
  function firstFrom(occ: number): number {
    let low = 0;
    let high = sorted.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (sorted[middle]!.occ < occ) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  function take(stored: StoredFact): void {
    newest = stored.seq;
    const { occ, kind } = stored.fact;
    if (kind === "ended" || occ === 0) return;
    let log = byOccurrence.get(occ);
    if (log === undefined) {
      byOccurrence.set(occ, (log = emptyLog(occ)));
      sorted.push(log);
    }
    absorbFact(log, stored);
  }

  return {
    get newest() {
      return newest;
    },
    get size() {
      return sorted.length;
    },
    absorb(facts) {
      const before = sorted.length;
      for (const stored of facts) take(stored);
      if (sorted.length > before) sorted.sort((one, other) => one.occ - other.occ);
    },
    at: (occ) => byOccurrence.get(occ),
    knows: (first, end) => (sorted[firstFrom(first)]?.occ ?? Infinity) < end,
    between: (first, end) => sorted.slice(firstFrom(first), firstFrom(end)),
  };
}
