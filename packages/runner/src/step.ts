import { charge, end, fail } from "./end.ts";
import { advance, openLoop, openRoot, ready, settle } from "./lanes.ts";
import type { BeginEvent, Command, Event } from "./messages.ts";
import { POOLS, type Plan, type Pool } from "./plan.ts";
import { dequeue } from "./queue.ts";
import { nodeAtLane, type Lane, type State } from "./state.ts";

type EventOf<Type extends Event["type"]> = Extract<Event, { type: Type }>;

/**
 * The scheduling core: takes one event, changes `state` in place, and appends to `out` what the driver must do.
 *
 * It has no clock, no I/O, no promises and no randomness, and never sees a value: the same plan and events always give
 * the same commands. Events that no longer concern anything (an attempt that was given up, a run that has ended) are
 * ignored. Cost: O(1) amortised per event, memory O(open lanes).
 *
 * Order of limits. A lane (`max_concurrency`) is held from the first node of a branch or item to its last, waits
 * included. A run slot and a gateway slot are held only while an attempt runs. A leaf asks for them last, holding
 * nothing that another leaf could wait for, so nothing can deadlock.
 */
export function step(plan: Plan, state: State, event: Event, out: Command[]): void {
  if (state.status !== (event.type === "begin" ? "new" : "running")) return;
  state.now = Math.max(state.now, event.now);
  handle(plan, state, event, out);
  if (isRunning(state)) dispatch(state, out);
}

function isRunning(state: State): boolean {
  return state.status === "running";
}

function handle(plan: Plan, state: State, event: Event, out: Command[]): void {
  switch (event.type) {
    case "begin":
      return begin(plan, state, event, out);
    case "grant":
      state.pools[event.pool].permits += event.permits;
      return;
    case "frozen":
      return onFrozen(state, event, out);
    case "completed":
      return onCompleted(state, event, out);
    case "failed":
      return onFailed(state, event, out);
    case "timer":
      return onTimer(state, event.occ, out);
    case "cancel":
      return end(state, "cancelled", "run_cancelled", 0, out);
  }
}

function begin(plan: Plan, state: State, event: BeginEvent, out: Command[]): void {
  const { deadline, budget, runLimit, maxInterruptions, known } = event;
  Object.assign(state, { status: "running", deadline, budget, runLimit, maxInterruptions, known });
  for (const { attempt } of known?.values() ?? []) state.retries -= Math.max(0, attempt - 1);
  if (state.now >= deadline) return end(state, "failed", "run_deadline_exceeded", 0, out);
  out.push({ type: "timer", occ: 0, at: deadline });
  if (!charge(state, plan.root.charge, 0, out)) return;
  const stack: Lane[] = [];
  openRoot(plan, stack);
  advance(state, stack, out);
}

function onFrozen(state: State, event: EventOf<"frozen">, out: Command[]): void {
  const { occ, count, detail } = event;
  const lane = state.waiting.get(occ);
  if (lane?.phase !== "freezing") return;
  state.waiting.delete(occ);
  out.push({ type: "record", fact: { kind: "frozen", at: state.now, occ, count, detail } });
  const stack: Lane[] = [];
  openLoop(state, lane, occ, count, stack, out);
  advance(state, stack, out);
}

function onCompleted(state: State, event: EventOf<"completed">, out: Command[]): void {
  const { occ, attempt, value, detail } = event;
  const lane = state.waiting.get(occ);
  if (lane?.phase !== "running" || lane.attempt !== attempt) return;
  state.waiting.delete(occ);
  state.active -= 1;
  out.push({ type: "record", fact: { kind: "completed", at: state.now, occ, attempt, value, detail } });
  const stack: Lane[] = [];
  settle(state, lane, occ, value, stack, out);
  advance(state, stack, out);
}

function onFailed(state: State, event: EventOf<"failed">, out: Command[]): void {
  const { occ, attempt, code, detail } = event;
  const lane = state.waiting.get(occ);
  if (lane === undefined || lane.attempt !== attempt) return;
  if (lane.phase === "freezing") return fail(state, { occ, attempt: 0, code, detail }, out);
  if (lane.phase !== "running") return;
  lane.phase = "idle";
  state.active -= 1;
  const retryAt = event.retryable === true ? nextAttemptAt(state, lane, event.retryAfterMs ?? 0) : undefined;
  if (retryAt === undefined) return fail(state, { occ, attempt, code, detail }, out);
  lane.phase = "backoff";
  lane.retryAt = retryAt;
  state.retries -= 1;
  out.push({ type: "record", fact: { kind: "retry", at: state.now, occ, attempt, retryAt, code, detail } });
  out.push({ type: "timer", occ, at: retryAt });
}

/** When the next attempt may start; undefined when none is left or it would start at or past the leaf's deadline. */
function nextAttemptAt(state: State, lane: Lane, retryAfterMs: number): number | undefined {
  const node = nodeAtLane(lane);
  if (lane.attempt >= node.maxAttempts || state.retries <= 0) return undefined;
  const backoff = Math.min(node.initialBackoffMs * node.backoffMultiplier ** (lane.attempt - 1), node.maxBackoffMs);
  const at = Math.ceil(state.now + Math.max(backoff, retryAfterMs));
  return at < lane.deadline! ? at : undefined;
}

function onTimer(state: State, occ: number, out: Command[]): void {
  if (occ === 0) {
    if (state.now >= state.deadline) end(state, "failed", "run_deadline_exceeded", 0, out);
    return;
  }
  const lane = state.waiting.get(occ);
  if (lane?.phase === "backoff" && state.now >= lane.retryAt) {
    lane.attempt += 1;
    ready(state, lane, "again");
    out.push({ type: "timer", occ, at: lane.deadline! });
  } else if (lane?.phase === "ready" && lane.deadline !== undefined && state.now >= lane.deadline) {
    fail(state, { occ, attempt: lane.attempt, code: "timeout", detail: undefined }, out);
  }
}

/** Starts leaves while run slots and gateway slots last. */
function dispatch(state: State, out: Command[]): void {
  for (const pool of POOLS) {
    while (state.active < state.runLimit && state.pools[pool].permits > 0) {
      const lane = nextLane(state, pool);
      if (lane === undefined) break;
      start(state, lane, pool, out);
    }
  }
}

/** Leaves that ran before go ahead of new ones; each line in the order in which they became ready. */
function nextLane(state: State, pool: Pool): Lane | undefined {
  return dequeue(state.pools[pool].again) ?? dequeue(state.pools[pool].fresh);
}

function start(state: State, lane: Lane, pool: Pool, out: Command[]): void {
  const node = nodeAtLane(lane);
  lane.deadline ??= Math.min(Math.ceil(state.now + node.timeoutMs), state.deadline);
  lane.phase = "running";
  state.active += 1;
  state.pools[pool].permits -= 1;
  const { occ, attempt, deadline } = lane;
  out.push({ type: "record", fact: { kind: "started", at: state.now, occ, attempt, deadline } });
  out.push({ type: "start", occ, node, attempt, deadline });
}
