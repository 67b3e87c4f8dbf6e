/** A string literal, taken apart. */
export interface StringLiteral {
  readonly kind: "text" | "bytes" | "format";
  /** What it says; undefined when that takes more than its text (an f-string, a character by name). */
  readonly value: string | undefined;
  /** Where its inside starts and ends, as offsets into the literal. */
  readonly start: number;
  readonly end: number;
  /** Whether the inside stands for itself, so that an offset into the value is an offset into the inside. */
  readonly plain: boolean;
}

const LITERAL = /^([a-z]{0,2})("""|'''|"|')([^]*)$/i;
const ESCAPE = /\\(\n|[0-7]{1,3}|x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|N\{[^}]*\}|[^])/g;
const SIMPLE: ReadonlyMap<string, string> = new Map([
  ["\n", ""],
  ["\\", "\\"],
  ["'", "'"],
  ['"', '"'],
  ["a", "\x07"],
  ["b", "\b"],
  ["f", "\f"],
  ["n", "\n"],
  ["r", "\r"],
  ["t", "\t"],
  ["v", "\v"],
]);

/** Takes a literal apart, or gives undefined when it is not closed. */
export function readStringLiteral(text: string): StringLiteral | undefined {
  const match = LITERAL.exec(text);
  const prefix = match?.[1]?.toLowerCase() ?? "";
  const quote = match?.[2] ?? "";
  const rest = match?.[3] ?? "";
  if (!match || !rest.endsWith(quote)) return undefined;
  const inside = rest.slice(0, rest.length - quote.length);
  if (/(?:^|[^\\])(?:\\\\)*\\$/.test(inside)) return undefined;
  const start = prefix.length + quote.length;
  const kind = prefix.includes("b") ? "bytes" : prefix.includes("f") ? "format" : "text";
  const raw = prefix.includes("r");
  const value = kind !== "text" ? undefined : raw ? inside : unescape(inside);
  return { kind, value, start, end: start + inside.length, plain: raw || !inside.includes("\\") };
}

function unescape(inside: string): string | undefined {
  let known = true;
  const value = inside.replace(ESCAPE, (whole: string, escape: string) => {
    const simple = SIMPLE.get(escape);
    if (simple !== undefined) return simple;
    if (/^[0-7]/.test(escape)) return String.fromCharCode(Number.parseInt(escape, 8));
    if (/^[xuU][0-9a-fA-F]+$/.test(escape) && escape.length > 1) return character(Number.parseInt(escape.slice(1), 16));
    if (escape.startsWith("N{")) known = false;
    return whole;
  });
  return known ? value : undefined;
}

function character(code: number): string {
  return code <= 0x10ffff ? String.fromCodePoint(code) : "\uFFFD";
}
