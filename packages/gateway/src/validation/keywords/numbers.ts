import type { Check, Keyword } from "../check.ts";

export const range: Keyword = (schema) => {
  const { minimum, maximum } = schema;
  const { exclusiveMinimum: above, exclusiveMaximum: below } = schema;
  const tests: [(value: number) => boolean, string][] = [];
  if (minimum !== undefined) tests.push([(value) => value >= minimum, `be at least ${minimum}`]);
  if (maximum !== undefined) tests.push([(value) => value <= maximum, `be at most ${maximum}`]);
  if (typeof above === "number") tests.push([(value) => value > above, `be more than ${above}`]);
  if (typeof below === "number") tests.push([(value) => value < below, `be less than ${below}`]);
  if (tests.length === 0) return undefined;
  return (value, run) => {
    if (!isNumber(value)) return true;
    run.burn(tests.length);
    for (const [holds, wanted] of tests) if (!holds(value)) return run.fail(wanted, value);
    return true;
  };
};

/** From here on, quotients say nothing about remainders. */
const LARGEST_QUOTIENT = 1e21;

export const multipleOf: Keyword = ({ multipleOf: divisor }): Check | undefined => {
  if (typeof divisor !== "number") return undefined;
  const wanted = `be a multiple of ${divisor}`;
  return (value, run) => {
    if (!isNumber(value)) return true;
    const quotient = value / divisor;
    return (Number.isInteger(quotient) && Math.abs(quotient) < LARGEST_QUOTIENT) || run.fail(wanted, value);
  };
};

function isNumber(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value);
}
