/** Steps that one validation may take. At some 30 ns a step this is far below what a person notices. */
export const VALIDATION_STEPS = 1_000_000;

/** Thrown inside a validation that takes too many steps. */
export class OutOfFuelError extends Error {
  override readonly name = "OutOfFuelError";
}

/** Counts the steps of the validation in progress. One at a time: validation never awaits. */
export interface Fuel {
  /** Uses up steps; throws {@link OutOfFuelError} when there are none left. */
  burn(steps: number): void;
  /** Starts a new validation. */
  refill(): void;
}

export function createFuel(steps: number = VALIDATION_STEPS): Fuel {
  let left = steps;
  return {
    burn(used) {
      left -= used;
      if (left < 0) throw new OutOfFuelError("the schema takes too many steps for this value");
    },
    refill() {
      left = steps;
    },
  };
}
