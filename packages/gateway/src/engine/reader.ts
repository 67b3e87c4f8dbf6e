import { nodeOf } from "@espalier/runner";
import type { RunRow, Store, StoredFact } from "../store/index.ts";
import { placeAt, loopItems } from "./bindings.ts";
import { createCache } from "./cache.ts";
import { resultOf, runOutput } from "./compose.ts";
import { leafInput, type LeafInput } from "./leaf-input.ts";
import { LeafError } from "./leaf-error.ts";
import type { LoadedBundle } from "./plans.ts";
import { runResult } from "./run-result.ts";
import { createRunValues, type RunValues } from "./run-values.ts";
import type { EngineSettings, RunOutcome, RunResult, Validator } from "./types.ts";

/** Of how many runs the outcome is kept. */
const KEPT_OUTCOMES = 2_000;

/** Reads results and values of runs from the store. */
export interface Reader {
  /** Of a run that has ended; `values` saves reading them again. */
  result(row: RunRow, values?: RunValues): RunResult;
  /** Of a run that has ended, without composing its output. Kept, because lists of runs ask for it again and again. */
  outcome(row: RunRow): RunOutcome;
  /** A run's outcome may have changed. */
  forget(row: RunRow): void;
  /** The input or output of an occurrence as JSON text; undefined while there is none, or when it is too large. */
  value(row: RunRow, occ: number, side: "input" | "output"): string | undefined;
}

export function createReader(
  store: Store,
  plans: (row: RunRow) => LoadedBundle,
  settings: EngineSettings,
  validate: Validator,
): Reader {
  const outcomes = createCache<number, RunOutcome>(KEPT_OUTCOMES);

  function valuesOf(row: RunRow, facts: readonly StoredFact[]): RunValues {
    const values = createRunValues(plans(row).plan, store.input(row.no), { read: (seq) => store.value(row.no, seq) });
    for (const { seq, fact } of facts) values.absorb(seq, fact);
    return values;
  }

  return {
    result(row, known) {
      const facts = store.facts(row.no);
      const output = (): string => runOutput(known ?? valuesOf(row, facts), settings.maxComposedBytes);
      return runResult(row, plans(row).plan, facts, row.status === "completed" ? output() : undefined);
    },
    outcome(row) {
      const known = outcomes.get(row.no);
      if (known !== undefined) return known;
      const { error, usage, usageIncomplete } = runResult(row, plans(row).plan, store.facts(row.no), undefined);
      outcomes.set(row.no, { error, usage, usageIncomplete }, 1);
      return { error, usage, usageIncomplete };
    },
    forget: (row) => outcomes.delete(row.no),
    value(row, occ, side) {
      const values = valuesOf(row, store.facts(row.no));
      const { maxComposedBytes } = settings;
      try {
        if (occ === 0) return side === "input" ? values.input : runOutput(values, maxComposedBytes);
        const node = nodeOf(values.plan, occ);
        if (side === "output") return resultOf(values, node, occ, maxComposedBytes);
        const place = placeAt(values, occ, maxComposedBytes);
        if (node.kind === "for_each") return `[${loopItems(values, node, occ, maxComposedBytes).join(",")}]`;
        if (node.kind !== "leaf" && node.kind !== "if") return undefined;
        return inputText(leafInput(node, place, validate, settings));
      } catch (error) {
        // Nothing there (yet), too large, or an input that could not be made: the trace says why.
        if (error instanceof LeafError || error instanceof RangeError) return undefined;
        throw error;
      }
    },
  };
}

function inputText(input: LeafInput): string {
  return JSON.stringify(input.kind === "model" ? input.messages : input.args);
}
