import type { Plan } from "@espalier/runner";
import type { Detail, JournalFact } from "../store/index.ts";
import { createCache, type Cache } from "./cache.ts";

/** How many characters of a run's lists are kept split. Loops in loops have one list per item of the outer loop. */
export const KEPT_LISTS = 64 * 1024 * 1024;

/** A run's values: the request, leaf outputs, answers and counts. All else is derived from them. */
export interface RunValues {
  readonly plan: Plan;
  /** The request's messages as JSON text. */
  readonly input: string;
  /** What predicates answered, by occurrence. */
  readonly answers: ByOccurrence<boolean>;
  /** How many items loops have, by occurrence. */
  readonly counts: ByOccurrence<number>;
  /** The lists of loops, split into items; refilled when an entry is missing. */
  readonly lists: Cache<number, readonly string[]>;
  /** A completed leaf's output as JSON text. */
  output(occ: number): string;
}

/** What is known of some occurrences. */
export interface ByOccurrence<Value> {
  get(occ: number): Value | undefined;
}

/** The values of a run that goes on. */
export interface LiveValues extends RunValues {
  /** Takes in a fact, in the order of the journal. */
  absorb(seq: number, fact: JournalFact): void;
  /** Facts up to now are stored: their outputs need not stay in memory. */
  committed(): void;
}

/** The stored outputs of a run, by the sequence number of their facts. */
export interface StoredOutputs {
  read(seq: number): string | undefined;
  /** Told of each output once it is stored: it may soon be read. */
  keep?(seq: number, text: string): void;
}

export function createRunValues(plan: Plan, input: string, outputs: StoredOutputs): LiveValues {
  const answers = new Map<number, boolean>();
  const counts = new Map<number, number>();
  const sequence = new Map<number, number>();
  /** Outputs that are not stored yet. */
  const fresh = new Map<number, string>();

  function complete(occ: number, seq: number, value: string | undefined): void {
    sequence.set(occ, seq);
    if (value !== undefined) fresh.set(occ, value);
  }

  return {
    plan,
    input,
    answers,
    counts,
    lists: createCache(KEPT_LISTS),
    output(occ) {
      const text = fresh.get(occ) ?? outputs.read(sequence.get(occ) ?? -1);
      if (text === undefined) throw new RangeError(`no output at occurrence ${occ}`);
      return text;
    },
    absorb(seq, fact) {
      if (fact.kind === "frozen") counts.set(fact.occ, fact.count);
      if (fact.kind !== "completed") return;
      if (fact.value === undefined) complete(fact.occ, seq, (fact.detail as Detail | undefined)?.value);
      else answers.set(fact.occ, fact.value);
    },
    committed() {
      if (fresh.size === 0) return; // clearing makes a new table, even of nothing
      for (const [occ, text] of fresh) outputs.keep?.(sequence.get(occ)!, text);
      fresh.clear();
    },
  };
}
