import { blockStart, type Block, type Plan, type PlanNode } from "@espalier/runner";
import type { Page, RunRow, StoredFact } from "../store/index.ts";
import { logUsage, occurrenceLogs, type OccurrenceLog } from "./leaf-log.ts";
import type { TraceRow, TraceStatus } from "./trace-types.ts";
import type { TracePage } from "./types.ts";

type Draft<T> = { -readonly [Key in keyof T]: T[Key] };
type Identity = Pick<TraceRow, "parent" | "branch" | "item" | "exit">;

/** Where a block stands: its nodes' identity and what their paths begin with. */
interface Scope {
  readonly identity: Identity;
  readonly prefix: string;
}

/** What is known of a node's or a block's execution. */
interface Extent {
  readonly status: TraceStatus;
  readonly startedAt: number | undefined;
  readonly endedAt: number | undefined;
}

interface Tracing {
  readonly run: RunRow;
  readonly logs: readonly OccurrenceLog[];
  readonly rows: Draft<TraceRow>[];
  /** The fact that holds a row's output. */
  readonly outputs: Map<TraceRow, number>;
}

const TOP: Scope = {
  identity: { parent: undefined, branch: undefined, item: undefined, exit: undefined },
  prefix: "",
};

const PAGE_SIZE = 1000;
const PREVIEW_LENGTH = 1024;

/**
 * A page of a run's trace: a row for every occurrence that has started and for each node at the top of an exit that was
 * not taken. It is derived from the journal, so it is right at any moment, while the run goes on and after a restart.
 */
export function tracePage(
  plan: Plan,
  run: RunRow,
  facts: readonly StoredFact[],
  page: TracePage | undefined,
  preview: (seq: number, length: number) => string | undefined,
): Page<TraceRow> {
  const tracing: Tracing = { run, logs: occurrenceLogs(facts), rows: [], outputs: new Map() };
  traceBlock(tracing, plan.root, 1, TOP);
  const limit = Math.min(Math.max(1, Math.trunc(page?.limit ?? PAGE_SIZE)), PAGE_SIZE);
  const after = Number(page?.after ?? 0);
  const first = tracing.rows.findIndex(({ occurrence }) => occurrence > after);
  const rows = first < 0 ? [] : tracing.rows.slice(first, first + limit);
  for (const row of rows) {
    const seq = tracing.outputs.get(row);
    if (seq !== undefined) row.outputPreview = preview(seq, PREVIEW_LENGTH);
  }
  const more = first >= 0 && tracing.rows.length > first + limit;
  return { rows, next: more ? String(rows.at(-1)!.occurrence) : undefined };
}

function traceBlock(tracing: Tracing, block: Block, base: number, scope: Scope): Extent {
  const extents: Extent[] = [];
  for (const node of block.nodes) {
    const occ = base + node.offset;
    if (!hasStarted(tracing.logs, occ, node.span)) break;
    extents.push(traceNode(tracing, node, occ, scope));
  }
  const complete = extents.length === block.nodes.length;
  return combine(tracing.run, extents, complete);
}

function traceNode(tracing: Tracing, node: PlanNode, occ: number, scope: Scope): Extent {
  const row = newRow(node, occ, scope);
  tracing.rows.push(row);
  const index = firstFrom(tracing.logs, occ);
  const log = tracing.logs[index]?.occ === occ ? tracing.logs[index] : undefined;
  if (log !== undefined) describe(tracing, row, log);
  const extent = extentOf(tracing, node, row, log);
  Object.assign(row, extent);
  return extent;
}

function extentOf(tracing: Tracing, node: PlanNode, row: TraceRow, log: OccurrenceLog | undefined): Extent {
  const { run } = tracing;
  const inner = traceEntered(tracing, node, row, log);
  if (log?.outcome === "failed") return { status: "failed", startedAt: log.startedAt, endedAt: log.endedAt };
  if (inner === undefined) {
    const own = { startedAt: log?.startedAt, endedAt: log?.endedAt };
    return log?.outcome === "completed" ? { status: "completed", ...own } : unfinished(run, own.startedAt);
  }
  if (inner.length === 0) return { status: "completed", startedAt: log?.startedAt, endedAt: log?.startedAt }; // an empty loop
  const complete = inner.every(({ status }) => status === "completed");
  const extent = combine(run, inner, complete);
  return { ...extent, startedAt: log?.startedAt ?? extent.startedAt };
}

/** Traces what a container has entered. Undefined: a leaf, or a container that has not entered anything yet. */
function traceEntered(
  tracing: Tracing,
  node: PlanNode,
  row: TraceRow,
  log: OccurrenceLog | undefined,
): Extent[] | undefined {
  const { occurrence: occ } = row;
  const enter = (index: number): Extent => {
    const block = node.blocks[node.kind === "for_each" ? 0 : index]!;
    return traceBlock(tracing, block, blockStart(node, occ, index), scopeIn(node, row, block, index));
  };
  switch (node.kind) {
    case "leaf":
      return undefined;
    case "if":
      return log?.answer === undefined ? undefined : traceExits(tracing, node, row, log.answer, enter);
    case "for_each":
      return log?.count === undefined ? undefined : Array.from({ length: log.count }, (_, item) => enter(item));
    case "sequence":
    case "parallel":
      return node.blocks.map((_, index) => enter(index));
  }
}

function traceExits(
  tracing: Tracing,
  node: PlanNode,
  row: TraceRow,
  answer: boolean,
  enter: (index: number) => Extent,
): Extent[] {
  const taken = answer ? 0 : 1;
  return node.blocks.flatMap((block, index) => {
    if (index === taken) return [enter(index)];
    const scope = scopeIn(node, row, block, index);
    const base = blockStart(node, row.occurrence, index);
    for (const each of block.nodes)
      tracing.rows.push({ ...newRow(each, base + each.offset, scope), status: "skipped" });
    return [];
  });
}

function scopeIn(node: PlanNode, { path }: TraceRow, block: Block, index: number): Scope {
  const identity = { ...TOP.identity, parent: path };
  switch (node.kind) {
    case "for_each":
      return { identity: { ...identity, item: index }, prefix: `${path}[${index}]/` };
    case "parallel":
      return { identity: { ...identity, branch: block.name }, prefix: `${path}[${block.name}]/` };
    case "if":
      return { identity: { ...identity, exit: index === 0 ? "then" : "otherwise" }, prefix: `${path}[${block.name}]/` };
    default:
      return { identity, prefix: `${path}/` };
  }
}

function newRow({ id, definition }: PlanNode, occurrence: number, { identity, prefix }: Scope): Draft<TraceRow> {
  return {
    occurrence,
    path: `${prefix}${id}`,
    node: id,
    name: definition.name,
    kind: definition.type,
    ...identity,
    status: "running",
    startedAt: undefined,
    endedAt: undefined,
    attempts: [],
    error: undefined,
    model: undefined,
    usage: undefined,
    count: undefined,
    taken: undefined,
    outputPreview: undefined,
  };
}

/** What the journal says of the occurrence itself. */
function describe({ run, outputs }: Tracing, row: Draft<TraceRow>, log: OccurrenceLog): void {
  const open = log.attempts.at(-1);
  if (open?.status === "running" && run.status !== "running") {
    open.status = "cancelled";
    open.endedAt = run.endedAt;
  }
  row.attempts = log.attempts;
  row.error = log.error;
  row.model = log.model;
  row.usage = logUsage(log);
  row.count = log.count;
  if (log.answer !== undefined) row.taken = log.answer ? "then" : "otherwise";
  if (log.outputSeq !== undefined) outputs.set(row, log.outputSeq);
}

/** The extent of several executions together. */
function combine(run: RunRow, extents: readonly Extent[], complete: boolean): Extent {
  const startedAt = extreme(
    Math.min,
    extents.map((each) => each.startedAt),
  );
  const endedAt = extreme(
    Math.max,
    extents.map((each) => each.endedAt),
  );
  if (extents.some(({ status }) => status === "failed")) return { status: "failed", startedAt, endedAt };
  if (complete && extents.every(({ status }) => status === "completed"))
    return { status: "completed", startedAt, endedAt };
  return unfinished(run, startedAt);
}

/** Started and not done: it goes on with its run, or was stopped with it. */
function unfinished(run: RunRow, startedAt: number | undefined): Extent {
  return run.status === "running"
    ? { status: "running", startedAt, endedAt: undefined }
    : { status: "cancelled", startedAt, endedAt: run.endedAt };
}

function extreme(choose: (one: number, other: number) => number, times: readonly (number | undefined)[]) {
  return times.reduce(
    (best, time) => (best === undefined || time === undefined ? (best ?? time) : choose(best, time)),
    undefined,
  );
}

function hasStarted(logs: readonly OccurrenceLog[], occ: number, span: number): boolean {
  const log = logs[firstFrom(logs, occ)];
  return log !== undefined && log.occ < occ + span;
}

/** Index of the first log at or after an occurrence. */
function firstFrom(logs: readonly OccurrenceLog[], occ: number): number {
  let low = 0;
  let high = logs.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (logs[middle]!.occ < occ) low = middle + 1;
    else high = middle;
  }
  return low;
}
