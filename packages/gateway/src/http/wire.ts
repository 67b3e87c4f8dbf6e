import type { Json } from "@espalier/contract";
import type { RunError, RunEvent, RunOutcome, RunResult, RunSummary, TraceAttempt, TraceRow } from "../engine/index.ts";
import type { VersionRow, WorkflowRow } from "../store/index.ts";

const seconds = (milliseconds: number): number => Math.floor(milliseconds / 1000);

/** A workflow in a list. */
export function workflowOnWire(row: WorkflowRow, description: string | null) {
  return {
    object: "workflow",
    name: row.name,
    description,
    live_version: row.liveVersion ?? null,
    latest_version: row.latestVersion,
    created_at: seconds(row.registeredAt),
  };
}

export function versionOnWire(row: VersionRow, contractVersion: number) {
  return {
    version: row.version,
    digest: row.digest,
    contract_version: contractVersion,
    created_at: seconds(row.registeredAt),
  };
}

/** A run, with how it ended once it has. Times are milliseconds. */
export function runOnWire(run: RunSummary, outcome: RunOutcome | undefined) {
  const error = outcome?.error;
  return {
    object: "run",
    id: run.id,
    workflow: run.name,
    version: run.version,
    digest: run.digest,
    status: run.status,
    created_at: run.admittedAt,
    ended_at: run.endedAt ?? null,
    deadline_at: run.deadline,
    usage: outcome?.usage ?? null,
    ...(outcome?.usageIncomplete ? { usage_incomplete: true as const } : {}),
    cost: outcome?.cost ?? null,
    error: error === undefined ? null : errorOnWire(error),
  };
}

/** Why a run ended. `frame`: where in a program, in lines of its text. */
function errorOnWire({ code, message, path, frame }: RunError) {
  return { code, message, path: path ?? null, frame: frame ?? null };
}

/** A run that has ended, with its output if it completed. */
export function resultOnWire(result: RunResult): ReturnType<typeof runOnWire> & { readonly output?: Json } {
  return {
    ...runOnWire(result.run, result),
    ...(result.output === undefined ? {} : { output: JSON.parse(result.output) as Json }),
  };
}

/** A stored event of a run. `seq` counts from 0 and is the id of the event. */
export function eventOnWire(event: RunEvent) {
  return {
    seq: event.seq,
    at: event.at,
    kind: event.kind,
    path: event.path ?? null,
    node: event.node ?? null,
    attempt: event.attempt ?? null,
    code: event.code ?? null,
    message: event.message ?? null,
    usage: event.usage ?? null,
    items: event.count ?? null,
    status: event.status ?? null,
  };
}

/** One execution of one node. Times are milliseconds. */
export function traceRowOnWire(row: TraceRow) {
  return {
    path: row.path,
    node: row.node,
    name: row.name ?? null,
    parent: row.parent ?? null,
    kind: row.kind,
    branch: row.branch ?? row.exit ?? null,
    item: row.item ?? null,
    status: row.status,
    started_at: row.startedAt ?? null,
    ended_at: row.endedAt ?? null,
    attempts: row.attempts.map(attemptOnWire) as readonly ReturnType<typeof attemptOnWire>[],
    error: row.error ?? null,
    model: row.model ?? null,
    usage: row.usage ?? null,
    cost: row.cost ?? null,
    inside: row.inside === undefined ? null : { usage: row.inside.usage ?? null, cost: row.inside.cost ?? null },
    items: row.count ?? null,
    taken: row.taken ?? null,
    input_preview: row.inputPreview ?? null,
    output_preview: row.outputPreview ?? null,
  };
}

function attemptOnWire(attempt: TraceAttempt) {
  return {
    attempt: attempt.attempt,
    status: attempt.status,
    started_at: attempt.startedAt,
    ended_at: attempt.endedAt ?? null,
    error: attempt.error ?? null,
    retry_at: attempt.retryAt ?? null,
    usage: attempt.usage ?? null,
    cost: attempt.cost ?? null,
    log: attempt.log ?? null,
  };
}
