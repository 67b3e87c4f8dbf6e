import { scanCode } from "../scan.ts";

/** The head of a statement: where its colon stands, and the first `if` before it. */
export interface Head {
  readonly end: number;
  readonly guard: number | undefined;
}

/** Finds the end of a head that begins at `start`, or nothing where it has none. */
export function findHead(text: string, start: number): Head | undefined {
  let guard: number | undefined;
  for (const { kind, from, depth } of scanCode(text, start)) {
    if (kind !== "code" || depth !== 0) continue;
    if (/^\sif\b/.test(text.slice(from, from + 4))) guard ??= from + 1;
    if (text[from] === ":" && text[from + 1] !== "=") return { end: from, guard };
    if (text[from] === "\n" && text[from - 1] !== "\\") return undefined;
  }
  return undefined;
}
