import { RE2Set } from "re2js";
import { UnusableSchemaError } from "../check.ts";
import type { Run } from "../run.ts";
import { briefPattern } from "../words.ts";
import { translatePattern } from "./translate-pattern.ts";

/** Bytes that an engine may remember of what it has seen of one pattern. */
export const PATTERN_MEMORY = 128 * 1024;

/** A `pattern` that is tested in time linear in the string. */
export interface LinearPattern {
  readonly test: (text: string, run: Run) => boolean;
}

/**
 * Compiles a `pattern` of at most `mostSize` instructions, in time linear in them. Throws {@link UnusableSchemaError}
 * for a larger one and for what cannot be matched in linear time.
 */
export function linearPattern(source: string, mostSize: number): LinearPattern & { readonly size: number } {
  const { source: translated, size } = translatePattern(source);
  if (size > mostSize) throw new UnusableSchemaError("its patterns are too large, with their repeats written out");
  const engine = compile(translated, source);
  // Mostly an engine needs a step or two for a character, and at worst it looks at each instruction for each.
  const stepsPerCharacter = 2 + 1.5 * size;
  return {
    size,
    test(text, run) {
      run.burn(STEPS_PER_TEST + text.length * stepsPerCharacter);
      return engine.match(text).length > 0;
    },
  };
}

const STEPS_PER_TEST = 60;

/** A set of one pattern: unlike a pattern alone, a set takes a bound on its memory. */
function compile(translated: string, source: string): RE2Set {
  try {
    const engine = new RE2Set(RE2Set.UNANCHORED, 0, PATTERN_MEMORY);
    engine.add(translated);
    engine.compile();
    return engine;
  } catch (error) {
    throw new UnusableSchemaError(`the pattern ${briefPattern(source)}: ${(error as Error).message}`);
  }
}
