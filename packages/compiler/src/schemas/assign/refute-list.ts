import { exampleOfVariant } from "./example.ts";
import { elementOf, most, tupleLength } from "./members.ts";
import { type Variant, variantsOf } from "./products.ts";
import { type Refutation, refute } from "./refute.ts";
import { isOpen, type Session } from "./session.ts";

const MOST_POSITIONS = 100;

/** What no target allows in a list of an alternative that has values. */
export function refuteList(source: Variant, targets: readonly Variant[], session: Session): Refutation | undefined {
  const tuples = Math.max(...[source, ...targets].map(tupleLength));
  const positions = Math.min(tuples + 1, MOST_POSITIONS, most(source));
  for (let index = 0; index < positions; index++) {
    const own = elementOf(source, index);
    const wanted = targets.map((target) => elementOf(target, index));
    if (!isDeclared(source, index) || wanted.some(isOpen)) continue;
    // Lists that may be longer than allowed are left to the values, as is every other length.
    if (wanted.some((parts) => variantsOf(parts, session).length === 0)) continue;
    const found = refute(own, wanted, index < tuples ? `[${index}]` : "[]", session);
    const example = found && exampleOfVariant(source, session, new Map([[index, found.example]]));
    if (found !== undefined && example !== undefined) return { ...found, example };
  }
  return undefined;
}

function isDeclared({ atoms }: Variant, index: number): boolean {
  return atoms.some(({ schema }) => schema.items !== undefined || index < (schema.prefixItems?.length ?? 0));
}
