import { declaredNames, propertyOf, requiredNames } from "./members.ts";
import { type Variant, variantsOf } from "./products.ts";
import { alone, type Session } from "./session.ts";

const MOST_VALUES = 100;
const MOST_PROPERTIES = 50;

/**
 * An object as several that are one together, by the values that a required property lists. Undefined when no property
 * lists more than one.
 */
export function refinements(source: Variant, session: Session): Variant[] | undefined {
  if (source.type !== "object") return undefined;
  const required = requiredNames(source);
  const names = [...declaredNames(source)].filter((name) => required.has(name)).slice(0, MOST_PROPERTIES);
  for (const name of names) {
    const variants = variantsOf(propertyOf(source, name), session);
    const values = variants.flatMap((variant) => variant.values ?? []);
    if (variants.some((variant) => variant.values === undefined)) continue;
    if (values.length < 2 || values.length > MOST_VALUES) continue;
    return values.map((value) => ({
      ...source,
      atoms: [...source.atoms, alone({ properties: { [name]: { const: value } } }) as Variant["atoms"][number]],
    }));
  }
  return undefined;
}
