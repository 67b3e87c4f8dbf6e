import { fullFormats } from "ajv-formats/dist/formats.js";
import type { Json } from "@espalier/contract";
import type { Run } from "./run.ts";

/** A `format` that is checked, for values of one type. */
export interface KnownFormat {
  readonly type: "string" | "number";
  readonly test: (value: Json, run: Run) => boolean;
}

type Test = RegExp | ((value: never) => boolean);

/** Steps that the check of a string takes for each character, where it is more than a look or two. */
const STEPS_PER_CHARACTER: Readonly<Record<string, (length: number) => number>> = {
  url: (length) => length, // from each colon it looks to the end
  // It splits them at each "t".
  "date-time": (length) => (length < LONG ? 2 : 10),
  "iso-date-time": (length) => (length < LONG ? 2 : 10),
};
/** Longer than any sensible date. */
const LONG = 100;
const FEW = () => 2;

/** A map: names come from outside, and `constructor` is no format. */
const FORMATS: ReadonlyMap<string, KnownFormat> = new Map(
  Object.entries(fullFormats).flatMap(([name, definition]): [string, KnownFormat][] => {
    if (typeof definition !== "object")
      return typeof definition === "function" ? [[name, known(name, definition)]] : [];
    if (definition instanceof RegExp) return [[name, known(name, definition)]];
    const { validate, type = "string" } = definition as { validate: Test; type?: "string" | "number" };
    return [[name, known(name, validate, type)]];
  }),
);

/** A format that is checked; undefined for one that only tells readers something. */
export function formatNamed(name: string): KnownFormat | undefined {
  return FORMATS.get(name);
}

function known(name: string, test: Test, type: KnownFormat["type"] = "string"): KnownFormat {
  const holds = test instanceof RegExp ? (text: string) => test.test(text) : (test as (value: Json) => boolean);
  const steps = STEPS_PER_CHARACTER[name] ?? FEW;
  return {
    type,
    test(value, run) {
      if (typeof value === "string") run.burn(value.length * steps(value.length));
      return holds(value as never);
    },
  };
}
