import { UnusableSchemaError } from "../check.ts";
import { ESCAPE, escapedCharacter, literal } from "./escapes.ts";

/** A pattern in the words of RE2. */
export interface TranslatedPattern {
  readonly source: string;
  /** About how many instructions it becomes, with its repeats written out. */
  readonly size: number;
}

const CLASS = String.raw`\[(?:\\[^]|[^\]\\])*\]`;
const TOKEN = new RegExp(String.raw`${CLASS}|${ESCAPE}|\(\?<?[=!]|\(\?<[^>]*>|\(\?:|\(\?|\{\d+,?\d*\}|[^]`, "gu");
const CLASS_TOKEN = new RegExp(`${ESCAPE}|[^]`, "gu");

/** White space of ECMA-262, which is more than that of RE2; and all else. */
const SPACE = String.raw`\t-\r \x{a0}\x{1680}\x{2000}-\x{200a}\x{2028}\x{2029}\x{202f}\x{205f}\x{3000}\x{feff}`;
const NO_SPACE = String.raw`\x{0}-\x{8}\x{e}-\x{1f}!-\x{9f}\x{a1}-\x{167f}\x{1681}-\x{1fff}\x{200b}-\x{2027}\x{202a}-\x{202e}\x{2030}-\x{205e}\x{2060}-\x{2fff}\x{3001}-\x{fefe}\x{ff00}-\x{10ffff}`;
const ANYTHING = String.raw`\x{0}-\x{10ffff}`;

/** Tokens that mean the same in both, or that say themselves how they differ. */
const WORDS: Readonly<Record<string, string>> = {
  ".": String.raw`[^\n\r\x{2028}\x{2029}]`,
  "^": "^",
  $: "$",
  "\\b": "\\b",
  "\\B": "\\B",
  "\\s": `[${SPACE}]`,
  "\\S": `[${NO_SPACE}]`,
};
const CLASS_WORDS: Readonly<Record<string, string>> = { "\\b": "\\x{8}", "\\s": SPACE, "\\S": NO_SPACE, "-": "-" };

/** A map: names come from outside. */
const CATEGORIES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    Letter: "L",
    Uppercase_Letter: "Lu",
    Lowercase_Letter: "Ll",
    Mark: "M",
    Number: "N",
    Decimal_Number: "Nd",
    Punctuation: "P",
    Symbol: "S",
    Separator: "Z",
    Other: "C",
  }),
);

/** What a Unicode property weighs: it is hundreds of ranges. */
const PROPERTY_SIZE = 40;

/**
 * Says a JSON Schema `pattern`, which `checkSchema` has found well formed, for an engine whose time is linear. Throws
 * {@link UnusableSchemaError} for what such an engine does not have: look-around, back-references, flags inside.
 */
export function translatePattern(pattern: string): TranslatedPattern {
  const source: string[] = [];
  // Of the open groups, from the outermost one: what they weigh so far.
  const open: number[] = [];
  let size = 0;
  let lastAtom = 0;

  for (const [token] of pattern.matchAll(TOKEN)) {
    if (token.startsWith("(")) {
      source.push(openGroup(token));
      open.push(size);
      size = 0;
    } else if (token === ")") {
      source.push(token);
      lastAtom = size;
      size += open.pop() ?? 0;
    } else if (isRepeat(token)) {
      source.push(token);
      const repeated = repeat(token, lastAtom);
      size += repeated - lastAtom;
      lastAtom = repeated;
    } else if (token === "|") {
      source.push(token);
      size += 1;
    } else {
      source.push(atom(token));
      lastAtom = weight(token);
      size += lastAtom;
    }
  }
  return { source: source.join(""), size };
}

function openGroup(token: string): string {
  if (/[=!]$/.test(token)) throw new UnusableSchemaError(`look-around in a pattern, "${token}"`);
  if (token === "(?") throw new UnusableSchemaError("flags in a pattern");
  return "(?:"; // nobody asks what a group has matched
}

function isRepeat(token: string): boolean {
  return token === "*" || token === "+" || token === "?" || /^\{\d/.test(token);
}

/** The size of an atom with its repeats written out; copies that may be left out, and loops, take one more each. */
function repeat(token: string, size: number): number {
  const [least, most] = (token.match(/\d+/g) ?? []).map(Number);
  if (least === undefined) return size + 1;
  return size * Math.max(1, most ?? least) + (most ?? least) - least + (token.includes(",") ? 1 : 0);
}

function atom(token: string): string {
  if (/^\\[1-9k]/.test(token)) throw new UnusableSchemaError(`a back-reference in a pattern, "${token}"`);
  if (token.startsWith("[") && token.length > 1) return translateClass(token);
  return WORDS[token] ?? character(token);
}

function translateClass(token: string): string {
  const isNegated = token.startsWith("[^");
  const inner = token.slice(isNegated ? 2 : 1, -1);
  if (inner === "") return isNegated ? `[${ANYTHING}]` : `[^${ANYTHING}]`;
  const parts = [...inner.matchAll(CLASS_TOKEN)].map(([part]) => CLASS_WORDS[part] ?? character(part));
  return `[${isNegated ? "^" : ""}${parts.join("")}]`;
}

/** A character, escaped or not; the properties and classes that both engines have are left as they are. */
function character(token: string): string {
  if (!token.startsWith("\\")) return literal(token.codePointAt(0)!);
  const codePoint = escapedCharacter(token);
  if (codePoint !== undefined) return literal(codePoint);
  if (!/^\\p/i.test(token)) return token;
  // RE2 knows scripts by their names alone, and general categories by their short ones.
  const name = token.slice(3, -1).replace(/^(?:General_Category|gc|Script|sc)=/, "");
  return `${token.slice(0, 2)}{${CATEGORIES.get(name) ?? name}}`;
}

function weight(token: string): number {
  return 1 + PROPERTY_SIZE * (token.match(/\\p\{/gi)?.length ?? 0);
}
