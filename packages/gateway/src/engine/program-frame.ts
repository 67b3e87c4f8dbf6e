/** A place in a program: 1-based line and column of its text. Code outside functions has the function name `<program>`. */
export interface ProgramFrame {
  readonly function: string;
  readonly line: number;
  readonly column?: number;
}

/** The frames that were stored with a failure, innermost first; what is none is left out. */
export function readFrames(stored: unknown): readonly ProgramFrame[] {
  return Array.isArray(stored) ? stored.filter(isFrame) : [];
}

function isFrame(value: unknown): value is ProgramFrame {
  const { function: name, line } = Object(value) as Record<string, unknown>;
  return typeof name === "string" && typeof line === "number";
}

/**
 * A place in words: `in rate, line 24`. A Python program is the author's file, with its lines; a JavaScript program is
 * bundled, and its lines are its own.
 */
export function frameText(frame: ProgramFrame, language: "javascript" | "python"): string {
  const where = frame.function === "<program>" ? "at the top level" : `in ${frame.function}`;
  return `${where}, line ${frame.line}${language === "python" ? "" : " of the bundled program"}`;
}
