import type { JsonSchema } from "@espalier/contract";
import type { Check, Compiler, Keyword } from "../check.ts";
import { allOf, anyOf, conditional, not, oneOf, reference } from "./combinations.ts";
import { contains, itemCount, items, unevaluatedItems, uniqueItems } from "./lists.ts";
import { constant, enumeration } from "./literals.ts";
import { multipleOf, range } from "./numbers.ts";
import {
  dependentRequired,
  dependentSchemas,
  propertyCount,
  propertyNames,
  properties,
  required,
  unevaluatedProperties,
} from "./objects.ts";
import { format, length, pattern } from "./strings.ts";
import { type } from "./types.ts";

/** What each is called, in the order in which they are looked at: cheap ones first, and last what needs all others. */
const KEYWORDS: readonly (readonly [names: readonly string[], keyword: Keyword])[] = [
  [["type"], type],
  [["const"], constant],
  [["enum"], enumeration],
  [["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"], range],
  [["multipleOf"], multipleOf],
  [["minLength", "maxLength"], length],
  [["required"], required],
  [["minProperties", "maxProperties"], propertyCount],
  [["minItems", "maxItems"], itemCount],
  [["format"], format],
  [["pattern"], pattern],
  [["dependentRequired"], dependentRequired],
  [["properties", "patternProperties", "additionalProperties"], properties],
  [["propertyNames"], propertyNames],
  [["prefixItems", "items"], items],
  [["uniqueItems"], uniqueItems],
  [["contains"], contains],
  [["$ref"], reference],
  [["allOf"], allOf],
  [["anyOf"], anyOf],
  [["oneOf"], oneOf],
  [["not"], not],
  [["if"], conditional],
  [["dependentSchemas"], dependentSchemas],
  [["unevaluatedProperties"], unevaluatedProperties],
  [["unevaluatedItems"], unevaluatedItems],
];

const PLACES = new Map(KEYWORDS.flatMap(([names], place) => names.map((name): [string, number] => [name, place])));

/** The checks of a schema, in their order. What is no keyword of the draft, or only tells readers something, has none. */
export function checksOf(schema: JsonSchema, compiler: Compiler): Check[] {
  const places = new Set<number>();
  for (const name of Object.keys(schema)) {
    const place = PLACES.get(name);
    if (place !== undefined) places.add(place);
  }
  return [...places]
    .sort((one, other) => one - other)
    .map((place) => KEYWORDS[place]![1](schema, compiler))
    .filter((check) => check !== undefined);
}
