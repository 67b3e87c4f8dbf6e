import type { Command, Ended } from "./messages.ts";
import { createQueue } from "./queue.ts";
import type { State } from "./state.ts";

/** Takes work from the run's budget; false (and the run has failed) when there is not enough. */
export function charge(state: State, work: number, occ: number, out: Command[]): boolean {
  if (work > state.budget) {
    fail(state, { occ, attempt: 0, code: "work_budget_exceeded", detail: undefined }, out);
    return false;
  }
  state.budget -= work;
  return true;
}

interface Failure {
  readonly occ: number;
  readonly attempt: number;
  readonly code: string;
  readonly detail: unknown;
}

/** A leaf or loop has failed for good, and so has its run. After the run's deadline every failure is the deadline's. */
export function fail(state: State, failure: Failure, out: Command[]): void {
  const code = state.now >= state.deadline ? "run_deadline_exceeded" : failure.code;
  out.push({ type: "record", fact: { kind: "failed", at: state.now, ...failure, code } });
  end(state, "failed", code, failure.occ, out);
}

/** The run has ended: whatever runs is aborted, whatever waits is forgotten. */
export function end(state: State, status: Ended, code: string, occ: number, out: Command[]): void {
  out.push({ type: "record", fact: { kind: "ended", at: state.now, status, code, occ } });
  for (const [other, lane] of state.waiting) {
    if (lane.phase === "running" && other !== occ) out.push({ type: "abort", occ: other });
  }
  out.push({ type: "finish", status, code, occ });
  state.status = status;
  state.active = 0;
  state.known = undefined;
  state.waiting.clear();
  for (const pool of Object.values(state.pools)) {
    pool.fresh = createQueue();
    pool.again = createQueue();
  }
}
