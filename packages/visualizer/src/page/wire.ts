import type { Run, TraceRow, Usage } from "@espalier/client";

/** A run as lists and unfinished runs have it too: without what is not known yet. */
export type RunInfo = Omit<Run, "usage" | "error"> & {
  readonly usage?: Usage | null;
  readonly usage_incomplete?: boolean;
  readonly error?: {
    readonly code: string;
    readonly message?: string;
    readonly path?: string | null;
  } | null;
};

/** A row of a trace, with what newer gateways add to it. */
export type Execution = Omit<TraceRow, "input_preview"> & {
  readonly error?: { readonly code: string; readonly message: string } | null;
  /** How many items a loop has. */
  readonly items?: number | null;
  /** Which exit an `if` took. */
  readonly taken?: string | null;
};

export type Status = Execution["status"];
