import type { PlanNode } from "@espalier/runner";
import type { RunRow, Store } from "../../store/index.ts";
import { beginningOf } from "../compose.ts";
import { inputOf } from "../input-of.ts";
import { LeafError } from "../leaf-error.ts";
import type { InputLimits } from "../leaf-input.ts";
import type { RunValues } from "../run-values.ts";
import { meterValues } from "./metered-values.ts";
import type { RunLog } from "./run-log.ts";

/** The beginnings of values, for the rows of one page. */
export interface Previews {
  /** Of what an occurrence is called with. Undefined: of nothing, or it cannot be made, or the page has read enough. */
  input(node: PlanNode, occ: number): string | undefined;
  /** Of the output of one that has completed. */
  output(node: PlanNode, occ: number): string;
}

/** Longest preview, in characters. */
const LONGEST = 1024;

/** How much text, in characters, is read to show what the executions of a page were called with. */
const MOST_READ = 8 * 1024 * 1024;

export function createPreviews(
  store: Store,
  run: RunRow,
  log: RunLog,
  values: RunValues,
  limits: InputLimits,
): Previews {
  const { answers, counts } = values;
  const metered = meterValues(values, MOST_READ);
  const beginnings = new Map<number, string>();

  /** Of a leaf: the rest is not brought into memory. */
  function beginning(occ: number): string {
    let text = beginnings.get(occ);
    if (text === undefined) {
      text = store.preview(run.no, log.at(occ)!.outputSeq!, LONGEST) ?? "";
      beginnings.set(occ, text);
    }
    return text;
  }

  return {
    input(node, occ) {
      try {
        const input = inputOf(metered, node, occ, limits);
        metered.spend(input?.length ?? 0);
        return input?.slice(0, LONGEST);
      } catch (error) {
        if (error instanceof LeafError) return undefined;
        throw error;
      }
    },
    output: (node, occ) => beginningOf({ answers, counts, output: beginning }, node, occ, LONGEST),
  };
}
