import { positionsAreInhabited } from "./inhabited.ts";
import { elementOf, fewest, has, most, tupleLength } from "./members.ts";
import { type Variant, variantsOf } from "./products.ts";
import { type Refutation, refute } from "./refute.ts";
import { isOpen, type Session } from "./session.ts";

const MOST_POSITIONS = 100;

/** What no target allows in a list of an alternative that has values. */
export function refuteList(source: Variant, targets: readonly Variant[], session: Session): Refutation | undefined {
  if (["contains", "unevaluatedItems"].some((keyword) => has(source, keyword))) return undefined;
  const tuples = Math.max(...[source, ...targets].map(tupleLength));
  // Elements that must differ could rule out the one that does not fit, unless it is alone.
  const unique = has(source, "uniqueItems") ? 1 : Infinity;
  const positions = Math.min(tuples + 1, MOST_POSITIONS, most(source), unique);
  if (fewest(source) > unique) return undefined;
  for (let index = 0; index < positions; index++) {
    const own = elementOf(source, index);
    const wanted = targets.map((target) => elementOf(target, index));
    if (!isDeclared(source, index) || wanted.some(isOpen)) continue;
    // Lists that may be longer than allowed are left to the values, as is every other length.
    if (wanted.some((parts) => variantsOf(parts, session).length === 0)) continue;
    if (!positionsAreInhabited(source, index + 1, session)) return undefined;
    const found = refute(own, wanted, index < tuples ? `[${index}]` : "[]", session);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isDeclared({ atoms }: Variant, index: number): boolean {
  return atoms.some(({ schema }) => schema.items !== undefined || index < (schema.prefixItems?.length ?? 0));
}
