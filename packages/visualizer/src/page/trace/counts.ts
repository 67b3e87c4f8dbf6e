import { formatNumber } from "../format.ts";
import type { Execution, Status } from "../wire.ts";

/** How many executions have which status. */
export type Counts = Readonly<Record<Status, number>>;

/** The order in which people want to know: trouble, then progress, then the rest. */
export const STATUSES: readonly Status[] = ["failed", "running", "completed", "cancelled", "skipped"];

/** Counts by node id. A node that nothing executed has no entry. */
export function countByNode(rows: readonly Execution[]): ReadonlyMap<string, Counts> {
  const found = new Map<string, Record<Status, number>>();
  for (const { node, status } of rows) {
    let counts = found.get(node);
    if (counts === undefined) found.set(node, (counts = noCounts()));
    counts[status]++;
  }
  return found;
}

/** The one status that stands for all: the first in {@link STATUSES} that occurs. */
export function overallStatus(counts: Counts | undefined): Status | undefined {
  return counts && STATUSES.find((status) => counts[status] > 0);
}

/** `2 failed, 38 completed`; nothing for statuses that do not occur. */
export function countsText(counts: Counts): string {
  return STATUSES.filter((status) => counts[status] > 0)
    .map((status) => `${formatNumber(counts[status])} ${status}`)
    .join(", ");
}

function noCounts(): Record<Status, number> {
  return { failed: 0, running: 0, completed: 0, cancelled: 0, skipped: 0 };
}
