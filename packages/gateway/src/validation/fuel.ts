/**
 * Steps that one validation may take. A step is a definition that is entered, some 150 ns; a value of 4 MiB, the most
 * that a leaf may give, has fewer places than this where a definition could apply.
 */
export const VALIDATION_STEPS = 300_000;

/** Thrown inside a validation that takes too many steps. */
export class OutOfFuelError extends Error {
  override readonly name = "OutOfFuelError";
}

/** Counts the steps of the validation in progress. One at a time: validation never awaits. */
export interface Fuel {
  /** Steps that are left. Compiled validators count them down themselves, and burn nothing more when it is below zero. */
  left: number;
  /** Uses up steps; throws {@link OutOfFuelError} when there are none left. */
  burn(steps: number): void;
  /** Starts a new validation. */
  refill(): void;
}

export function createFuel(steps: number = VALIDATION_STEPS): Fuel {
  return {
    left: steps,
    burn(used) {
      this.left -= used;
      if (this.left < 0) throw new OutOfFuelError("the schema takes too many steps for this value");
    },
    refill() {
      this.left = steps;
    },
  };
}
