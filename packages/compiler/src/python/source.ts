import type { Place } from "@espalier/jsx/tree";

/** Python text with the means to say where something in it is: a whole file, or the inside of a quoted annotation. */
export interface Source {
  readonly text: string;
  /** The place of an offset into `text`, as an editor counts it. */
  placeAt(offset: number): Place;
}

/**
 * A file's text as the parser reads it. A byte order mark is dropped and every line break becomes one newline, as
 * Python itself does it; neither moves a line or a column, which count from 1 in UTF-16 units.
 */
export function createSource(original: string, file: string): Source {
  const text = original
    .replace(/^\uFEFF/, "")
    .replace(/\r\n?/g, "\n")
    .replace(/^[ \t]*\f[ \t\f]*$/gm, (line) => " ".repeat(line.length));
  let lineStarts: number[] | undefined;
  return {
    text,
    placeAt(offset) {
      lineStarts ??= findLineStarts(text);
      const line = lineIndex(lineStarts, offset);
      return { file, line: line + 1, column: offset - (lineStarts[line] ?? 0) + 1 };
    },
  };
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
