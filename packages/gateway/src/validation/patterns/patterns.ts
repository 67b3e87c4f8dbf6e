import { UnusableSchemaError } from "../check.ts";
import { linearPattern, type LinearPattern } from "./linear-pattern.ts";

/** What the patterns of one schema may come to, in instructions, and what each counts besides: some 30 ms to compile. */
export const PATTERN_BUDGET = 10_000;
export const PATTERN_OVERHEAD = 30;

/** The patterns of one schema, each compiled once. */
export interface Patterns {
  /** Throws {@link UnusableSchemaError}. */
  get(source: string): LinearPattern;
  count(): number;
}

export function createPatterns(): Patterns {
  const known = new Map<string, LinearPattern>();
  let left = PATTERN_BUDGET;
  return {
    get(source) {
      let pattern = known.get(source);
      if (pattern !== undefined) return pattern;
      left -= PATTERN_OVERHEAD;
      if (left < 0) throw new UnusableSchemaError("it has too many patterns");
      const compiled = linearPattern(source, left);
      left -= compiled.size;
      known.set(source, (pattern = compiled));
      return pattern;
    },
    count: () => known.size,
  };
}
