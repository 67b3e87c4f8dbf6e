/** A character of code, or a whole string or comment. */
export interface Scanned {
  readonly kind: "code" | "string" | "comment";
  readonly from: number;
  readonly to: number;
  /** Brackets open around it; a closing bracket counts as outside. */
  readonly depth: number;
}

const SKIPPED = /"""[^]*?"""|'''[^]*?'''|"(?:\\[^]|[^"\\\n])*"|'(?:\\[^]|[^'\\\n])*'|#[^\n]*/y;
/** The head of a statement is shorter than this. */
const MAX_SCANNED = 5_000;

/** Goes through code from an offset on, taking strings and comments as one piece. */
export function* scanCode(text: string, start: number): Generator<Scanned> {
  const window = text.slice(start, start + MAX_SCANNED);
  let depth = 0;
  for (let at = 0; at < window.length;) {
    SKIPPED.lastIndex = at;
    const skipped = SKIPPED.exec(window)?.[0];
    const to = at + (skipped?.length ?? 1);
    const character = window[at] ?? "";
    if (")]}".includes(character)) depth -= 1;
    const kind = skipped === undefined ? "code" : skipped.startsWith("#") ? "comment" : "string";
    yield { kind, from: start + at, to: start + to, depth };
    if (depth < 0) return;
    if ("([{".includes(character)) depth += 1;
    at = to;
  }
}
