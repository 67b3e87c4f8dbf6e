import type { Json, JsonSchema } from "@espalier/contract";
import { accepts } from "./accepts.ts";
import { declaredNames, elementOf, fewest, most, propertyOf, requiredNames } from "./members.ts";
import { type Product, type Variant, variantsOf } from "./products.ts";
import { proves } from "./prove.ts";
import { alone, type Conjunction, type Session } from "./session.ts";

/** Which values of the first schema count. */
export type View =
  /** All. */
  | "open"
  /** Those without properties that are neither declared nor required: openness says nothing about them. */
  | "declared";

const MOST_POSITIONS = 50;

/** Whether it is certain that no value is valid for both. */
export function areDisjoint(left: Conjunction, right: Conjunction, view: View, session: Session): boolean {
  const name = `disjoint ${view}`;
  const memo = session.memo<boolean>(name);
  const key = `${session.key(left)}|${session.key(right)}`;
  const known = memo.get(key);
  if (known !== undefined) return known;
  // Met again inside itself: nothing is certain.
  memo.set(key, false);
  const disjoint = session.deeper(() =>
    variantsOf(left, session).every((a) =>
      variantsOf(right, session).every((b) => variantsAreDisjoint(a, b, view, session)),
    ),
  );
  session.memo<boolean>(name).set(key, disjoint);
  return disjoint;
}

/** Whether it is certain that no value is valid for both alternatives. */
export function variantsAreDisjoint(left: Variant, right: Variant, view: View, session: Session): boolean {
  session.spend();
  if (left.type !== right.type) return true;
  if (listedApart(left, right, session) || listedApart(right, left, session)) return true;
  if (isExcluded(left, right, session) || isExcluded(right, left, session)) {
    session.leansOnProofs = true;
    return true;
  }
  if (left.type === "object") return objectsAreDisjoint(left, right, view, session);
  return left.type === "array" && listsAreDisjoint(left, right, view, session);
}

/** Whether the one is all inside what the other must not be. */
function isExcluded(one: Variant, { nots }: Variant, session: Session): boolean {
  return nots.some((not) => proves(one, not, session));
}

/** Whether none of the values that the one lists is valid for the other. */
function listedApart({ values }: Variant, { atoms }: Product, session: Session): boolean {
  return values !== undefined && values.every((value) => atoms.some((atom) => !mayAccept(value, atom.schema, session)));
}

/** Only what is listed is compared: limits and patterns are no matter of shape. */
function mayAccept(value: Json, schema: JsonSchema, session: Session): boolean {
  if (schema.const !== undefined && accepts(value, alone({ const: schema.const }), session) === false) return false;
  return schema.enum === undefined || accepts(value, alone({ enum: schema.enum }), session) !== false;
}

function objectsAreDisjoint(left: Variant, right: Variant, view: View, session: Session): boolean {
  const [mine, theirs] = [requiredNames(left), requiredNames(right)];
  const declared = declaredNames(left);
  for (const name of new Set([...mine, ...theirs])) {
    const absent = view === "declared" && !declared.has(name) && !mine.has(name);
    if (absent || areDisjoint(propertyOf(left, name), propertyOf(right, name), view, session)) return true;
  }
  return false;
}

function listsAreDisjoint(left: Variant, right: Variant, view: View, session: Session): boolean {
  if (most(left) < fewest(right) || most(right) < fewest(left)) return true;
  const positions = Math.min(MOST_POSITIONS, Math.max(fewest(left), fewest(right)));
  for (let index = 0; index < positions; index++) {
    if (areDisjoint(elementOf(left, index), elementOf(right, index), view, session)) return true;
  }
  return false;
}
