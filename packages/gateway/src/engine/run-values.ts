import type { Plan } from "@espalier/runner";
import type { Detail, JournalFact } from "../store/index.ts";

/** Outputs up to this many characters stay in memory while their run is under way; longer ones are read when needed. */
const KEEP_IN_MEMORY = 64 * 1024;

/** A run's stored values: the request, leaf outputs, answers and counts. All else is derived from them. */
export interface RunValues {
  readonly plan: Plan;
  /** The request's messages as JSON text. */
  readonly input: string;
  /** What predicates answered, by occurrence. */
  readonly answers: ReadonlyMap<number, boolean>;
  /** How many items loops have, by occurrence. */
  readonly counts: ReadonlyMap<number, number>;
  /** The lists of loops, split into items; refilled when an entry is missing. */
  readonly lists: Map<number, readonly string[]>;
  has(occ: number): boolean;
  /** A completed leaf's output as JSON text. */
  output(occ: number): string;
  /** Takes in a fact, in the order of the journal. */
  absorb(seq: number, fact: JournalFact): void;
  /** Facts up to now are stored: long outputs need not stay in memory. */
  committed(): void;
}

/** Reads one stored output by the sequence number of its fact. */
export type ReadOutput = (seq: number) => string | undefined;

export function createRunValues(plan: Plan, input: string, read: ReadOutput): RunValues {
  const answers = new Map<number, boolean>();
  const counts = new Map<number, number>();
  const texts = new Map<number, string>();
  const sequence = new Map<number, number>();
  let long: number[] = [];

  function complete(occ: number, seq: number, value: string | undefined): void {
    sequence.set(occ, seq);
    if (value === undefined) return;
    texts.set(occ, value);
    if (value.length > KEEP_IN_MEMORY) long.push(occ);
  }

  return {
    plan,
    input,
    answers,
    counts,
    lists: new Map(),
    has: (occ) => sequence.has(occ),
    output(occ) {
      const text = texts.get(occ) ?? read(sequence.get(occ) ?? -1);
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
      for (const occ of long) texts.delete(occ);
      long = [];
    },
  };
}
