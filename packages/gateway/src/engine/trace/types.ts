import type { Node } from "@espalier/contract";
import type { ProgramFrame } from "../program-frame.ts";
import type { Usage } from "../types.ts";
import type { Spent } from "../usage.ts";

export type TraceStatus = "running" | "completed" | "failed" | "cancelled" | "skipped";

/** Why something failed. `frames`: where in a program, in lines of its text, innermost first. */
export interface TraceError {
  readonly code: string;
  readonly message: string;
  readonly frames?: readonly ProgramFrame[];
}

/** One try of a leaf. */
export interface TraceAttempt {
  readonly attempt: number;
  readonly startedAt: number;
  readonly endedAt: number | undefined;
  /** `interrupted`: cut by a crash or shutdown and run again under the same number. */
  readonly status: "running" | "completed" | "failed" | "cancelled" | "interrupted";
  readonly error: TraceError | undefined;
  /** When the next attempt may start, if this one is to be repeated. */
  readonly retryAt: number | undefined;
  readonly usage: Usage | undefined;
  readonly cost: number | undefined;
  /** What the program printed, as far as it is kept; undefined when nothing. */
  readonly log: string | undefined;
}

/** One occurrence of a node. What was spent stands with leaves only, so that a sum over all rows counts nothing twice. */
export interface TraceRow {
  /** Dense preorder number: the order of rows. */
  readonly occurrence: number;
  readonly path: string;
  readonly node: string;
  readonly name: string | undefined;
  /** Path of the container's occurrence; undefined at the top. */
  readonly parent: string | undefined;
  readonly kind: Node["type"];
  /** Where it stands in its parent: the branch's name, the item's index, or the exit. */
  readonly branch: string | undefined;
  readonly item: number | undefined;
  readonly exit: "then" | "otherwise" | undefined;
  readonly status: TraceStatus;
  readonly startedAt: number | undefined;
  readonly endedAt: number | undefined;
  readonly attempts: readonly TraceAttempt[];
  readonly error: TraceError | undefined;
  /** The upstream's model, for a chat completion that has answered. */
  readonly model: string | undefined;
  /** Sums over attempts; leaves only. */
  readonly usage: Usage | undefined;
  readonly cost: number | undefined;
  /** Containers only: the sums over all leaves within, made on reading. */
  readonly inside: Spent | undefined;
  /** How many items a loop froze. */
  readonly count: number | undefined;
  /** Which exit an `if` took. */
  readonly taken: "then" | "otherwise" | undefined;
  /** The beginnings of what it was called with and of its output, as JSON text. */
  readonly inputPreview: string | undefined;
  readonly outputPreview: string | undefined;
}

/** Which rows of a trace. */
export interface TracePage {
  /** At most 1,000, which is also what it is when absent. */
  readonly limit?: number;
  /** `next` of the page before. */
  readonly after?: string;
  /** Only the occurrence at this path and what is within it; all of the run when absent. */
  readonly within?: string;
}
