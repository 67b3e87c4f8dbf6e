import { type Example, exampleOf, exampleOfVariant } from "./example.ts";
import { declaredNames, propertyOf, requiredNames, under } from "./members.ts";
import { type Variant, variantsOf } from "./products.ts";
import { type Refutation, refute } from "./refute.ts";
import { type Conjunction, isOpen, type Session } from "./session.ts";

/** What no target allows in an object of an alternative that has values. */
export function refuteObject(source: Variant, targets: readonly Variant[], session: Session): Refutation | undefined {
  return (
    refuteMissing(source, targets, session) ??
    refuteProperties(source, targets, session) ??
    refuteOthers(source, targets, session)
  );
}

function refuteMissing(source: Variant, targets: readonly Variant[], session: Session): Refutation | undefined {
  const [first, ...others] = targets.map(requiredNames);
  const declared = declaredNames(source);
  let example: Example | undefined;
  for (const name of first ?? []) {
    if (!others.every((names) => names.has(name))) continue;
    // The smallest object has what it must have, by whatever keyword.
    example ??= exampleOfVariant(source, session);
    if (example === undefined) return undefined;
    if (Object.hasOwn(example.value as object, name)) continue;
    const reason = declared.has(name) ? "may be missing" : "is missing";
    const given = declared.has(name) ? "an optional property" : "nothing";
    return { path: `.${name}`, source: given, target: "a required property", reason, example };
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
      const example = exampleOfVariant(source, session);
      if (example !== undefined) {
        return { path: `.${name}`, source: "a property", target: "none", reason: "is not allowed", example };
      }
    }
    if (!declared.has(name) || forbidden.length > 0) continue;
    const found = refuteProperty(source, name, wanted, session);
    if (found !== undefined) return { ...found, path: `.${name}${found.path}` };
  }
  return undefined;
}

function refuteProperty(
  source: Variant,
  name: string,
  wanted: readonly Conjunction[],
  session: Session,
): Refutation | undefined {
  const found = refute(propertyOf(source, name), wanted, "", session);
  const example = found && exampleOfVariant(source, session, new Map([[name, found.example]]));
  return example && found && { ...found, example };
}

/** Properties of any name, when the source says what they are. */
function refuteOthers(source: Variant, targets: readonly Variant[], session: Session): Refutation | undefined {
  if (under(source, "additionalProperties").every(({ schema }) => schema === true)) return undefined;
  const name = undeclaredName([source, ...targets]);
  if (exampleOf(propertyOf(source, name), session) === undefined) return undefined;
  const wanted = targets.map((target) => propertyOf(target, name));
  if (wanted.some((parts) => isOpen(parts) || variantsOf(parts, session).length === 0)) return undefined;
  const found = refuteProperty(source, name, wanted, session);
  return found && { ...found, path: `.*${found.path}` };
}

/** A name that no schema mentions. */
function undeclaredName(variants: readonly Variant[]): string {
  const taken = variants.map((variant) => declaredNames(variant));
  for (let number = 1; ; number++) {
    const name = `any${number}`;
    if (!taken.some((names) => names.has(name))) return name;
  }
}
