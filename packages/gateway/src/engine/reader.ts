import { nodeOf } from "@espalier/runner";
import type { Page, RunRow, Store, StoredFact } from "../store/index.ts";
import { createCache } from "./cache.ts";
import { resultOf, runOutput } from "./compose.ts";
import { inputOf } from "./input-of.ts";
import { LeafError } from "./leaf-error.ts";
import type { LoadedBundle } from "./plans.ts";
import { runResult } from "./run-result.ts";
import { createRunTally, type RunTally } from "./run-tally.ts";
import { loggedValues } from "./trace/logged-values.ts";
import { tracePage, type PageWithin } from "./trace/page.ts";
import { createPreviews } from "./trace/previews.ts";
import { createRunLog, type RunLog } from "./trace/run-log.ts";
import type { TraceRow } from "./trace/types.ts";
import type { EngineSettings, RunOutcome, RunResult } from "./types.ts";

/** Of how many runs the outcome is kept. */
const KEPT_OUTCOMES = 2_000;

/** Of how many occurrences, in runs whose traces are being read, the log is kept. */
const KEPT_OCCURRENCES = 50_000;

/** Reads results and values of runs from the store. */
export interface Reader {
  /** Of a run that has ended. */
  result(row: RunRow): RunResult;
  /** Of a run that has ended, without composing its output. Kept, because lists of runs ask for it again and again. */
  outcome(row: RunRow): RunOutcome;
  /** A run's outcome may have changed. */
  forget(row: RunRow): void;
  /** A page of the trace of `within`, which is an occurrence; 0 is the run. */
  trace(row: RunRow, page: PageWithin): Page<TraceRow>;
  /** The input or output of an occurrence as JSON text; undefined while there is none, or when it is too large. */
  value(row: RunRow, occ: number, side: "input" | "output"): string | undefined;
}

export function createReader(store: Store, plans: (row: RunRow) => LoadedBundle, settings: EngineSettings): Reader {
  const outcomes = createCache<number, RunOutcome>(KEPT_OUTCOMES);
  const logs = createCache<number, RunLog>(KEPT_OCCURRENCES);

  /** Pages of a trace are read one after the other: each reads only what the journal has got since the one before. */
  function logOf({ no }: RunRow): RunLog {
    const log = logs.get(no) ?? createRunLog();
    log.absorb(store.facts(no, log.newest));
    logs.set(no, log, log.size);
    return log;
  }

  function tallyOf(facts: readonly StoredFact[]): RunTally {
    const tally = createRunTally();
    for (const { fact } of facts) tally.absorb(fact);
    return tally;
  }

  return {
    result(row) {
      const { plan } = plans(row);
      const facts = store.facts(row.no);
      const output = (): string => {
        const log = createRunLog();
        log.absorb(facts);
        return runOutput(loggedValues(store, plan, row, log), settings.maxComposedBytes);
      };
      return runResult(row, plan, tallyOf(facts), row.status === "completed" ? output() : undefined);
    },
    outcome(row) {
      const kept = outcomes.get(row.no);
      if (kept !== undefined) return kept;
      const { error, usage, usageIncomplete, cost } = runResult(
        row,
        plans(row).plan,
        tallyOf(store.facts(row.no)),
        undefined,
      );
      const outcome = { error, usage, usageIncomplete, cost };
      outcomes.set(row.no, outcome, 1);
      return outcome;
    },
    forget: (row) => outcomes.delete(row.no),
    trace(row, page) {
      const { plan } = plans(row);
      const log = logOf(row);
      const previews = createPreviews(store, row, log, loggedValues(store, plan, row, log), settings);
      return tracePage({ plan, run: row, log, previews }, page);
    },
    value(row, occ, side) {
      const { plan } = plans(row);
      const values = loggedValues(store, plan, row, logOf(row));
      const { maxComposedBytes } = settings;
      try {
        if (occ === 0) return side === "input" ? values.input : runOutput(values, maxComposedBytes);
        const node = nodeOf(plan, occ);
        return side === "output" ? resultOf(values, node, occ, maxComposedBytes) : inputOf(values, node, occ, settings);
      } catch (error) {
        // Nothing there (yet), too large, or an input that could not be made: the trace says why.
        if (error instanceof LeafError || error instanceof RangeError) return undefined;
        throw error;
      }
    },
  };
}
