import type { Finding } from "../finding.ts";
import { slipOf } from "./syntax-slips.ts";

/** What Babel throws for a file that it cannot parse or that our preset refuses. */
interface BabelError {
  readonly message: string;
  readonly reasonCode?: string | undefined;
  readonly loc?: { readonly line: number; readonly column: number } | undefined;
}

/** Says in our words what Babel found wrong with a file, and, when its text is given, what to write instead. */
export function babelFinding(code: string, file: string, error: unknown, text: string = ""): Finding {
  const { message, loc, reasonCode: reason = "" } = error as BabelError;
  const [line, column] = loc === undefined ? placeOfFrame(message) : [loc.line, loc.column + 1];
  const place = { file, line, column };
  const sentence = sentenceOf(message, file);
  const offset = offsetOf(text, line, column);
  const slip = slipOf({ reason, sentence, before: text.slice(0, offset), after: text.slice(offset) });
  if (slip !== undefined) return { code, message: slip.message ?? sentence, hint: slip.hint, place };
  // What our preset refuses comes with its remedy.
  const [problem = sentence, ...remedy] = sentence.split(/(?<=\.) (?=[A-Z])/);
  return { code, message: problem, hint: remedy.length > 0 ? remedy.join(" ") : undefined, place };
}

function offsetOf(text: string, line: number, column: number): number {
  const before = text.split("\n").slice(0, line - 1);
  return before.reduce((length, { length: more }) => length + more + 1, column - 1);
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
