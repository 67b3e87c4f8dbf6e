import type { Node } from "@espalier/contract";
import { nodeOf, pathOf, type Plan } from "@espalier/runner";
import type { Detail, JournalFact, RunRow, StoredFact } from "../store/index.ts";
import { readFrames } from "./program-frame.ts";
import type { RunError, RunResult, RunSummary, Usage } from "./types.ts";
import { addSpent, NO_USAGE, NOTHING_SPENT } from "./usage.ts";

/** A run's row as lists show it. */
export function runSummary(row: RunRow): RunSummary {
  const { no: _no, versionNo: _version, codeOccurrence: _occurrence, settings: _settings, ...summary } = row;
  return summary;
}

/** The result of a run that has ended, read from its facts. `output` is its result as JSON text, if it completed. */
export function runResult(
  row: RunRow,
  plan: Plan,
  facts: readonly StoredFact[],
  output: string | undefined,
): RunResult {
  if (row.status === "running") throw new TypeError(`${row.id} has not ended`);
  const list = facts.map(({ fact }) => fact);
  return {
    run: runSummary(row),
    status: row.status,
    output,
    error: row.status === "completed" ? undefined : runError(row, plan, list),
    ...totalSpent(plan, list),
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

function runError(row: RunRow, plan: Plan, facts: readonly JournalFact[]): RunError {
  const { code = "internal_error", codeOccurrence: occ } = row;
  const failed = facts.findLast((fact) => fact.kind === "failed" && fact.occ === occ);
  const said = failed !== undefined && "detail" in failed ? (failed.detail as Detail | undefined) : undefined;
  return {
    code,
    message: said?.info?.message ?? MESSAGES.get(code) ?? code,
    path: occ === 0 ? undefined : pathOf(plan, occ),
    node: occ === 0 ? undefined : nodeOf(plan, occ).id,
    frame: occ === 0 ? undefined : innermost(nodeOf(plan, occ).definition, said?.info?.frames),
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

/** The sum over attempts. An attempt of a model that was started and reported nothing leaves it incomplete. */
function totalSpent(plan: Plan, facts: readonly JournalFact[]): Pick<RunResult, "usage" | "usageIncomplete" | "cost"> {
  let spent = NOTHING_SPENT;
  const open = new Map<number, number>(); // attempts started and not reported, by occurrence
  for (const fact of facts) {
    if (!("attempt" in fact) || fact.attempt === 0) continue;
    if (fact.kind === "started") open.set(fact.occ, (open.get(fact.occ) ?? 0) + 1);
    else if (reports(fact)) open.set(fact.occ, (open.get(fact.occ) ?? 1) - 1);
    const info = "detail" in fact ? (fact.detail as Detail | undefined)?.info : undefined;
    if (info !== undefined) spent = addSpent(spent, { usage: info.usage as Usage | undefined, cost: info.cost });
  }
  const usageIncomplete = [...open].some(([occ, count]) => count > 0 && nodeOf(plan, occ).pool === "calls");
  return { usage: spent.usage ?? NO_USAGE, usageIncomplete, cost: spent.cost };
}

/** Whether an attempt's usage is known by this fact: not when it was stopped at a deadline. */
function reports(fact: JournalFact): boolean {
  if (fact.kind !== "failed") return true;
  return fact.code !== "timeout" && fact.code !== "run_deadline_exceeded";
}
