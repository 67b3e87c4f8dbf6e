import type { Ended, Known } from "./messages.ts";
import type { Block, PlanNode, Pool } from "./plan.ts";
import { createQueue, queueSize, type Queue } from "./queue.ts";

/** What the scheduler remembers of a run. Only `step` changes it; it is never stored: facts are. */
export interface State {
  status: "new" | "running" | Ended;
  now: number;
  deadline: number;
  budget: number;
  /** How many more times attempts may be repeated. */
  retries: number;
  runLimit: number;
  maxInterruptions: number;
  /** Attempts that run now: run slots taken. */
  active: number;
  known: Known | undefined;
  readonly pools: Readonly<Record<Pool, PoolState>>;
  /** Lanes whose leaf or loop waits for an event, by occurrence. */
  readonly waiting: Map<number, Lane>;
}

interface PoolState {
  /** Gateway slots lent and not yet used. */
  permits: number;
  /** Leaves that wait for their first slot. */
  fresh: Queue<Lane>;
  /** Leaves that ran before: they go first. */
  again: Queue<Lane>;
}

/** A container under way: it hands its branches or items to lanes, in order. */
export interface Frame {
  /** Undefined: the run itself. */
  readonly node: PlanNode | undefined;
  readonly occ: number;
  /** The lane that waits for it. */
  readonly lane: Lane | undefined;
  /** Branches or items below this number are still to do. */
  readonly count: number;
  next: number;
  /** Lanes that are still at work. */
  open: number;
}

/** One branch, item, exit or body under way. It is at one node at a time, so a leaf's state lives here. */
export interface Lane {
  readonly frame: Frame;
  block: Block;
  /** The occurrence number where this execution of the block starts. */
  base: number;
  /** Which node of the block it is at. */
  position: number;
  phase: "idle" | "freezing" | "ready" | "running" | "backoff";
  occ: number;
  attempt: number;
  /** The leaf's absolute deadline; undefined before its first attempt. */
  deadline: number | undefined;
  retryAt: number;
}

/** Retries of all of a run's leaves together. They cost no work, but each is stored: there must be an end to them. */
export const MOST_RETRIES = 1_000_000;

/** The state of a run that has not begun. */
export function createState(): State {
  const pool = (): PoolState => ({ permits: 0, fresh: createQueue(), again: createQueue() });
  return {
    status: "new",
    now: 0,
    deadline: 0,
    budget: 0,
    retries: MOST_RETRIES,
    runLimit: 1,
    maxInterruptions: 3,
    active: 0,
    known: undefined,
    pools: { calls: pool(), programs: pool() },
    waiting: new Map(),
  };
}

/** How many more leaves would start at once if the driver granted that many slots of a pool. */
export function wanted(state: State, pool: Pool): number {
  if (state.status !== "running") return 0;
  const { fresh, again, permits } = state.pools[pool];
  const startable = Math.min(queueSize(fresh) + queueSize(again), state.runLimit - state.active);
  return Math.max(0, startable - permits);
}

/** The node that a lane is at. */
export function nodeAtLane(lane: Lane): PlanNode {
  return lane.block.nodes[lane.position]!;
}
