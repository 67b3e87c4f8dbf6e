import type { JsonSchema } from "@espalier/contract";
import { accepts } from "./accepts.ts";
import { variantsAreDisjoint } from "./disjoint.ts";
import { elementOf, fewest, has, largest, most, numberOf, propertyOf, requiredNames, smallest } from "./members.ts";
import { type Variant, variantsOf } from "./products.ts";
import { alone, type Conjunction, type Session } from "./session.ts";

/** Whether it is certain that some value is valid. Patterns and formats are taken to allow some text. */
export function isInhabited(parts: Conjunction, session: Session): boolean {
  const memo = session.memo<boolean>("inhabited");
  const key = session.key(parts);
  const known = memo.get(key);
  if (known !== undefined) return known;
  // Met again inside itself: a value needs an end.
  memo.set(key, false);
  const inhabited = variantsOf(parts, session).some((variant) => hasValues(variant, session));
  // What looks empty only because it was met inside itself is asked again.
  if (inhabited) memo.set(key, true);
  else memo.delete(key);
  return inhabited;
}

/** Whether it is certain that some value is valid for an alternative. */
export function hasValues(variant: Variant, session: Session): boolean {
  session.spend();
  const { type, values } = variant;
  if (values !== undefined) return values.some((value) => isMember(value, variant));
  if (!isExact(variant, session)) return false;
  if (type === "object") return objectHasValues(variant, session);
  if (type === "array") return listHasValues(variant, session);
  return type === "number" ? numberHasValues(variant) : textHasValues(variant);
}

/** Whether the keywords of the alternative alone decide what is valid: nothing that it must not be can hold. */
export function isExact(variant: Variant, session: Session): boolean {
  const plain = { ...variant, nots: [] };
  return (
    !variant.opaque &&
    variant.nots.every((not) =>
      variantsOf([not], session).every((forbidden) => variantsAreDisjoint(plain, forbidden, "open", session)),
    )
  );
}

/** Whether it is certain that a listed value is valid for the alternative that lists it. */
export function isMember(value: NonNullable<Variant["values"]>[number], { atoms, opaque, nots }: Variant): boolean {
  if (opaque) return false;
  return atoms.every((atom) => accepts(value, atom) === true) && nots.every((not) => accepts(value, not) === false);
}

function objectHasValues(variant: Variant, session: Session): boolean {
  const required = requiredNames(variant);
  const least = largest(variant, "minProperties", 0);
  if (has(variant, "unevaluatedProperties") && required.size > 0) return false;
  if (required.size === 0 && least === 0) return true;
  if (["propertyNames", "dependentRequired"].some((keyword) => has(variant, keyword))) return false;
  if (required.size > smallest(variant, "maxProperties", Infinity)) return false;
  const open = variant.atoms.every(
    ({ schema }) => schema.additionalProperties === undefined || schema.additionalProperties === true,
  );
  if (least > required.size && !(open && !has(variant, "patternProperties") && !has(variant, "maxProperties"))) {
    return false;
  }
  return [...required].every((name) => isInhabited(propertyOf(variant, name), session));
}

const MOST_POSITIONS = 100;

function listHasValues(variant: Variant, session: Session): boolean {
  const length = fewest(variant);
  if (["contains", "unevaluatedItems"].some((keyword) => has(variant, keyword))) return false;
  if (length > most(variant)) return false;
  if (length > 1 && has(variant, "uniqueItems")) return false;
  return positionsAreInhabited(variant, length, session);
}

/** Whether a list may have elements at all positions before one. */
export function positionsAreInhabited(variant: Variant, before: number, session: Session): boolean {
  for (let index = 0; index < Math.min(before, MOST_POSITIONS); index++) {
    if (!isInhabited(elementOf(variant, index), session)) return false;
  }
  return before <= MOST_POSITIONS || !has(variant, "prefixItems");
}

function numberHasValues(variant: Variant): boolean {
  const bounds = ["minimum", "exclusiveMinimum"].map((keyword) => largest(variant, keyword, -Infinity));
  const limits = ["maximum", "exclusiveMaximum"].map((keyword) => smallest(variant, keyword, Infinity));
  const [low, high] = [Math.max(...bounds), Math.min(...limits)];
  const step = variant.atoms.reduce((product, { schema }) => product * (numberOf(schema, "multipleOf") ?? 1), 1);
  const candidates = [0, low, high, (low + high) / 2, low + step, high - step];
  const multiples = [Math.ceil(low / step), Math.floor(low / step) + 1].map((times) => times * step);
  return [...candidates, ...multiples].some(
    (value) => Number.isFinite(value) && variant.atoms.every((atom) => accepts(value, alone(numberPart(atom.schema)))),
  );
}

const NUMBER_KEYWORDS = ["type", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"];

/** What a schema says of numbers, its unions apart: they are resolved already. */
function numberPart(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(Object.entries(schema).filter(([keyword]) => NUMBER_KEYWORDS.includes(keyword)));
}

function textHasValues(variant: Variant): boolean {
  return largest(variant, "minLength", 0) <= smallest(variant, "maxLength", Infinity);
}
