import type { Bundle } from "@espalier/contract";
import { createState, type Plan, type State } from "@espalier/runner";
import type { RunRow } from "../store/index.ts";
import type { LiveText } from "./live-text.ts";
import type { RunTally } from "./run-tally.ts";
import type { LiveValues } from "./run-values.ts";
import type { RunEvent, RunResult } from "./types.ts";

/** A run that this process is working on. */
export interface ActiveRun {
  readonly row: RunRow;
  readonly bundle: Bundle;
  readonly plan: Plan;
  readonly state: State;
  readonly values: LiveValues;
  readonly tally: RunTally;
  /** The result as JSON text, once the run has completed. */
  output: string | undefined;
  /** Sequence number of the next fact. */
  seq: number;
  /** Attempts under way, by occurrence. */
  readonly attempts: Map<number, RunningAttempt>;
  /** Cancels timers that the core asked for, by occurrence. */
  readonly timers: Map<number, () => void>;
  /** Set when somebody wants to see text as it comes. */
  live: LiveText | undefined;
  readonly listeners: Set<(event: RunEvent) => void>;
  readonly done: Promise<RunResult>;
  readonly settle: (result: RunResult) => void;
  readonly abandon: (error: Error) => void;
}

export interface RunningAttempt {
  readonly attempt: number;
  /** Stops it. Its outcome is then of no interest, except for its usage. */
  readonly giveUp: () => void;
}

export interface RunParts {
  readonly row: RunRow;
  readonly bundle: Bundle;
  readonly plan: Plan;
  readonly values: LiveValues;
  readonly tally: RunTally;
  readonly seq: number;
}

export function createActiveRun(parts: RunParts): ActiveRun {
  let settle: (result: RunResult) => void = () => undefined;
  let abandon: (error: Error) => void = () => undefined;
  const done = new Promise<RunResult>((resolve, reject) => {
    settle = resolve;
    abandon = reject;
  });
  done.catch(() => undefined); // nobody need wait for a run
  return {
    ...parts,
    output: undefined,
    state: createState(),
    attempts: new Map(),
    timers: new Map(),
    live: undefined,
    listeners: new Set(),
    done,
    settle,
    abandon,
  };
}
