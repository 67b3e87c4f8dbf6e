import { journalRow } from "./journal.ts";
import type { SqlValue } from "./sql.ts";
import type { Admission, Batch, JournalFact } from "./types.ts";

export type EndedFact = Extract<JournalFact, { kind: "ended" }>;

/** A batch as it crosses to the thread that writes. To copy facts with what is nested in them would cost three times as much. */
export interface BatchRows {
  readonly admissions: readonly Admission[];
  /** Rows of the journal. */
  readonly journal: readonly (readonly SqlValue[])[];
  readonly ends: readonly { readonly runNo: number; readonly fact: EndedFact }[];
}

export function batchRows({ admissions, facts }: Batch): BatchRows {
  const ends = facts.flatMap(({ runNo, fact }) => (fact.kind === "ended" ? [{ runNo, fact }] : []));
  return { admissions, journal: facts.map(journalRow), ends };
}
