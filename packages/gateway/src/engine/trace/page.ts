import { wayTo, type Plan } from "@espalier/runner";
import type { Page, RunRow } from "../../store/index.ts";
import { createExtents, type Extent, type ExtentOf } from "./extents.ts";
import { listExecuted, type Listed } from "./list.ts";
import { spentBy, type OccurrenceLog } from "./occurrence-log.ts";
import type { Previews } from "./previews.ts";
import type { RunLog } from "./run-log.ts";
import type { TraceAttempt, TracePage, TraceRow } from "./types.ts";

const LONGEST_PAGE = 1000;

/** Which page, of the rows of an occurrence. */
export type PageWithin = Omit<TracePage, "within"> & { readonly within: number };

/** What a page is made from. */
export interface Traced {
  readonly plan: Plan;
  readonly run: RunRow;
  readonly log: RunLog;
  readonly previews: Previews;
}

/**
 * A page of a run's trace: a row for every occurrence that has started and for each node at the top of an exit that was
 * not taken. It is derived from the journal, so it is right at any moment, while the run goes on and after a restart. Rows
 * never go away, and a cursor is an occurrence: whoever reads on while the run does sees each of them once.
 */
export function tracePage(traced: Traced, page: PageWithin): Page<TraceRow> {
  const { plan, run, log } = traced;
  const limit = Math.min(Math.max(1, Math.trunc(page.limit ?? LONGEST_PAGE)), LONGEST_PAGE);
  const { first, end } = rangeOf(plan, page.within);
  const from = Math.max(first, Number(page.after ?? 0) + 1);
  const found = listExecuted(plan, log, { first: from, end, limit: limit + 1 });
  const extentOf = createExtents(run, log);
  const rows = found.slice(0, limit).map((listed) => rowOf(traced, listed, extentOf));
  return { rows, next: found.length > limit ? String(rows.at(-1)!.occurrence) : undefined };
}

/** An occurrence and all within it. */
function rangeOf(plan: Plan, occ: number): { first: number; end: number } {
  return { first: occ, end: occ === 0 ? plan.span : occ + wayTo(plan, occ).at(-1)!.node.span };
}

const SKIPPED: Extent = { status: "skipped", startedAt: undefined, endedAt: undefined };

function rowOf({ run, log, previews }: Traced, listed: Listed, extentOf: ExtentOf): TraceRow {
  const { node, occ, path, identity, skipped } = listed;
  const own = log.at(occ);
  const extent = skipped ? SKIPPED : extentOf(node, occ);
  const isLeaf = node.kind === "leaf";
  const spent = spentBy(isLeaf ? log.between(occ, occ + 1) : log.between(occ, occ + node.span));
  return {
    occurrence: occ,
    path,
    node: node.id,
    name: node.definition.name,
    kind: node.definition.type,
    ...identity,
    ...extent,
    attempts: attemptsOf(run, own),
    error: own?.error,
    model: own?.model,
    usage: isLeaf ? spent.usage : undefined,
    cost: isLeaf ? spent.cost : undefined,
    inside: isLeaf || skipped ? undefined : spent,
    count: own?.count,
    taken: own?.answer === undefined ? undefined : own.answer ? "then" : "otherwise",
    inputPreview: skipped ? undefined : previews.input(node, occ),
    outputPreview: extent.status === "completed" ? previews.output(node, occ) : undefined,
  };
}

/** An attempt that was under way when its run ended was stopped with it. */
function attemptsOf(run: RunRow, own: OccurrenceLog | undefined): readonly TraceAttempt[] {
  const attempts = own?.attempts ?? [];
  const last = attempts.at(-1);
  if (last?.status !== "running" || run.status === "running") return attempts;
  return [...attempts.slice(0, -1), { ...last, status: "cancelled", endedAt: run.endedAt }];
}
