import type { Execution, Status } from "../wire.ts";

/** What a person wants to see of a trace. */
export interface TraceFilter {
  readonly status: Status | undefined;
  readonly node: string | undefined;
}

/** Depth of each row below the top, by path. Rows come parents first; one whose parent is missing stands at the top. */
export function depths(rows: readonly Execution[]): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const { path, parent } of rows) {
    const above = parent === null ? undefined : found.get(parent);
    found.set(path, above === undefined ? 0 : above + 1);
  }
  return found;
}

/** Where a row stands in its parent: `risk`, `then`, `17`. Undefined at the top and in a sequence. */
export function placeOf({ branch, item }: Execution): string | undefined {
  return branch ?? (item === null ? undefined : String(item));
}

/** The rows that a filter lets through. */
export function filterRows(rows: readonly Execution[], { status, node }: TraceFilter): readonly Execution[] {
  if (status === undefined && node === undefined) return rows;
  return rows.filter(
    (row) => (status === undefined || row.status === status) && (node === undefined || row.node === node),
  );
}

/** Where a row's bar begins and how long it is, as shares of the run's time. Undefined: it never started. */
export function barOf(
  { started_at, ended_at }: Pick<Execution, "started_at" | "ended_at">,
  run: { readonly start: number; readonly end: number },
): { readonly start: number; readonly length: number } | undefined {
  if (started_at === null) return undefined;
  const whole = Math.max(1, run.end - run.start);
  const share = (time: number) => Math.min(1, Math.max(0, (time - run.start) / whole));
  const start = share(started_at);
  return { start, length: Math.max(0, share(ended_at ?? run.end) - start) };
}
