import type { Json } from "@espalier/contract";
import type { Mismatch } from "./run.ts";

/** How much of a value, a name or a pattern is shown, in characters. */
const MOST_SHOWN = 60;
/** How many of the values of an `enum` are shown. */
const MOST_VALUES = 5;
/** How many keys of a pointer are shown, and how many characters of one. */
const MOST_KEYS = 12;
const MOST_OF_KEY = 40;

/** One sentence: where in the value, as a JSON Pointer, what is wanted there, and what was found. */
export function sentence({ wanted, found, keys }: Mismatch): string {
  return `${keys.length === 0 ? "the value" : pointer(keys)} must ${wanted}; it is ${described(found)}`;
}

/** `keys` has the innermost first. In a long one the middle is left out. */
function pointer(keys: readonly (string | number)[]): string {
  const all = keys.map((key) => `/${shownKey(String(key))}`).reverse();
  if (all.length <= MOST_KEYS) return all.join("");
  return `${all.slice(0, MOST_KEYS / 2).join("")}/…${all.slice(-MOST_KEYS / 2).join("")}`;
}

function shownKey(key: string): string {
  return visible(cut(key, MOST_OF_KEY).replaceAll("~", "~0").replaceAll("/", "~1"));
}

function described(value: Json): string {
  if (typeof value === "string") {
    const { length } = value;
    return length > MOST_SHOWN ? `${briefText(value)} (${length} characters)` : briefText(value);
  }
  if (typeof value === "number" && !Number.isFinite(value)) return "a number that is too large";
  if (typeof value !== "object" || value === null) return String(value);
  if (Array.isArray(value)) return `a list of ${counted(value.length, "item")}`;
  return `an object with ${counted(Object.keys(value).length, "property", "properties")}`;
}

/** A text in quotes, cut when it is long, with nothing in it that a terminal or a log would obey. */
export function briefText(text: string): string {
  return visible(JSON.stringify(cut(text, MOST_SHOWN)));
}

/** A value as JSON; of a large one, only what it is. */
export function briefJson(value: Json): string {
  if (typeof value !== "object" || value === null) return typeof value === "string" ? briefText(value) : String(value);
  const text = JSON.stringify(value);
  return text.length > MOST_SHOWN ? `a certain ${Array.isArray(value) ? "list" : "object"}` : visible(text);
}

export function briefList(values: readonly Json[]): string {
  const shown = values.slice(0, MOST_VALUES).map(briefJson);
  const more = values.length - shown.length;
  return orList(more > 0 ? [...shown, `one of ${more} more`] : shown);
}

/** Without the escapes of JSON, which would double those that a pattern has. */
export function briefPattern(pattern: string): string {
  return `"${visible(cut(pattern, MOST_SHOWN))}"`;
}

export function orList(words: readonly string[]): string {
  if (words.length < 2) return words.join("");
  return `${words.slice(0, -1).join(", ")} or ${words.at(-1)}`;
}

export function counted(count: number, one: string, many = `${one}s`): string {
  return `${count} ${count === 1 ? one : many}`;
}

/** Never half of a pair of surrogates. */
function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  return `${text.slice(0, most).replace(/[\uD800-\uDBFF]$/, "")}…`;
}

/** Control, formatting and lone surrogate characters as escapes. */
function visible(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/gu, (character) => {
    const units = [...Array(character.length).keys()].map((index) => character.charCodeAt(index));
    return units.map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`).join("");
  });
}
