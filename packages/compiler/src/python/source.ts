import type { Place } from "@espalier/jsx/tree";

/** Python text with the means to say where something in it is: a whole file, or the inside of a quoted annotation. */
export interface Source {
  readonly text: string;
  /** The place of an offset into `text`, as an editor counts it. */
  placeAt(offset: number): Place;
}

/**
 * A file's text as the parser reads it. A byte order mark is dropped, every line break becomes one newline, and a line
 * begins behind its last form feed, as Python itself does it. Places are those of the original: they count from 1, in
 * UTF-16 units.
 */
export function createSource(original: string, file: string): Source {
  const lines = original.replace(/^\uFEFF/, "").replace(/\r\n?/g, "\n");
  const text = lines.replace(FORM_FEEDS, "").replace(LONE_CONTINUATION, " \n");
  let lineStarts: number[] | undefined;
  let shifts: ReadonlyMap<number, number> | undefined;
  return {
    text,
    placeAt(offset) {
      lineStarts ??= findLineStarts(text);
      shifts ??= findShifts(lines);
      const line = lineIndex(lineStarts, offset);
      return { file, line: line + 1, column: offset - (lineStarts[line] ?? 0) + (shifts.get(line) ?? 0) + 1 };
    },
  };
}

const FORM_FEEDS = /^[ \t]*\f[ \t\f]*?(?=[ \t]*(?:[^ \t\f]|$))/gm;
/** A line with nothing but a backslash at its start says nothing; the parser would take it for the indentation. */
const LONE_CONTINUATION = /(?<!\\\n)^\\\n/gm;

/** How far lines are moved to the left, by their index. */
function findShifts(text: string): ReadonlyMap<number, number> {
  const shifts = new Map<number, number>();
  if (!text.includes("\f")) return shifts;
  for (const [index, line] of text.split("\n").entries()) {
    const moved = FORM_FEEDS.exec(line)?.[0].length;
    FORM_FEEDS.lastIndex = 0;
    if (moved !== undefined) shifts.set(index, moved);
  }
  return shifts;
}

function findLineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

/** The last line that starts at or before `offset`. */
function lineIndex(starts: readonly number[], offset: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
