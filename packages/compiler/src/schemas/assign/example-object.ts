import type { Json } from "@espalier/contract";
import { accepts } from "./accepts.ts";
import { composed, type Example, exampleOf, type Given } from "./example.ts";
import { declaredNames, has, largest, propertyOf, requiredNames, smallest, under } from "./members.ts";
import type { Variant } from "./products.ts";
import { isOpen, type Session } from "./session.ts";

/** More properties than this are not thought up to reach a least number. */
const MOST_ADDED = 100;

/** An object of an alternative that has the given properties, the required ones, and no more than it needs. */
export function objectExample(variant: Variant, given: Given, session: Session): Example | undefined {
  const names = neededNames(variant, given);
  const properties = new Map<string, Example>();
  for (const name of names) {
    const example = given.get(name) ?? exampleOf(propertyOf(variant, name), session);
    if (example === undefined) return undefined;
    properties.set(name, example);
  }
  const least = largest(variant, "minProperties", 0);
  if (least > properties.size) addProperties(least - properties.size, properties, variant, session);
  const { size } = properties;
  if (size < least || size > smallest(variant, "maxProperties", Infinity)) return undefined;
  if (size > 0 && has(variant, "unevaluatedProperties")) return undefined;
  if (!namesHold([...properties.keys()], variant, session)) return undefined;
  const example = objectOf(properties);
  return dependentsHold(example, variant, session) ? example : undefined;
}

function objectOf(properties: ReadonlyMap<string, Example>): Example {
  const names = [...properties.keys()];
  return composed([...properties.values()], (values) =>
    Object.fromEntries(names.map((name, index): [string, Json] => [name, values[index] ?? null])),
  );
}

/** The names that are required or given, with those that these require in turn. */
function neededNames(variant: Variant, given: Given): ReadonlySet<string> {
  const names = new Set([...requiredNames(variant), ...[...given.keys()].map(String)]);
  const rules = variant.atoms.map(({ schema }) => (schema["dependentRequired"] ?? {}) as Record<string, string[]>);
  if (rules.every((rule) => Object.keys(rule).length === 0)) return names;
  // A set gives what is added to it on the way too.
  for (const name of names) {
    for (const rule of rules) for (const other of Object.hasOwn(rule, name) ? (rule[name] ?? []) : []) names.add(other);
  }
  return names;
}

function addProperties(count: number, properties: Map<string, Example>, variant: Variant, session: Session): void {
  if (count > MOST_ADDED) return;
  const more = Array.from({ length: count }, (_, index) => `more${index + 1}`);
  let missing = count;
  for (const name of [...declaredNames(variant), ...more]) {
    if (missing === 0) return;
    const example = properties.has(name) ? undefined : exampleOf(propertyOf(variant, name), session);
    if (example === undefined) continue;
    properties.set(name, example);
    missing--;
  }
}

function namesHold(names: readonly string[], variant: Variant, session: Session): boolean {
  const rules = under(variant, "propertyNames");
  return isOpen(rules) || names.every((name) => rules.every((rule) => accepts(name, rule, session) === true));
}

const DEPENDENT = ["dependentRequired", "dependentSchemas"];

function dependentsHold({ value, certain }: Example, variant: Variant, session: Session): boolean {
  return variant.atoms.every(({ schema, root }) => {
    const rules = DEPENDENT.flatMap((keyword) => (schema[keyword] === undefined ? [] : [[keyword, schema[keyword]]]));
    if (rules.length === 0) return true;
    return certain && accepts(value, { schema: Object.fromEntries(rules), root }, session) === true;
  });
}
