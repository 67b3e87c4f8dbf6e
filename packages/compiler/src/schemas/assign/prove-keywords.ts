import type { JsonSchema } from "@espalier/contract";
import { largest, numberOf, smallest } from "./members.ts";
import type { Atom, Variant } from "./products.ts";
import { fitsList } from "./prove-list.ts";
import { fitsObject } from "./prove-object.ts";
import type { Session } from "./session.ts";
import { onlyIntegers, typesOf } from "./types.ts";

/** Whether every value of an alternative is valid for what a schema says itself, its unions and references apart. */
export function fitsKeywords(source: Variant, target: Atom, session: Session): boolean {
  const { schema } = target;
  if (!fitsType(source, schema) || schema.enum !== undefined || schema.const !== undefined) return false;
  if (source.type === "number") return fitsNumber(source, schema);
  if (source.type === "string") return fitsText(source, target, session);
  return source.type === "object" ? fitsObject(source, target, session) : fitsList(source, target, session);
}

function fitsType(source: Variant, schema: JsonSchema): boolean {
  const types = typesOf(schema);
  if (types === undefined) return true;
  if (!types.includes(source.type)) return false;
  const wantsInteger = source.type === "number" && ![schema.type].flat().includes("number");
  return !wantsInteger || source.atoms.some((atom) => onlyIntegers(atom.schema));
}

function fitsNumber(source: Variant, schema: JsonSchema): boolean {
  const low = largest(source, "minimum", -Infinity);
  const high = smallest(source, "maximum", Infinity);
  const above = largest(source, "exclusiveMinimum", -Infinity);
  const below = smallest(source, "exclusiveMaximum", Infinity);
  const wanted = (keyword: string, otherwise: number): number => numberOf(schema, keyword) ?? otherwise;
  const exclusiveLow = wanted("exclusiveMinimum", -Infinity);
  const exclusiveHigh = wanted("exclusiveMaximum", Infinity);
  return (
    Math.max(low, above) >= wanted("minimum", -Infinity) &&
    Math.min(high, below) <= wanted("maximum", Infinity) &&
    (exclusiveLow === -Infinity || low > exclusiveLow || above >= exclusiveLow) &&
    (exclusiveHigh === Infinity || high < exclusiveHigh || below <= exclusiveHigh) &&
    fitsStep(source, numberOf(schema, "multipleOf"))
  );
}

function fitsStep({ atoms }: Variant, step: number | undefined): boolean {
  if (step === undefined) return true;
  return atoms.some(({ schema }) => {
    const own = numberOf(schema, "multipleOf");
    if (own === undefined) return step === 1 && onlyIntegers(schema);
    return own === step || (Number.isInteger(own) && Number.isInteger(step) && own % step === 0);
  });
}

function fitsText(source: Variant, target: Atom, session: Session): boolean {
  const { schema } = target;
  return (
    largest(source, "minLength", 0) >= (schema.minLength ?? 0) &&
    smallest(source, "maxLength", Infinity) <= (schema.maxLength ?? Infinity) &&
    ["pattern", "format"].every(
      (keyword) => schema[keyword] === undefined || session.saysTheSame(source.atoms, keyword, target),
    )
  );
}
