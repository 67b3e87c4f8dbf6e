import { createCache } from "../cache.ts";
import { LeafError } from "../leaf-error.ts";
import type { RunValues } from "../run-values.ts";

/** Values of which only so much is read. */
export interface MeteredValues extends RunValues {
  /** Throws `LeafError` from the moment on at which more than the allowed text has been handled. */
  spend(length: number): void;
}

/**
 * Lets `most` characters of a run's values be read. What an execution was called with is not stored but made from what
 * came before it, which may be long, and a page of a trace has up to a thousand of them.
 */
export function meterValues(values: RunValues, most: number): MeteredValues {
  let left = most;
  const spend = (length: number): void => {
    left -= length;
    if (left < 0) throw new LeafError("input_too_large", "Enough has been read.");
  };
  const lists = createCache<number, { readonly items: readonly string[]; readonly itemLength: number }>(most);
  return {
    plan: values.plan,
    answers: values.answers,
    counts: values.counts,
    spend,
    get input() {
      spend(values.input.length);
      return values.input;
    },
    lists: {
      get(occ) {
        const kept = lists.get(occ);
        if (kept !== undefined) spend(kept.itemLength); // who asks for a list takes an item of it
        return kept?.items;
      },
      set: (occ, items, size) => lists.set(occ, { items, itemLength: size / Math.max(1, items.length) }, size),
      delete: (occ) => lists.delete(occ),
    },
    output(occ) {
      const text = values.output(occ);
      spend(text.length);
      return text;
    },
  };
}
