import type { JsonSchema } from "@espalier/contract";
import { describeSchema } from "../describe.ts";
import { fewest, most } from "./members.ts";
import { variantsOf } from "./products.ts";
import { proves } from "./prove.ts";
import type { Sides } from "./refute.ts";
import type { Conjunction, Session } from "./session.ts";
import { onlyIntegers } from "./types.ts";

/** What the source gives and what the target needs, in words. */
export interface Description {
  readonly source: string;
  readonly target: string;
}

export function describeSides({ source, targets }: Sides, session: Session): Description {
  const words = { source: describe([source], session), target: describe(targets, session) };
  if (words.source !== "a list" || words.target !== "a list") return words;
  // Both are lists, so that it is their lengths that differ.
  return { source: describeLength([source], session), target: describeLength(targets, session) };
}

function describeLength(union: readonly Conjunction[], session: Session): string {
  const lists = union.flatMap((alternative) => variantsOf(alternative, session));
  const least = Math.min(...lists.map(fewest));
  const limit = Math.max(...lists.map(most));
  const counted = (count: number): string => `${count} ${count === 1 ? "element" : "elements"}`;
  if (limit === least) return `a list of ${counted(least)}`;
  if (limit === Infinity) return least === 0 ? "a list" : `a list of at least ${counted(least)}`;
  return least === 0 ? `a list of at most ${counted(limit)}` : `a list of ${least} to ${counted(limit)}`;
}

const VAGUE = "a value of some kind";

function describe(union: readonly Conjunction[], session: Session): string {
  const [parts, ...more] = union;
  const [only, ...others] = parts ?? [];
  if (more.length === 0 && others.length === 0) {
    if (only === undefined || only.schema === true) return "anything";
    if (only.schema === false) return "nothing";
    const words = describeSchema(only.schema, only.root);
    if (!words.includes(VAGUE)) return words;
  }
  const anyOf = union
    .flatMap((alternative) => variantsOf(alternative, session))
    .filter((variant) => !variant.nots.some((not) => proves(variant, not, session)))
    .map((variant): JsonSchema => {
      const { type, values, atoms } = variant;
      if (values !== undefined && type !== "boolean" && type !== "null") return { enum: values };
      return { type: type === "number" && atoms.some(({ schema }) => onlyIntegers(schema)) ? "integer" : type };
    });
  return anyOf.length === 0 ? "nothing" : describeSchema({ anyOf });
}
