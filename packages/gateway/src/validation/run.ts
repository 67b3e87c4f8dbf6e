import type { Json } from "@espalier/contract";

/**
 * What one validation may cost, in steps of some 10 ns. Checking a value against a schema takes a few, and what takes
 * longer than that (a long string, a list without equal items) pays for its length.
 */
export const VALIDATION_STEPS = 3_000_000;

/**
 * How many schemas may be entered inside each other: enough for a value of 200 levels whose schema goes through six
 * definitions and alternatives at each, and far from the end of the stack.
 */
export const MOST_OPEN_SCHEMAS = 1_250;

/** The steps of entering one schema, besides one for each of its checks. */
const ENTRY = 2;

/** Ends a validation that takes too long or goes too deep. */
export class ExhaustedError extends Error {
  override readonly name = "ExhaustedError";
}

/** A value that is not what a keyword wants. */
export interface Mismatch {
  /** In words that go behind "must". */
  readonly wanted: string;
  readonly found: Json;
  /** Names and indices that lead to the value, the innermost first. */
  readonly keys: (string | number)[];
}

/** One validation in progress: what it may still cost, and the last mismatch. */
export class Run {
  private left = VALIDATION_STEPS;
  private open = 0;
  private wanted = "";
  private found: Json = null;
  private keys: (string | number)[] = [];

  /** Steps taken so far. */
  get steps(): number {
    return VALIDATION_STEPS - this.left;
  }

  get mismatch(): Mismatch {
    const { wanted, found, keys } = this;
    return { wanted, found, keys };
  }

  /** Pays for work that is about to be done. */
  burn(steps: number): void {
    this.left -= steps;
    if (this.left < 0) throw new ExhaustedError("the schema takes too many steps for this value");
  }

  /** Goes into a schema with so many checks. */
  enter(checks: number): void {
    this.burn(ENTRY + checks);
    if (++this.open > MOST_OPEN_SCHEMAS) throw new ExhaustedError("the schema recurses too deeply for this value");
  }

  leave(): void {
    this.open -= 1;
  }

  /** Notes a mismatch; always false. */
  fail(wanted: string, found: Json): false {
    return this.failAs({ wanted, found, keys: this.keys.length === 0 ? this.keys : [] });
  }

  /** Notes a mismatch that was found before; always false. */
  failAs({ wanted, found, keys }: Mismatch): false {
    this.wanted = wanted;
    this.found = found;
    this.keys = keys;
    return false;
  }

  /** Notes that the mismatch is inside this property or item; always false. */
  inside(key: string | number): false {
    this.keys.push(key);
    return false;
  }
}
