import type { PlanNode } from "../plan.ts";
import { hash } from "./random.ts";

/** How leaves behave. Everything follows from the seed, the occurrence and the attempt: order and time change nothing. */
export interface World {
  readonly seed: number;
  /** Share of attempts that fail for good. */
  readonly fatal: number;
  /** Share of attempts that fail and may be repeated. */
  readonly flaky: number;
  readonly latencyMs: number;
}

export type AttemptOutcome = "completed" | "fatal" | "flaky" | "flaky-retry-after";

export function attemptOutcome({ seed, fatal, flaky }: World, occ: number, attempt: number): AttemptOutcome {
  const chance = hash(seed, occ, attempt, 3);
  if (chance < fatal) return "fatal";
  if (chance >= fatal + flaky) return "completed";
  return chance < fatal + flaky / 2 ? "flaky-retry-after" : "flaky";
}

export function latency(world: World, occ: number, attempt: number): number {
  return 1 + Math.floor(hash(world.seed, occ, attempt, 7) * world.latencyMs);
}

/** A predicate's answer. */
export function answer(world: World, occ: number): boolean {
  return hash(world.seed, occ, 11) < 0.5;
}

/** How many items a loop has. */
export function itemCount(world: World, node: PlanNode, occ: number): number {
  return Math.floor(hash(world.seed, occ, 5) * (node.maxItems + 1));
}

/** A leaf's result. */
export function output(world: World, occ: number): string {
  return `result ${hash(world.seed, occ, 17)}`;
}
