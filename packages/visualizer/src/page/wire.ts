import type { Run, TraceAttempt, TraceRow, Usage } from "@espalier/client";

/** A run as lists and unfinished runs have it too: without what is not known yet. */
export type RunInfo = Omit<Run, "usage" | "cost" | "error"> & {
  readonly usage?: Usage | null;
  readonly usage_incomplete?: boolean;
  readonly error?: {
    readonly code: string;
    readonly message?: string;
    readonly path?: string | null;
  } | null;
};

/** A row of a trace, as far as the page shows it. */
export type Execution = Omit<TraceRow, "attempts" | Unknown> &
  Partial<Pick<TraceRow, Unknown>> & {
    readonly attempts: readonly Pick<TraceAttempt, "attempt" | "started_at" | "ended_at" | "error">[];
  };

/** Fields that the page can do without. */
type Unknown = "error" | "items" | "taken" | "cost" | "inside" | "input_preview";

export type Status = Execution["status"];
