import type { JsonSchema } from "@espalier/contract";
import { accepts } from "./accepts.ts";
import {
  declaredNames,
  largest,
  matches,
  numberOf,
  patternsOf,
  propertyOf,
  requiredNames,
  smallest,
  under,
} from "./members.ts";
import type { Atom, Variant } from "./products.ts";
import { provesAll, proves } from "./prove.ts";
import { alone, type Conjunction, Exhausted, type Part, type Session } from "./session.ts";

/** Whether every object of an alternative is valid for what a schema says of objects. */
export function fitsObject(source: Variant, target: Atom, session: Session): boolean {
  const { schema } = target;
  const required = requiredNames(source);
  return (
    (schema.required ?? []).every((name) => required.has(name)) &&
    fitsCount(source, schema) &&
    fitsProperties(source, target, session) &&
    fitsPatterns(source, target, session) &&
    fitsRest(source, target, session) &&
    fitsNames(source, target, session) &&
    fitsDependent(source, target, session) &&
    schema["unevaluatedProperties"] === undefined
  );
}

/** What a property of a name that is declared nowhere must be. */
function rest(source: Variant): Conjunction {
  return under(source, "additionalProperties");
}

function isClosed(source: Variant): boolean {
  return patternsOf(source).length === 0 && rest(source).some(({ schema }) => schema === false);
}

function fitsCount(source: Variant, schema: JsonSchema): boolean {
  const least = Math.max(requiredNames(source).size, largest(source, "minProperties", 0));
  const declared = isClosed(source) ? declaredNames(source).size : Infinity;
  const limit = Math.min(declared, smallest(source, "maxProperties", Infinity));
  return least >= (numberOf(schema, "minProperties") ?? 0) && limit <= (numberOf(schema, "maxProperties") ?? Infinity);
}

function fitsProperties(source: Variant, { schema, root }: Atom, session: Session): boolean {
  return Object.entries(schema.properties ?? {}).every(([name, wanted]) =>
    provesAll(propertyOf(source, name), { schema: wanted, root }, session),
  );
}

function isMatch(pattern: string, name: string): boolean {
  const matching = matches(pattern, name);
  if (matching === undefined) throw new Exhausted();
  return matching;
}

function fitsPatterns(source: Variant, { schema, root }: Atom, session: Session): boolean {
  return Object.entries(schema.patternProperties ?? {}).every(([pattern, inner]) => {
    const wanted = { schema: inner, root };
    const names = [...declaredNames(source)].filter((name) => isMatch(pattern, name));
    return (
      names.every((name) => provesAll(propertyOf(source, name), wanted, session)) &&
      patternsOf(source).every(({ part }) => provesAll([part], wanted, session)) &&
      (provesAll(rest(source), wanted, session) || isUnderPattern(source, pattern))
    );
  });
}

/** Whether every name that matches a pattern is under the same pattern in the source. */
function isUnderPattern(source: Variant, pattern: string): boolean {
  return source.atoms.some(({ schema }) => Object.hasOwn(schema.patternProperties ?? {}, pattern));
}

function fitsRest(source: Variant, { schema, root }: Atom, session: Session): boolean {
  if (schema.additionalProperties === undefined) return true;
  const wanted = { schema: schema.additionalProperties, root };
  const patterns = Object.keys(schema.patternProperties ?? {});
  const names = [...declaredNames(source)].filter(
    (name) => !Object.hasOwn(schema.properties ?? {}, name) && !patterns.some((pattern) => isMatch(pattern, name)),
  );
  return (
    names.every((name) => provesAll(propertyOf(source, name), wanted, session)) &&
    patternsOf(source).every(({ pattern, part }) => patterns.includes(pattern) || provesAll([part], wanted, session)) &&
    provesAll(rest(source), wanted, session)
  );
}

function fitsNames(source: Variant, { schema, root }: Atom, session: Session): boolean {
  if (schema.propertyNames === undefined) return true;
  const wanted: Part = { schema: schema.propertyNames, root };
  const fitting = [...declaredNames(source)].every((name) => accepts(name, wanted, session) === true);
  const texts = [alone({ type: "string" }), ...under(source, "propertyNames")];
  return provesAll(texts, wanted, session) || (fitting && isClosed(source));
}

function fitsDependent(source: Variant, target: Atom, session: Session): boolean {
  const { schema, root } = target;
  const required = requiredNames(source);
  const names = (schema["dependentRequired"] ?? {}) as Record<string, readonly string[]>;
  const schemas = (schema["dependentSchemas"] ?? {}) as Record<string, Part["schema"]>;
  return (
    (session.saysTheSame(source.atoms, "dependentRequired", target) ||
      Object.values(names).every((list) => list.every((name) => required.has(name)))) &&
    (session.saysTheSame(source.atoms, "dependentSchemas", target) ||
      Object.values(schemas).every((inner) => proves(source, { schema: inner, root }, session)))
  );
}
