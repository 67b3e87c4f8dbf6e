import type { JsonSchema } from "@espalier/contract";
import { elementOf, fewest, has, most, numberOf, tupleLength } from "./members.ts";
import type { Atom, Variant } from "./products.ts";
import { provesAll } from "./prove.ts";
import type { Session } from "./session.ts";

/** Whether every list of an alternative is valid for what a schema says of lists. */
export function fitsList(source: Variant, target: Atom, session: Session): boolean {
  const { schema } = target;
  const unique = source.atoms.some((atom) => atom.schema["uniqueItems"] === true);
  return (
    fewest(source) >= (schema.minItems ?? 0) &&
    most(source) <= (schema.maxItems ?? Infinity) &&
    (schema["uniqueItems"] !== true || unique || most(source) <= 1) &&
    fitsElements(source, target, session) &&
    fitsContained(source, target, session) &&
    schema["unevaluatedItems"] === undefined
  );
}

function fitsElements(source: Variant, { schema, root }: Atom, session: Session): boolean {
  const { prefixItems = [], items = true } = schema;
  const positions = Math.max(prefixItems.length, tupleLength(source));
  const limit = most(source);
  // The element behind all tuples stands for all that follow.
  for (let index = 0; index <= positions && index < limit; index++) {
    const wanted = prefixItems[index] ?? items;
    if (!provesAll(elementOf(source, index), { schema: wanted, root }, session)) return false;
  }
  return true;
}

const CONTAINED = ["contains", "minContains", "maxContains"];

function fitsContained(source: Variant, target: Atom, session: Session): boolean {
  const { schema, root } = target;
  const contains = schema["contains"] as JsonSchema | boolean | undefined;
  if (contains === undefined) return true;
  const same = source.atoms.some((atom) => CONTAINED.every((keyword) => session.saysTheSame([atom], keyword, target)));
  if (same) return true;
  const least = numberOf(schema, "minContains") ?? 1;
  if (schema["maxContains"] !== undefined || has(source, "unevaluatedItems")) return false;
  let found = 0;
  const positions = Math.min(fewest(source), tupleLength(source) + least);
  for (let index = 0; index < positions && found < least; index++) {
    if (provesAll(elementOf(source, index), { schema: contains, root }, session)) found++;
  }
  return found >= least;
}
