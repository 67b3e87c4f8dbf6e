import { StoreOpenError } from "./errors.ts";
import { FACTS_PER_RUN } from "./journal.ts";
import type { Sql } from "./sql.ts";
import type { Page, RunFilter, RunRow, RunSettings, RunStatus, TraceContext } from "./types.ts";

/** What the facts of a run mean. A gateway refuses runs of a core that it does not know. */
export const CORE_VERSION = 1;

/** The runs' rows. */
export interface Runs {
  readonly byId: (id: string) => RunRow | undefined;
  readonly byNo: (no: number) => RunRow | undefined;
  readonly page: (filter?: RunFilter) => Page<RunRow>;
  readonly open: () => readonly RunRow[];
  readonly input: (no: number) => string;
  readonly newestTime: () => number;
  /** Only runs whose facts this gateway understands can be continued. Throws `StoreOpenError` for any other. */
  readonly refuseUnknownCore: () => void;
}

interface RunColumns {
  readonly no: number;
  readonly id: string;
  readonly versionNo: number;
  readonly name: string;
  readonly version: number;
  readonly digest: string;
  readonly core: number;
  readonly status: RunStatus;
  readonly admittedAt: number;
  readonly deadline: number;
  readonly endedAt: number | null;
  readonly code: string | null;
  readonly codeOccurrence: number;
  readonly keyNo: number;
  readonly settings: string;
  readonly trace: string | null;
}

const RUN = `
  select run.run as no, run.id, run.no as versionNo, w.name, w.version, w.digest, run.core, run.status,
    run.admitted as admittedAt, run.deadline, run.ended as endedAt, run.code, run.code_occ as codeOccurrence,
    run.api_key as keyNo, run.settings, run.trace
  from run join workflow_version w on w.no = run.no`;

const PAGE = `${RUN}
  where run.run < ?1 and (?2 is null or w.name = ?2) and (?3 is null or run.status = ?3)
  order by run.run desc limit ?4`;

export function createRuns(sql: Sql): Runs {
  const byId = sql.statement<RunColumns>(`${RUN} where run.id = ?`);
  const byNo = sql.statement<RunColumns>(`${RUN} where run.run = ?`);
  const page = sql.statement<RunColumns>(PAGE);
  const open = sql.statement<RunColumns>(`${RUN} where run.status = 'running' order by run.run`);
  const input = sql.statement<{ input: string }>("select input from run where run = ?");
  const newest = sql.statement<{ at: number | null }>(
    "select max(max(admitted), coalesce(max(ended), 0)) as at from run",
  );
  const newestFact = sql.statement<{ at: number | null }>("select max(at) as at from journal where id >= ? and id < ?");

  function readPage(filter: RunFilter = {}): Page<RunRow> {
    const limit = Math.min(Math.max(1, Math.trunc(filter.limit ?? 50)), 1000);
    const before = Number(filter.after ?? Number.MAX_SAFE_INTEGER);
    if (!Number.isSafeInteger(before)) return { rows: [], next: undefined };
    const rows = page.all(before, filter.workflow ?? null, filter.status ?? null, limit + 1);
    const next = rows.length > limit ? String(rows[limit - 1]!.no) : undefined;
    return { rows: rows.slice(0, limit).map(runRow), next };
  }

  function newestTime(): number {
    const ofOpenRuns = open
      .all()
      .map(({ no }) => newestFact.one(no * FACTS_PER_RUN, (no + 1) * FACTS_PER_RUN)?.at ?? 0);
    return Math.max(newest.one()?.at ?? 0, ...ofOpenRuns);
  }

  return {
    byId: (id) => mapRow(byId.one(id)),
    byNo: (no) => mapRow(byNo.one(no)),
    page: readPage,
    open: () => open.all().map(runRow),
    refuseUnknownCore: () => open.all().forEach(refuseUnknownCore),
    input(no) {
      const row = input.one(no);
      if (row === undefined) throw new RangeError(`no run ${no}`);
      return row.input;
    },
    newestTime,
  };
}

function mapRow(row: RunColumns | undefined): RunRow | undefined {
  return row && runRow(row);
}

function refuseUnknownCore({ id, core }: RunColumns): void {
  if (core === CORE_VERSION) return;
  throw new StoreOpenError(
    `${id} was started by another version of the gateway (core ${core}; this one has ${CORE_VERSION}). Let that version finish or cancel it.`,
  );
}

function runRow(columns: RunColumns): RunRow {
  const { core: _core, endedAt, code, settings, trace, ...row } = columns;
  return {
    ...row,
    endedAt: endedAt ?? undefined,
    code: code ?? undefined,
    settings: JSON.parse(settings) as RunSettings,
    trace: trace === null ? undefined : (JSON.parse(trace) as TraceContext),
  };
}
