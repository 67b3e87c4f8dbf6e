import type { Json } from "@espalier/contract";
import { accepts } from "./accepts.ts";
import { variantsAreDisjoint } from "./disjoint.ts";
import { listExample } from "./example-list.ts";
import { objectExample } from "./example-object.ts";
import { numberExamples, textExamples } from "./example-scalar.ts";
import { type Variant, variantsOf } from "./products.ts";
import type { Conjunction, Session } from "./session.ts";

/** A value that is valid for a schema. */
export interface Example {
  readonly value: Json;
  /** Whether nothing in it stands for what exists but was not found or written out: a text of a pattern, a huge object. */
  readonly certain: boolean;
  /** How many values it consists of; one when it is not said. */
  readonly size?: number;
}

const LARGEST = 20_000;

/** What an example is that is made of others. Definitions that name each other twice soon make one too large to write out. */
export function composed<T extends Json>(parts: readonly Example[], make: (values: readonly Json[]) => T): Example {
  const size = parts.reduce((sum, part) => sum + (part.size ?? 1), 1);
  if (size > LARGEST) return { value: make(parts.map(() => null)), certain: false };
  return { value: make(parts.map(({ value }) => value)), certain: parts.every(({ certain }) => certain), size };
}

/** What an example must contain: the values of some properties or of some positions. */
export type Given = ReadonlyMap<string | number, Example>;

const NOTHING: Given = new Map();

/** A valid value, or undefined when none was found. Patterns and formats are taken to allow some text. */
export function exampleOf(parts: Conjunction, session: Session): Example | undefined {
  const memo = session.memo<Example | undefined>("example");
  const key = session.key(parts);
  if (memo.has(key)) return memo.get(key);
  // Met again inside itself: a value needs an end.
  memo.set(key, undefined);
  const example = session.deeper(() => firstExample(variantsOf(parts, session), session));
  // What looks empty only because it was met inside itself is asked again.
  if (example !== undefined) memo.set(key, example);
  else memo.delete(key);
  return example;
}

export function isInhabited(parts: Conjunction, session: Session): boolean {
  return exampleOf(parts, session) !== undefined;
}

function firstExample(variants: readonly Variant[], session: Session): Example | undefined {
  for (const variant of variants) {
    const example = exampleOfVariant(variant, session);
    if (example !== undefined) return example;
  }
  return undefined;
}

/** A valid value of an alternative that contains what is given. */
export function exampleOfVariant(variant: Variant, session: Session, given: Given = NOTHING): Example | undefined {
  session.spend();
  if (variant.opaque) return undefined;
  if (variant.values !== undefined) {
    const value = variant.values.find((candidate) => isMember(candidate, variant, session));
    return value === undefined ? undefined : { value, certain: true };
  }
  return candidates(variant, given, session).find((example) => isOutside(example, variant, session));
}

function candidates(variant: Variant, given: Given, session: Session): readonly Example[] {
  const { type } = variant;
  if (type === "string") return textExamples(variant, session);
  if (type === "number") return numberExamples(variant, session).map((value) => ({ value, certain: true }));
  const example = type === "object" ? objectExample(variant, given, session) : listExample(variant, given, session);
  return example === undefined ? [] : [example];
}

/** Whether it is certain that a value, or each one that it stands for, is nothing that the alternative must not be. */
function isOutside({ value, certain }: Example, variant: Variant, session: Session): boolean {
  const plain = { ...variant, nots: [] };
  return variant.nots.every(
    (not) =>
      (certain && accepts(value, not, session) === false) ||
      variantsOf([not], session).every((forbidden) => variantsAreDisjoint(plain, forbidden, "open", session)),
  );
}

/** Whether it is certain that a listed value is valid for the alternative that lists it. */
export function isMember(value: Json, { atoms, opaque, nots }: Variant, session: Session): boolean {
  if (opaque) return false;
  return (
    atoms.every((atom) => accepts(value, atom, session) === true) &&
    nots.every((not) => accepts(value, not, session) === false)
  );
}
