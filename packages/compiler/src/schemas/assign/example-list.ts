import type { JsonSchema } from "@espalier/contract";
import { accepts } from "./accepts.ts";
import { composed, type Example, exampleOf, type Given } from "./example.ts";
import { elementOf, fewest, has, largest, most, under } from "./members.ts";
import type { Variant } from "./products.ts";
import type { Session } from "./session.ts";

/** Longer lists are not thought up. */
const LONGEST = 1_000;
const TOGETHER = ["uniqueItems", "contains", "minContains", "maxContains"];

/** A list of an alternative that has the given elements, and no more than it needs. */
export function listExample(variant: Variant, given: Given, session: Session): Example | undefined {
  const least = Math.max(fewest(variant), ...[...given.keys()].map((index) => Number(index) + 1));
  if (least > Math.min(most(variant), LONGEST)) return undefined;
  const elements: Example[] = [];
  const add = (example: Example | undefined): boolean => example !== undefined && elements.push(example) > 0;
  for (let index = 0; index < least; index++) {
    if (!add(given.get(index) ?? exampleOf(elementOf(variant, index), session))) return undefined;
  }
  const contained = under(variant, "contains");
  const wanted = contained.length === 0 ? 0 : largest(variant, "minContains", 1);
  // Elements that must be contained may stand behind all others; whether they were needed, the list as a whole tells.
  for (let added = 0; !holdTogether(elements, variant, session); added++) {
    if (added >= wanted || elements.length >= Math.min(most(variant), LONGEST)) return undefined;
    if (!add(exampleOf([...elementOf(variant, elements.length), ...contained], session))) return undefined;
  }
  return has(variant, "unevaluatedItems") && elements.length > 0 ? undefined : listOf(elements);
}

function listOf(elements: readonly Example[]): Example {
  return composed(elements, (values) => [...values]);
}

/** Whether elements fulfil what a list says of all of them together. */
function holdTogether(elements: readonly Example[], { atoms }: Variant, session: Session): boolean {
  const { value, certain } = listOf(elements);
  return atoms.every(({ schema, root }) => {
    const own: JsonSchema = Object.fromEntries(
      Object.entries(schema).filter(([keyword]) => TOGETHER.includes(keyword)),
    );
    if (Object.keys(own).length === 0) return true;
    return certain && accepts(value, { schema: own, root }, session) === true;
  });
}
