import { blockOf, blockStart, type Block, type Plan, type PlanNode } from "@espalier/runner";
import { enteredBy, type Entered } from "./entered.ts";
import type { RunLog } from "./run-log.ts";
import type { TraceRow } from "./types.ts";

/** Where an execution stands in its container. */
type Identity = Pick<TraceRow, "parent" | "branch" | "item" | "exit">;

/** An execution, or a node at the top of an exit that was not taken. */
export interface Listed {
  readonly node: PlanNode;
  readonly occ: number;
  readonly path: string;
  readonly identity: Identity;
  readonly skipped: boolean;
}

/** Occurrences from `first` to before `end`, and at most so many. */
export interface Range {
  readonly first: number;
  readonly end: number;
  readonly limit: number;
}

const TOP: Identity = { parent: undefined, branch: undefined, item: undefined, exit: undefined };

/** Where a block stands: its nodes' identity and what their paths begin with. */
interface Scope {
  readonly identity: Identity;
  readonly prefix: string;
}

/** What has been executed, in the order of the graph. Goes straight to the first one asked for, and no further than the last. */
export function listExecuted(plan: Plan, log: RunLog, { first, end, limit }: Range): readonly Listed[] {
  const found: Listed[] = [];
  const reached = (occ: number): boolean => found.length >= limit || occ >= end;

  function listBlock(block: Block, base: number, scope: Scope, skipped: boolean): void {
    for (const node of block.nodes) {
      const occ = base + node.offset;
      if (reached(occ)) return;
      if (occ + node.span <= first) continue;
      if (!skipped && !log.knows(occ, occ + node.span)) return;
      const listed = { node, occ, path: `${scope.prefix}${node.id}`, identity: scope.identity, skipped };
      if (occ >= first) found.push(listed);
      if (!skipped) listInner(listed);
    }
  }

  function listInner(listed: Listed): void {
    const { node, occ } = listed;
    const entered = enteredBy(node, log.at(occ));
    if (entered === undefined) return;
    const { from, to } = indicesOf(node, entered, occ, first);
    for (let index = from; index < to; index++) {
      const base = blockStart(node, occ, index);
      if (reached(base)) return;
      const skipped = index < entered.first || index >= entered.end;
      listBlock(blockOf(node, index), base, scopeIn(listed, index), skipped);
    }
  }

  listBlock(plan.root, 1, { identity: TOP, prefix: "" }, false);
  return found;
}

/** The blocks to look into: both exits of an `if`, and of a loop no item that ends before `first`. */
function indicesOf(node: PlanNode, entered: Entered, occ: number, first: number): { from: number; to: number } {
  if (node.kind !== "for_each") return { from: 0, to: node.blocks.length };
  const from = Math.max(0, Math.floor((first - occ - 1) / node.blocks[0]!.span));
  return { from, to: entered.end };
}

function scopeIn({ node, path }: Listed, index: number): Scope {
  const identity = { ...TOP, parent: path };
  const { name } = blockOf(node, index);
  switch (node.kind) {
    case "for_each":
      return { identity: { ...identity, item: index }, prefix: `${path}[${index}]/` };
    case "parallel":
      return { identity: { ...identity, branch: name }, prefix: `${path}[${name}]/` };
    case "if":
      return { identity: { ...identity, exit: index === 0 ? "then" : "otherwise" }, prefix: `${path}[${name}]/` };
    default:
      return { identity, prefix: `${path}/` };
  }
}
