import { MAX_FRAMES, type Frame } from "../outcome.ts";

/** The file name that the author's script has inside QuickJS; no other code there carries it. */
export const PROGRAM_FILE = "program.js";

// "    at total (program.js:3:14)", and for a syntax error "    at program.js:3:14".
const FRAME = /^\s*at (?:(.*?) \()?program\.js:(\d+)(?::(\d+))?\)?$/;

/** The author's frames in a QuickJS stack text, innermost first. */
export function parseStack(stack: string): Frame[] {
  const frames: Frame[] = [];
  for (const line of stack.split("\n")) {
    const match = FRAME.exec(line);
    if (match === null) continue;
    const [, name, row, column] = match;
    frames.push({
      function: functionName(name),
      line: Number(row),
      ...(column === undefined ? {} : { column: Number(column) }),
    });
    if (frames.length === MAX_FRAMES) break;
  }
  return frames;
}

function functionName(name: string | undefined): string {
  return name === undefined || name === "<eval>" ? "<program>" : name.slice(0, 200);
}
