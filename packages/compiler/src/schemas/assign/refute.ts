import type { Json } from "@espalier/contract";
import { accepts } from "./accepts.ts";
import { type Description, describeSides } from "./describe-sides.ts";
import { areDisjoint, variantsAreDisjoint } from "./disjoint.ts";
import { type Example, exampleOfVariant, isMember } from "./example.ts";
import { propertyOf, requiredNames } from "./members.ts";
import { type Variant, variantsOf } from "./products.ts";
import { refuteList } from "./refute-list.ts";
import { refuteObject } from "./refute-object.ts";
import { refinements } from "./refine.ts";
import { alone, type Conjunction, type Session } from "./session.ts";
import { ALL_TYPES } from "./types.ts";

/** Where a source allows a value that is not of the target's shape. */
export interface Refutation extends Description {
  readonly path: string;
  /** What is wrong with the property at the path, when it is not its type. */
  readonly reason?: "is missing" | "may be missing" | "is not allowed";
  /** A value of the source that is not of the target's shape. */
  readonly example: Example;
}

/**
 * The first place where a source certainly allows a value whose shape none of the targets has. Every refutation is one
 * value in the making: the same alternative of the source at each step, one property or element that is wrong, and
 * nothing that the source does not declare.
 */
export function refute(
  source: Conjunction,
  targets: readonly Conjunction[],
  path: string,
  session: Session,
): Refutation | undefined {
  session.spend();
  const memo = session.memo<Refutation | undefined>("refute");
  const key = `${session.key(source)}|${targets.map((target) => session.key(target)).join("|")}`;
  const known = memo.get(key);
  if (known !== undefined) return { ...known, path: path + known.path };
  if (memo.has(key)) return undefined;
  // Met again inside itself: nothing new is wrong.
  memo.set(key, undefined);
  const found = session.deeper(() => search({ source, targets }, session));
  memo.set(key, found);
  return found && { ...found, path: path + found.path };
}

/** The sides of a comparison; a value must fail every target. */
export interface Sides {
  readonly source: Conjunction;
  readonly targets: readonly Conjunction[];
}

function search(sides: Sides, session: Session): Refutation | undefined {
  const sources = variantsOf(sides.source, session);
  const targets = sides.targets.flatMap((target) => variantsOf(target, session));
  const wrong: Wrong = (example) => example && { path: "", ...describeSides(sides, session), example };
  const literal = literalApart(sources, targets, session);
  if (literal !== undefined) return wrong(literal);
  for (const variant of sources) {
    if (variant.values !== undefined) continue;
    const found = refuteVariant(variant, targets, wrong, session);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** What is wrong with the whole of it, when there is a value that shows it. */
type Wrong = (example: Example | undefined) => Refutation | undefined;

/** A value that the source lists, when of its JSON type the target lists none of those that the source lists. */
function literalApart(sources: readonly Variant[], targets: readonly Variant[], session: Session): Example | undefined {
  for (const type of ALL_TYPES) {
    const listing = sources.filter((source) => source.type === type && source.values !== undefined);
    const [value] = listing.flatMap((source) =>
      (source.values ?? []).filter((each) => isMember(each, source, session)).slice(0, 1),
    );
    if (value === undefined) continue;
    const given = listing.flatMap(({ values = [], atoms }) =>
      values.filter((each) => atoms.every((atom) => accepts(each, atom, session) !== false)),
    );
    const candidates = targets.filter((target) => target.type === type);
    const apart = candidates.every(({ values }) => values !== undefined && !overlap(given, values, session));
    if (apart) return { value, certain: true };
  }
  return undefined;
}

function overlap(given: readonly Json[], allowed: readonly Json[], session: Session): boolean {
  const target = alone({ enum: allowed });
  return given.some((value) => accepts(value, target, session) !== false);
}

function refuteVariant(
  source: Variant,
  targets: readonly Variant[],
  wrong: Wrong,
  session: Session,
): Refutation | undefined {
  const sameType = targets.filter(({ type }) => type === source.type);
  const example = exampleOfVariant(source, session);
  if (example === undefined) return undefined;
  if (sameType.length === 0) return wrong(example);
  const inside = refuteInside(source, sameType, session);
  if (inside !== undefined) return inside;
  const possible = sameType.filter((target) => !variantsAreDisjoint(source, target, "declared", session));
  if (possible.length > 0) {
    return refuteInside(source, possible, session) ?? refuteFiner(source, sameType, wrong, session);
  }
  // All of it fails; the one alternative that its literals choose is the one to explain it by.
  const chosen = chosenBy(source, sameType, session);
  return (chosen.length === 1 ? refuteInside(source, chosen, session) : undefined) ?? wrong(example);
}

function refuteInside(source: Variant, targets: readonly Variant[], session: Session): Refutation | undefined {
  if (source.type === "object") return refuteObject(source, targets, session);
  return source.type === "array" ? refuteList(source, targets, session) : undefined;
}

/** One of several literals that tell alternatives apart may choose one that does not fit. */
function refuteFiner(
  source: Variant,
  targets: readonly Variant[],
  wrong: Wrong,
  session: Session,
): Refutation | undefined {
  if (targets.length < 2) return undefined;
  for (const finer of refinements(source, session) ?? []) {
    // A literal that chooses none is one of several that the target lists some of: the values decide.
    if (chosenBy(finer, targets, session).length === 0) continue;
    const found = refuteVariant(finer, targets, wrong, session);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The alternatives whose literal properties allow those of the source. */
function chosenBy(source: Variant, targets: readonly Variant[], session: Session): readonly Variant[] {
  if (source.type !== "object") return targets;
  return targets.filter((target) =>
    [...requiredNames(target)].every((name) => {
      const wanted = propertyOf(target, name);
      const literal = variantsOf(wanted, session).every(({ values }) => values !== undefined);
      return !literal || !areDisjoint(propertyOf(source, name), wanted, "open", session);
    }),
  );
}
