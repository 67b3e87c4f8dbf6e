import type { Node } from "@espalier/contract";
import { nodeOf, pathOf, type Plan } from "@espalier/runner";
import type { RunRow } from "../store/index.ts";
import { readFrames } from "./program-frame.ts";
import type { RunTally } from "./run-tally.ts";
import type { RunError, RunResult, RunSummary } from "./types.ts";
import { NO_USAGE } from "./usage.ts";

/** A run's row as lists show it. */
export function runSummary(row: RunRow): RunSummary {
  const { id, name, version, digest, status, admittedAt, deadline, endedAt, code, keyNo } = row;
  return { id, name, version, digest, status, admittedAt, deadline, endedAt, code, keyNo };
}

/** The result of a run that has ended. `output` is its result as JSON text, if it completed. */
export function runResult(row: RunRow, plan: Plan, tally: RunTally, output: string | undefined): RunResult {
  if (row.status === "running") throw new TypeError(`${row.id} has not ended`);
  return {
    run: runSummary(row),
    status: row.status,
    output,
    error: row.status === "completed" ? undefined : runError(row, plan, tally),
    ...totalSpent(plan, tally),
  };
}

/** Messages of the codes that concern a run rather than one of its leaves. */
const MESSAGES = new Map([
  ["run_deadline_exceeded", "The run's deadline passed before it ended."],
  ["run_cancelled", "The run was cancelled."],
  ["work_budget_exceeded", "The run would need more node executions than its budget allows."],
  ["timeout", "The leaf's time for all of its attempts passed while it waited."],
  ["interrupted", "The gateway stopped too often while this leaf was running."],
]);

function runError(row: RunRow, plan: Plan, tally: RunTally): RunError {
  const { code = "internal_error", codeOccurrence: occ } = row;
  const said = tally.failure(occ);
  return {
    code,
    message: said?.message ?? MESSAGES.get(code) ?? code,
    path: occ === 0 ? undefined : pathOf(plan, occ),
    node: occ === 0 ? undefined : nodeOf(plan, occ).id,
    frame: occ === 0 ? undefined : innermost(nodeOf(plan, occ).definition, said?.frames),
  };
}

/** The author's frame in which a program failed. */
function innermost(node: Node, stored: unknown): RunError["frame"] {
  const frame = readFrames(stored)[0];
  const program = "program" in node ? node.program : "condition" in node ? node.condition : undefined;
  return frame === undefined || program === undefined || !("language" in program)
    ? undefined
    : { ...frame, language: program.language };
}

/** An attempt of a model that was started and reported nothing leaves the sum incomplete. */
function totalSpent(plan: Plan, tally: RunTally): Pick<RunResult, "usage" | "usageIncomplete" | "cost"> {
  const { usage = NO_USAGE, cost } = tally.spent;
  return { usage, cost, usageIncomplete: [...tally.unreported].some((occ) => nodeOf(plan, occ).pool === "calls") };
}
