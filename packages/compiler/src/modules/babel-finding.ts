import type { Finding } from "../finding.ts";

/** What Babel throws for a file that it cannot parse or that our preset refuses. */
interface BabelError {
  readonly message: string;
  readonly loc?: { readonly line: number; readonly column: number } | undefined;
}

/** Says in our words what Babel found wrong with a file. */
export function babelFinding(code: string, file: string, error: unknown): Finding {
  const { message, loc } = error as BabelError;
  const [line, column] = loc === undefined ? placeOfFrame(message) : [loc.line, loc.column + 1];
  return { code, message: sentenceOf(message, file), place: { file, line, column } };
}

/** The message without the file name before it, the position after it, and the code frame below it. */
function sentenceOf(message: string, file: string): string {
  const first = message.slice(message.startsWith(`${file}: `) ? file.length + 2 : 0).split("\n", 1)[0] ?? "";
  const sentence = first.replace(/ \(\d+:\d+\):?$/, "");
  return /[.!?]$/.test(sentence) ? sentence : `${sentence}.`;
}

/** Errors of Babel's plugins say where they are only in the picture below them. */
function placeOfFrame(message: string): [line: number, column: number] {
  const [marked, caret] = message.split("\n").flatMap((line, index, lines) => {
    return /^> *\d+ \|/.test(line) ? [line, lines[index + 1] ?? ""] : [];
  });
  if (marked === undefined || caret === undefined) return [1, 1];
  const gutter = marked.indexOf("|") + 2;
  return [Number(/\d+/.exec(marked)?.[0] ?? 1), Math.max(1, caret.indexOf("^") - gutter + 1)];
}
