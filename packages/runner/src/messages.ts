import type { PlanNode, Pool } from "./plan.ts";

/** What happened. Every event carries the driver's time in epoch milliseconds; the core never lets time go back. */
export type Event =
  | BeginEvent
  /** Gateway slots lent to the run. */
  | { readonly type: "grant"; readonly now: number; readonly pool: Pool; readonly permits: number }
  /** Answers `freeze`: how many items the loop has. */
  | {
      readonly type: "frozen";
      readonly now: number;
      readonly occ: number;
      readonly count: number;
      readonly detail?: unknown;
    }
  /** A leaf's attempt gave its result; `value` is a predicate's answer. */
  | {
      readonly type: "completed";
      readonly now: number;
      readonly occ: number;
      readonly attempt: number;
      readonly value?: boolean | undefined;
      readonly detail?: unknown;
    }
  /** A leaf's attempt failed, or (attempt 0) a loop could not be frozen. */
  | {
      readonly type: "failed";
      readonly now: number;
      readonly occ: number;
      readonly attempt: number;
      readonly code: string;
      readonly retryable?: boolean | undefined;
      readonly retryAfterMs?: number | undefined;
      readonly detail?: unknown;
    }
  /** A timer that was asked for is due; `occ` 0 is the run's deadline. */
  | { readonly type: "timer"; readonly now: number; readonly occ: number }
  | { readonly type: "cancel"; readonly now: number };

/** Starts a run, or continues one from the facts that were stored of it. */
export interface BeginEvent {
  readonly type: "begin";
  readonly now: number;
  readonly deadline: number;
  /** Node executions that the run may use. */
  readonly budget: number;
  /** How many leaves may run at once. */
  readonly runLimit: number;
  /** How many times an attempt may be cut by a crash before the leaf fails with `interrupted`. */
  readonly maxInterruptions: number;
  readonly known?: Known | undefined;
}

/**
 * What the driver must do. Facts of one `step` are stored, all together, before any of its other commands is
 * carried out.
 */
export type Command =
  | { readonly type: "record"; readonly fact: Fact }
  /** Resolve a loop's list, then answer with `frozen` or `failed` (attempt 0). */
  | { readonly type: "freeze"; readonly occ: number; readonly node: PlanNode }
  /** Run an attempt and answer with `completed` or `failed`; stop it at the deadline. */
  | {
      readonly type: "start";
      readonly occ: number;
      readonly node: PlanNode;
      readonly attempt: number;
      readonly deadline: number;
    }
  /** Answer with `timer` at `at`. A later one for the same occurrence replaces it. */
  | { readonly type: "timer"; readonly occ: number; readonly at: number }
  /** Stop a running attempt; its outcome is of no interest any more. */
  | { readonly type: "abort"; readonly occ: number }
  /** The run has ended. Nothing follows. */
  | { readonly type: "finish"; readonly status: Ended; readonly code: string; readonly occ: number };

export type Ended = "completed" | "failed" | "cancelled";

/** What is stored of a run, append-only. `detail` is the driver's, handed through unseen. */
export type Fact =
  | {
      readonly kind: "frozen";
      readonly at: number;
      readonly occ: number;
      readonly count: number;
      readonly detail: unknown;
    }
  | {
      readonly kind: "started";
      readonly at: number;
      readonly occ: number;
      readonly attempt: number;
      readonly deadline: number;
    }
  | {
      readonly kind: "retry";
      readonly at: number;
      readonly occ: number;
      readonly attempt: number;
      readonly retryAt: number;
      readonly code: string;
      readonly detail: unknown;
    }
  | {
      readonly kind: "completed";
      readonly at: number;
      readonly occ: number;
      readonly attempt: number;
      readonly value: boolean | undefined;
      readonly detail: unknown;
    }
  | {
      readonly kind: "failed";
      readonly at: number;
      readonly occ: number;
      readonly attempt: number;
      readonly code: string;
      readonly detail: unknown;
    }
  | {
      readonly kind: "ended";
      readonly at: number;
      readonly status: Ended;
      readonly code: string;
      readonly occ: number;
    };

/** A run's facts folded by occurrence: all that `begin` needs to continue it. */
export type Known = ReadonlyMap<number, KnownFact>;

export interface KnownFact {
  /** A leaf or predicate has its result. */
  done: boolean;
  /** A predicate's answer. */
  value: boolean | undefined;
  /** A loop's items; undefined while it is not frozen. */
  count: number | undefined;
  /** The latest attempt that was started; 0 when none was. */
  attempt: number;
  /** The leaf's own absolute deadline, fixed at its first attempt. */
  deadline: number;
  /** When the next attempt may start, after a retryable failure. */
  retryAt: number | undefined;
  /** How many times the latest attempt was started: each start but a finished one was cut. */
  starts: number;
}
