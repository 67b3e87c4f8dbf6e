import type { Json } from "@espalier/contract";
import type { RunResult, RunSummary, TraceRow, Usage } from "../engine/index.ts";
import type { VersionRow, WorkflowRow } from "../store/index.ts";

const seconds = (milliseconds: number): number => Math.floor(milliseconds / 1000);

const NO_USAGE: Usage = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 };

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

/** A run in a list. Times are milliseconds. */
export function runOnWire(run: RunSummary) {
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
  };
}

/** A run that has ended, with everything about it. */
export function resultOnWire(result: RunResult) {
  return {
    ...runOnWire(result.run),
    usage: result.usage ?? NO_USAGE,
    ...(result.usageIncomplete ? { usage_incomplete: true } : {}),
    error:
      result.error === undefined
        ? null
        : { code: result.error.code, message: result.error.message, path: result.error.path ?? null },
    ...(result.output === undefined ? {} : { output: JSON.parse(result.output) as Json }),
  };
}

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
    attempts: row.attempts.map((attempt) => ({
      attempt: attempt.attempt,
      status: attempt.status,
      started_at: attempt.startedAt,
      ended_at: attempt.endedAt ?? null,
      error: attempt.error ?? null,
      retry_at: attempt.retryAt ?? null,
      usage: attempt.usage ?? null,
    })),
    error: row.error ?? null,
    model: row.model ?? null,
    usage: row.usage ?? null,
    items: row.count ?? null,
    taken: row.taken ?? null,
    output_preview: row.outputPreview ?? null,
  };
}
