import type { JsonSchema } from "@espalier/contract";
import { accepts } from "./accepts.ts";
import type { Example } from "./example.ts";
import { has, largest, numberOf, smallest } from "./members.ts";
import type { Variant } from "./products.ts";
import { alone, type Session } from "./session.ts";

const NUMBER_KEYWORDS = ["type", "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"];
const TEXT_KEYWORDS = ["minLength", "maxLength", "pattern"];
const TEXTS = [
  "",
  "a",
  "b",
  "x",
  "ab",
  "A",
  "0",
  "10",
  "a-b",
  "a b",
  "2020-01-31",
  "a@b.example",
  "https://a.example/",
];
const LONGEST = 1_000;

/** Numbers at and around the limits of an alternative that are valid for it. */
export function numberExamples(variant: Variant, session: Session): number[] {
  const bounds = ["minimum", "exclusiveMinimum"].map((keyword) => largest(variant, keyword, -Infinity));
  const limits = ["maximum", "exclusiveMaximum"].map((keyword) => smallest(variant, keyword, Infinity));
  const [low, high] = [Math.max(...bounds), Math.min(...limits)];
  const step = variant.atoms.reduce((product, { schema }) => product * (numberOf(schema, "multipleOf") ?? 1), 1);
  const multiples = [Math.ceil(low / step), Math.floor(low / step) + 1].map((times) => times * step);
  const candidates = [0, 1, -1, 0.5, low, high, (low + high) / 2, low + step, high - step, ...multiples];
  return candidates.filter((value) => Number.isFinite(value) && holds(value, variant, NUMBER_KEYWORDS, session));
}

/** Texts that are valid for an alternative; when there is none to be found, one that stands for all. */
export function textExamples(variant: Variant, session: Session): Example[] {
  const [least, most] = [largest(variant, "minLength", 0), smallest(variant, "maxLength", Infinity)];
  if (least > most) return [];
  const texts = [...TEXTS, ...(least <= LONGEST ? ["a".repeat(least), "0".repeat(least)] : [])];
  const found = has(variant, "format") ? [] : texts.filter((text) => holds(text, variant, TEXT_KEYWORDS, session));
  return found.length > 0 ? found.map((value) => ({ value, certain: true })) : [{ value: "", certain: false }];
}

/** Whether a value is valid for some keywords of an alternative; its unions are resolved already. */
function holds(value: string | number, { atoms }: Variant, keywords: readonly string[], session: Session): boolean {
  return atoms.every(({ schema }) => {
    const own: JsonSchema = Object.fromEntries(
      Object.entries(schema).filter(([keyword]) => keywords.includes(keyword)),
    );
    return accepts(value, alone(own), session) === true;
  });
}
