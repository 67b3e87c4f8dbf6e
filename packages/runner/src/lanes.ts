import { charge, end, fail } from "./end.ts";
import type { Command, KnownFact } from "./messages.ts";
import { blockOf, blockStart } from "./path.ts";
import type { Block, Plan } from "./plan.ts";
import { enqueue } from "./queue.ts";
import { nodeAtLane, type Frame, type Lane, type State } from "./state.ts";

/** Opens the run's own lane on the workflow's nodes. */
export function openRoot(plan: Plan, stack: Lane[]): void {
  const frame: Frame = { node: undefined, occ: 0, lane: undefined, count: 1, next: 1, open: 1 };
  stack.push(newLane(frame, plan.root, 1));
}

/**
 * Moves lanes on until each waits for an event. An explicit stack, so that a loop whose results are all known does not
 * recurse.
 */
export function advance(state: State, stack: Lane[], out: Command[]): void {
  for (let lane = stack.pop(); lane !== undefined && state.status === "running"; lane = stack.pop()) {
    if (lane.position === lane.block.nodes.length) finishBlock(state, lane, stack, out);
    else enterNode(state, lane, stack, out);
  }
}

/** The lane's branch or item is done: it takes the next one, or closes; the last to close lets the container's lane go on. */
function finishBlock(state: State, lane: Lane, stack: Lane[], out: Command[]): void {
  const { frame } = lane;
  if (frame.next < frame.count) {
    aim(lane, frame.next++);
    stack.push(lane);
    return;
  }
  frame.open -= 1;
  if (frame.open > 0) return;
  if (frame.lane === undefined) return end(state, "completed", "", 0, out);
  frame.lane.position += 1;
  stack.push(frame.lane);
}

function enterNode(state: State, lane: Lane, stack: Lane[], out: Command[]): void {
  const node = nodeAtLane(lane);
  const occ = lane.base + node.offset;
  const known = state.known?.get(occ);
  switch (node.kind) {
    case "leaf":
    case "if":
      if (known?.done === true) settle(state, lane, occ, known.value, stack, out);
      else awaitSlot(state, lane, occ, known, out);
      break;
    case "for_each":
      if (known?.count !== undefined) openLoop(state, lane, occ, known.count, stack, out);
      else awaitItems(state, lane, occ, out);
      break;
    case "sequence":
    case "parallel":
      openFrame(lane, occ, 0, node.blocks.length, stack);
  }
}

function awaitItems(state: State, lane: Lane, occ: number, out: Command[]): void {
  lane.phase = "freezing";
  lane.occ = occ;
  lane.attempt = 0;
  state.waiting.set(occ, lane);
  out.push({ type: "freeze", occ, node: nodeAtLane(lane) });
}

/** Queues a leaf for its slot. One that ran before a restart keeps its attempt, deadline and backoff, and goes first. */
function awaitSlot(state: State, lane: Lane, occ: number, known: KnownFact | undefined, out: Command[]): void {
  lane.occ = occ;
  state.waiting.set(occ, lane);
  if (known === undefined) {
    lane.attempt = 1;
    lane.deadline = undefined;
    ready(state, lane, "fresh");
    return;
  }
  resume(state, lane, known, out);
}

function resume(state: State, lane: Lane, known: KnownFact, out: Command[]): void {
  const { occ } = lane;
  lane.attempt = known.attempt;
  lane.deadline = known.deadline;
  if (known.retryAt !== undefined && known.retryAt > state.now) {
    lane.phase = "backoff";
    lane.retryAt = known.retryAt;
    out.push({ type: "timer", occ, at: known.retryAt });
    return;
  }
  const failure = { occ, attempt: known.attempt, detail: undefined };
  if (state.now >= known.deadline) return fail(state, { ...failure, code: "timeout" }, out);
  if (known.retryAt !== undefined) lane.attempt += 1;
  else if (known.starts >= state.maxInterruptions) return fail(state, { ...failure, code: "interrupted" }, out);
  ready(state, lane, "again");
  out.push({ type: "timer", occ, at: known.deadline });
}

/** Puts a leaf in line for a slot. */
export function ready(state: State, lane: Lane, line: "fresh" | "again"): void {
  lane.phase = "ready";
  enqueue(state.pools[nodeAtLane(lane).pool][line], lane);
}

/** A leaf has its result: its lane goes on, or an `if` enters the exit that its predicate chose. */
export function settle(
  state: State,
  lane: Lane,
  occ: number,
  value: boolean | undefined,
  stack: Lane[],
  out: Command[],
): void {
  const node = nodeAtLane(lane);
  lane.phase = "idle";
  if (node.kind === "leaf") {
    lane.position += 1;
    stack.push(lane);
    return;
  }
  const exit = value === true ? 0 : 1;
  if (charge(state, node.blocks[exit]!.charge, occ, out)) openFrame(lane, occ, exit, exit + 1, stack);
}

/** A loop's list is known: the whole fan-out is charged before its first lanes open. */
export function openLoop(state: State, lane: Lane, occ: number, count: number, stack: Lane[], out: Command[]): void {
  lane.phase = "idle";
  const body = nodeAtLane(lane).blocks[0]!;
  if (charge(state, count * body.charge, occ, out)) openFrame(lane, occ, 0, count, stack);
}

/** Opens the container that a lane is at, for its branches or items `from` … `to - 1`, as many at once as it allows. */
function openFrame(lane: Lane, occ: number, from: number, to: number, stack: Lane[]): void {
  if (from === to) {
    lane.position += 1;
    stack.push(lane);
    return;
  }
  const node = nodeAtLane(lane);
  const open = Math.min(node.maxConcurrency, to - from);
  const frame: Frame = { node, occ, lane, count: to, next: from + open, open };
  for (let index = from + open - 1; index >= from; index--) {
    stack.push(newLane(frame, blockOf(node, index), blockStart(node, occ, index)));
  }
}

function newLane(frame: Frame, block: Block, base: number): Lane {
  return { frame, block, base, position: 0, phase: "idle", occ: 0, attempt: 0, deadline: undefined, retryAt: 0 };
}

/** Points a lane at the next branch or item of its container. */
function aim(lane: Lane, index: number): void {
  const { node, occ } = lane.frame;
  lane.block = blockOf(node!, index);
  lane.base = blockStart(node!, occ, index);
  lane.position = 0;
}
