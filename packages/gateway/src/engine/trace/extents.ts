import { blockOf, blockStart, type Block, type PlanNode } from "@espalier/runner";
import type { RunRow } from "../../store/index.ts";
import { enteredBy } from "./entered.ts";
import type { RunLog } from "./run-log.ts";
import type { TraceStatus } from "./types.ts";

/** How far an execution is. */
export interface Extent {
  readonly status: TraceStatus;
  readonly startedAt: number | undefined;
  readonly endedAt: number | undefined;
}

/** Says how far an occurrence is that has started. A container is as far as what it holds. */
export type ExtentOf = (node: PlanNode, occ: number) => Extent;

/** For one look at a run: what was worked out is kept, because containers of containers ask for it again. */
export function createExtents(run: RunRow, log: RunLog): ExtentOf {
  const kept = new Map<number, Extent>();

  function ofNode(node: PlanNode, occ: number): Extent {
    let extent = kept.get(occ);
    if (extent === undefined) kept.set(occ, (extent = workOut(node, occ)));
    return extent;
  }

  function workOut(node: PlanNode, occ: number): Extent {
    const own = log.at(occ);
    const { startedAt, endedAt } = own ?? { startedAt: undefined, endedAt: undefined };
    if (own?.outcome === "failed") return { status: "failed", startedAt, endedAt };
    if (node.kind === "leaf" && own?.outcome === "completed") return { status: "completed", startedAt, endedAt };
    const entered = enteredBy(node, own);
    if (entered === undefined) return unfinished(run, startedAt);
    const inner: Extent[] = [];
    for (let index = entered.first; index < entered.end; index++)
      inner.push(ofBlock(blockOf(node, index), blockStart(node, occ, index)));
    if (inner.length === 0) return { status: "completed", startedAt, endedAt: startedAt }; // a loop over nothing
    const all = combine(run, inner, true);
    return { ...all, startedAt: startedAt ?? all.startedAt };
  }

  function ofBlock(block: Block, base: number): Extent {
    const extents: Extent[] = [];
    for (const node of block.nodes) {
      const occ = base + node.offset;
      if (!log.knows(occ, occ + node.span)) break;
      extents.push(ofNode(node, occ));
    }
    return combine(run, extents, extents.length === block.nodes.length);
  }

  return ofNode;
}

/** Several executions together. `whole`: no other one is to come. */
function combine(run: RunRow, extents: readonly Extent[], whole: boolean): Extent {
  let startedAt: number | undefined;
  let endedAt: number | undefined;
  let failed = false;
  let completed = whole;
  for (const each of extents) {
    if (each.startedAt !== undefined) startedAt = Math.min(startedAt ?? Infinity, each.startedAt);
    if (each.endedAt !== undefined) endedAt = Math.max(endedAt ?? 0, each.endedAt);
    failed ||= each.status === "failed";
    completed &&= each.status === "completed";
  }
  if (failed) return { status: "failed", startedAt, endedAt };
  return completed ? { status: "completed", startedAt, endedAt } : unfinished(run, startedAt);
}

/** Started and not done: it goes on with its run, or was stopped with it. */
function unfinished(run: RunRow, startedAt: number | undefined): Extent {
  return run.status === "running"
    ? { status: "running", startedAt, endedAt: undefined }
    : { status: "cancelled", startedAt, endedAt: run.endedAt };
}
