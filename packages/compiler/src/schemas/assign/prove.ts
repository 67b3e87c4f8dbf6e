import { resolveReference } from "@espalier/contract";
import { accepts } from "./accepts.ts";
import { variantsAreDisjoint } from "./disjoint.ts";
import { fitsKeywords } from "./prove-keywords.ts";
import { refinements } from "./refine.ts";
import { type Variant, variantsOf } from "./products.ts";
import { type Conjunction, type Part, type Session } from "./session.ts";

/** Whether it is certain that every value of schemas that hold together is valid for another. */
export function provesAll(source: Conjunction, target: Part, session: Session): boolean {
  if (target.schema === true) return true;
  const proofs = session.proofs;
  const key = `${session.key(source)}|${session.key([target])}`;
  // Met again inside itself: it holds for the values inside as long as nothing else fails.
  const known = proofs.get(key);
  if (known !== undefined) return known;
  const mark = proofs.begin(key);
  const proven = session.deeper(() => variantsOf(source, session).every((variant) => proves(variant, target, session)));
  if (!proven) proofs.fail(key, mark);
  return proven;
}

/** Whether it is certain that every value of an alternative is valid for a schema. */
export function proves(source: Variant, target: Part, session: Session): boolean {
  session.spend();
  const { schema, root } = target;
  if (schema === true) return true;
  if (source.values !== undefined) return valuesFit(source, target, session);
  if (schema === false) return false;
  if (source.atoms.some((atom) => atom.schema === schema && atom.root === root)) return true;
  return fitsInPlace(source, schema, root, session) && fitsKeywords(source, { schema, root }, session);
}

function valuesFit({ values = [], atoms }: Variant, target: Part, session: Session): boolean {
  return values.every(
    (value) =>
      atoms.some((atom) => accepts(value, atom, session) === false) || accepts(value, target, session) === true,
  );
}

function fitsInPlace(source: Variant, schema: Exclude<Part["schema"], boolean>, root: Part["root"], session: Session) {
  const fits = (inner: Part["schema"]): boolean => proves(source, { schema: inner, root }, session);
  const apart = (inner: Part["schema"]): boolean => areApart(source, { schema: inner, root }, session);
  const { $ref, allOf = [], anyOf, oneOf, not } = schema;
  if ($ref !== undefined) {
    const referred = resolveReference(root, $ref);
    if (referred === undefined || !fits(referred)) return false;
  }
  if (!allOf.every(fits)) return false;
  const says = (keyword: string): boolean => session.saysTheSame(source.atoms, keyword, { schema, root });
  if (anyOf !== undefined && !says("anyOf") && !fitsOne(source, anyOf, root, session)) return false;
  if (oneOf !== undefined && !says("oneOf")) {
    const index = oneOf.findIndex(fits);
    if (index < 0 || !oneOf.every((inner, other) => other === index || apart(inner))) return false;
  }
  if (not !== undefined && !says("not") && !apart(not)) return false;
  return fitsCondition(schema, fits, apart);
}

function fitsCondition(
  schema: Exclude<Part["schema"], boolean>,
  fits: (inner: Part["schema"]) => boolean,
  apart: (inner: Part["schema"]) => boolean,
): boolean {
  const { if: condition, then = true, else: otherwise = true } = schema as Record<string, Part["schema"]>;
  if (condition === undefined) return true;
  return (apart(condition) || fits(then)) && (fits(condition) || fits(otherwise));
}

const MOST_REFINEMENTS = 2;

function fitsOne(
  source: Variant,
  union: readonly Part["schema"][],
  root: Part["root"],
  session: Session,
  refined = 0,
): boolean {
  if (union.some((schema) => proves(source, { schema, root }, session))) return true;
  if (refined >= MOST_REFINEMENTS) return false;
  const finer = refinements(source, session);
  return finer !== undefined && finer.every((variant) => fitsOne(variant, union, root, session, refined + 1));
}

function areApart(source: Variant, target: Part, session: Session): boolean {
  return variantsOf([target], session).every((variant) => variantsAreDisjoint(source, variant, "open", session));
}
