import type { Sql, SqlValue } from "./sql.ts";
import type { Detail, DetailInfo, JournalFact, NewFact, StoredFact } from "./types.ts";

/** How many facts a run may have. */
export const FACTS_PER_RUN = 2 ** 22;

/** The primary key of a run's fact: a run is one range of it. */
export function factId(runNo: number, seq: number): number {
  return runNo * FACTS_PER_RUN + seq;
}

/** The append-only journal: one row per fact. */
export interface Journal {
  readonly facts: (runNo: number, after?: number) => readonly StoredFact[];
  readonly value: (runNo: number, seq: number) => string | undefined;
  readonly preview: (runNo: number, seq: number, length: number) => string | undefined;
}

/** Numbers in the file; never reused. */
const KINDS = ["", "frozen", "started", "retry", "completed", "failed", "ended", "settled"] as const;

/** id, occ, kind, attempt, at, num, code, info */
type FactColumns = [number, number, number, number, number, number | null, string | null, string | null];

export function createJournal(sql: Sql): Journal {
  const select = sql.statement(
    "select id, occ, kind, attempt, at, num, code, info from journal where id > ? and id < ? order by id",
  );
  const value = sql.statement<{ value: string | null }>("select value from journal where id = ?");
  const preview = sql.statement<{ value: string | null }>(
    "select substr(value, 1, ?) as value from journal where id = ?",
  );
  return {
    facts(runNo, after = -1) {
      const first = runNo * FACTS_PER_RUN;
      const rows = select.arrays(first + after, first + FACTS_PER_RUN) as FactColumns[];
      return rows.map((row) => ({ seq: row[0] - first, fact: factOf(row) }));
    },
    value: (runNo, seq) => value.one(factId(runNo, seq))?.value ?? undefined,
    preview: (runNo, seq, length) => preview.one(length, factId(runNo, seq))?.value ?? undefined,
  };
}

/** Adds rows to the journal. */
export function createAppend(sql: Sql): (rows: readonly (readonly SqlValue[])[]) => void {
  const insert = sql.statement("insert into journal values(?, ?, ?, ?, ?, ?, ?, ?, ?)");
  return (rows) => {
    for (const row of rows) insert.run(...row);
  };
}

/** id, occ, kind, attempt, at, num, code, info, value */
export function journalRow({ runNo, seq, fact }: NewFact): SqlValue[] {
  const attempt = "attempt" in fact ? fact.attempt : 0;
  const detail = ("detail" in fact ? fact.detail : undefined) as Detail | undefined;
  const info = fact.kind === "ended" ? { status: fact.status } : detail?.info;
  return [
    factId(runNo, seq),
    fact.occ,
    KINDS.indexOf(fact.kind),
    attempt,
    fact.at,
    numberOf(fact),
    "code" in fact ? fact.code : null,
    info === undefined ? null : JSON.stringify(info),
    detail?.value ?? null,
  ];
}

function numberOf(fact: JournalFact): number | null {
  switch (fact.kind) {
    case "frozen":
      return fact.count;
    case "started":
      return fact.deadline;
    case "retry":
      return fact.retryAt;
    case "completed":
      return fact.value === undefined ? null : Number(fact.value);
    default:
      return null;
  }
}

function factOf([, occ, kindNo, attempt, at, num, codeText, infoText]: FactColumns): JournalFact {
  const kind = KINDS[kindNo];
  const code = codeText ?? "";
  const info = infoText === null ? undefined : (JSON.parse(infoText) as DetailInfo & { status?: string });
  const detail: Detail | undefined = info && { info };
  switch (kind) {
    case "frozen":
      return { kind, at, occ, count: num ?? 0, detail };
    case "started":
      return { kind, at, occ, attempt, deadline: num ?? 0 };
    case "retry":
      return { kind, at, occ, attempt, retryAt: num ?? 0, code, detail };
    case "completed":
      return { kind, at, occ, attempt, value: num === null ? undefined : num === 1, detail };
    case "failed":
      return { kind, at, occ, attempt, code, detail };
    case "settled":
      return { kind, at, occ, attempt, detail };
    case "ended":
      return { kind, at, occ, code, status: info?.status as "completed" | "failed" | "cancelled" };
    default:
      throw new RangeError(`unknown kind of fact ${kindNo}`);
  }
}
