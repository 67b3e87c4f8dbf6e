import type { BatchRows, EndedFact } from "./batch-rows.ts";
import type { createAppend } from "./journal.ts";
import { CORE_VERSION, type Runs } from "./runs.ts";
import type { Sql } from "./sql.ts";
import type { Admission, AdmissionRefusal, Admitted } from "./types.ts";
import type { Writes } from "./writes.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

interface Target {
  readonly no: number;
  readonly deadlineMs: number | null;
}

interface StoredKey {
  readonly body: string;
  readonly run: number;
  readonly expires: number | null;
}

/** The number of a run is never used again, even when the newest one was pruned: facts are found by it. */
const NEXT_RUN = "select 1 + max(coalesce((select max(run) from run), 0), coalesce((select max(run) from pruned), 0))";

/** The one writer of runs: a batch is one transaction. */
export function createCommitter(sql: Sql, append: ReturnType<typeof createAppend>, runs: Runs): Writes["commit"] {
  const admit = createAdmitter(sql, runs);
  const endRun = sql.statement("update run set status = ?, code = ?, code_occ = ?, ended = ? where run = ?");
  const expireKeys = sql.statement("update idempotency set expires = ? where run = ?");

  function end(runNo: number, fact: EndedFact): void {
    endRun.run(fact.status, fact.code === "" ? null : fact.code, fact.occ, fact.at, runNo);
    expireKeys.run(fact.at + DAY_MS, runNo);
  }

  return ({ admissions, journal, ends }: BatchRows) =>
    sql.transaction(() => {
      const admitted = admissions.map(admit);
      append(journal);
      for (const { runNo, fact } of ends) end(runNo, fact);
      return admitted;
    });
}

function createAdmitter(sql: Sql, runs: Runs): (admission: Admission) => Admitted {
  const exists = sql.statement<{ no: number }>("select no from workflow_version where name = ? limit 1");
  const live = sql.statement<Target>(
    "select w.no, w.deadline_ms as deadlineMs from live join workflow_version w on w.no = live.no where live.name = ?",
  );
  const version = sql.statement<Target>(
    "select no, deadline_ms as deadlineMs from workflow_version where name = ? and version = ?",
  );
  const insert = sql.statement(
    `insert into run(run, id, no, core, status, admitted, deadline, api_key, settings, input, trace)
     values((${NEXT_RUN}), ?, ?, ?, 'running', ?, ?, ?, ?, ?, ?)`,
  );
  const findKey = sql.statement<StoredKey>("select body, run, expires from idempotency where api_key = ? and key = ?");
  const dropKey = sql.statement("delete from idempotency where api_key = ? and key = ?");
  const keepKey = sql.statement("insert into idempotency(api_key, key, body, run) values(?, ?, ?, ?)");

  /** The version that the request means, found in the transaction that admits it. */
  function resolve({ workflow, version: wanted, allowUnpublished }: Admission): Target | AdmissionRefusal {
    if (exists.one(workflow) === undefined) return "workflow_not_found";
    const published = live.one(workflow);
    if (wanted === undefined) return published ?? "not_published";
    const target = version.one(workflow, wanted);
    if (target === undefined) return "version_not_found";
    return target.no === published?.no || allowUnpublished ? target : "not_published";
  }

  function earlier({ idempotency, keyNo, at }: Admission): Admitted | undefined {
    if (idempotency === undefined) return undefined;
    const stored = findKey.one(keyNo, idempotency.key);
    if (stored === undefined) return undefined;
    if (stored.expires !== null && stored.expires <= at) {
      dropKey.run(keyNo, idempotency.key);
      return undefined;
    }
    if (stored.body !== idempotency.bodyHash) return { ok: false, code: "idempotency_key_reused" };
    return { ok: true, run: runs.byNo(stored.run)!, replayed: true };
  }

  return (admission) => {
    const replay = earlier(admission);
    if (replay !== undefined) return replay;
    if (admission.replayOnly) return { ok: false, code: "rate_limit_exceeded" };
    const target = resolve(admission);
    if (typeof target === "string") return { ok: false, code: target };
    const { id, at, keyNo, settings, input, idempotency, trace } = admission;
    const deadline = at + Math.min(admission.deadlineMs, target.deadlineMs ?? Infinity);
    const context = trace === undefined ? null : JSON.stringify(trace);
    insert.run(id, target.no, CORE_VERSION, at, deadline, keyNo, JSON.stringify(settings), input, context);
    const run = runs.byId(id)!;
    if (idempotency !== undefined) keepKey.run(keyNo, idempotency.key, idempotency.bodyHash, run.no);
    return { ok: true, run, replayed: false };
  };
}
