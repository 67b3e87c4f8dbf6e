/** The escapes of an ECMA-262 pattern with the flag `u`, each as a whole. For use inside another expression. */
export const ESCAPE = String.raw`\\u\{[0-9a-fA-F]+\}|\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\x[0-9a-fA-F]{2}|\\c[a-zA-Z]|\\[pP]\{[^}]*\}|\\k<[^>]*>|\\[^]`;

const CONTROLS: Readonly<Record<string, number>> = { 0: 0, t: 9, n: 10, v: 11, f: 12, r: 13 };

/** The code point that an escape stands for; undefined when it stands for something else. */
export function escapedCharacter(escape: string): number | undefined {
  const kind = escape.charAt(1);
  if (kind === "u" || kind === "x") {
    const units = escape.split(/\\[ux]\{?/).slice(1);
    const [first = 0, second] = units.map((unit) => Number.parseInt(unit, 16));
    return second === undefined ? first : String.fromCharCode(first, second).codePointAt(0);
  }
  if (kind === "c") return escape.charCodeAt(2) % 32;
  if (Object.hasOwn(CONTROLS, kind)) return CONTROLS[kind];
  return /[\w]/.test(kind) ? undefined : kind.codePointAt(0);
}

/** A code point in the words of RE2. */
export function literal(codePoint: number): string {
  const text = String.fromCodePoint(codePoint);
  return /[A-Za-z0-9 ]/.test(text) ? text : `\\x{${codePoint.toString(16)}}`;
}
