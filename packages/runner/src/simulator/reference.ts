import { blockStart } from "../path.ts";
import type { Block, Plan, PlanNode } from "../plan.ts";
import { answer, attemptOutcome, itemCount, output, type World } from "./world.ts";

/** What a run must come to when nothing cuts it short (no cancel, deadline or budget). */
export interface Reference {
  /** Results of leaves, answers of predicates and item counts of loops, by occurrence. */
  readonly results: ReadonlyMap<number, string>;
  /** What became of each attempt of a leaf or predicate, such as `1 flaky`, `2 completed`. */
  readonly attempts: ReadonlyMap<number, readonly string[]>;
  /** Leaves that fail for good. When there is one, the run fails at one of them. */
  readonly failing: ReadonlySet<number>;
  /** Node executions. */
  readonly executions: number;
}

/** Runs a plan the obvious way: recursively, one node after the other, with no scheduler at all. */
export function interpret(plan: Plan, world: World): Reference {
  const results = new Map<number, string>();
  const attempts = new Map<number, readonly string[]>();
  const failing = new Set<number>();
  let executions = 0;

  /** Whether all of the block's nodes completed. */
  function runBlock(block: Block, base: number): boolean {
    return block.nodes.every((node) => runNode(node, base + node.offset));
  }

  function runNode(node: PlanNode, occ: number): boolean {
    executions += 1;
    if (node.kind === "leaf" || node.kind === "if") {
      const tried = attemptsOf(world, node, occ);
      attempts.set(occ, tried);
      if (!tried.at(-1)!.endsWith(" completed")) {
        failing.add(occ);
        return false;
      }
    }
    if (node.kind === "leaf") results.set(occ, output(world, occ));
    const entered = entries(node, occ);
    return entered.map((index) => runBlock(blockOf(node, index), blockStart(node, occ, index))).every(Boolean);
  }

  function entries(node: PlanNode, occ: number): number[] {
    if (node.kind === "if") {
      results.set(occ, String(answer(world, occ)));
      return [answer(world, occ) ? 0 : 1];
    }
    if (node.kind !== "for_each") return [...node.blocks.keys()];
    const count = itemCount(world, node, occ);
    results.set(occ, String(count));
    return [...Array(count).keys()];
  }

  runBlock(plan.root, 1);
  return { results, attempts, failing, executions };
}

function blockOf(node: PlanNode, index: number): Block {
  return node.blocks[node.kind === "for_each" ? 0 : index]!;
}

/** Attempts until one completes, one fails for good, or none is left. */
function attemptsOf(world: World, node: PlanNode, occ: number): string[] {
  const tried: string[] = [];
  for (let attempt = 1; attempt <= node.maxAttempts; attempt++) {
    const outcome = attemptOutcome(world, occ, attempt);
    tried.push(`${attempt} ${outcome === "flaky-retry-after" ? "flaky" : outcome}`);
    if (outcome === "completed" || outcome === "fatal") break;
  }
  return tried;
}
