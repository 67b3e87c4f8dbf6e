import { isInhabited } from "./inhabited.ts";
import { declaredNames, has, propertyOf, requiredNames, under } from "./members.ts";
import { type Variant, variantsOf } from "./products.ts";
import { type Refutation, refute } from "./refute.ts";
import { isOpen, type Session } from "./session.ts";

/** Keywords with which one property decides about others. */
const ENTANGLED = [
  "dependentRequired",
  "propertyNames",
  "minProperties",
  "maxProperties",
  "unevaluatedProperties",
] as const;

/** What no target allows in an object of an alternative that has values. */
export function refuteObject(source: Variant, targets: readonly Variant[], session: Session): Refutation | undefined {
  if (ENTANGLED.some((keyword) => has(source, keyword))) return undefined;
  return (
    refuteMissing(source, targets) ??
    refuteProperties(source, targets, session) ??
    refuteOthers(source, targets, session)
  );
}

function refuteMissing(source: Variant, targets: readonly Variant[]): Refutation | undefined {
  const [first, ...others] = targets.map(requiredNames);
  const required = requiredNames(source);
  const declared = declaredNames(source);
  for (const name of first ?? []) {
    if (required.has(name) || !others.every((names) => names.has(name))) continue;
    const reason = declared.has(name) ? "may be missing" : "is missing";
    const given = declared.has(name) ? "an optional property" : "nothing";
    return { path: `.${name}`, source: given, target: "a required property", reason };
  }
  return undefined;
}

function refuteProperties(source: Variant, targets: readonly Variant[], session: Session): Refutation | undefined {
  const required = requiredNames(source);
  const declared = declaredNames(source);
  for (const name of new Set([...declared, ...required])) {
    const wanted = targets.map((target) => propertyOf(target, name));
    // Openness alone is no mismatch: what one target does not constrain cannot fail there.
    if (wanted.some(isOpen)) continue;
    const forbidden = wanted.filter((parts) => variantsOf(parts, session).length === 0);
    if (required.has(name) && forbidden.length === targets.length) {
      return { path: `.${name}`, source: "a property", target: "none", reason: "is not allowed" };
    }
    if (!declared.has(name) || forbidden.length > 0) continue;
    const own = propertyOf(source, name);
    if (!required.has(name) && !isInhabited(own, session)) continue;
    const found = refute(own, wanted, `.${name}`, session);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** A name that no schema mentions. */
const ANY_NAME = "any name\u0000";

/** Properties of any name, when the source says what they are. */
function refuteOthers(source: Variant, targets: readonly Variant[], session: Session): Refutation | undefined {
  const own = propertyOf(source, ANY_NAME);
  if (under(source, "additionalProperties").every(({ schema }) => schema === true) || !isInhabited(own, session)) {
    return undefined;
  }
  const wanted = targets.map((target) => propertyOf(target, ANY_NAME));
  if (wanted.some((parts) => isOpen(parts) || variantsOf(parts, session).length === 0)) return undefined;
  return refute(own, wanted, ".*", session);
}
