/** Stands for a value between two pieces while they are handled as one text; no source text has it. */
const HOLE = "\uFDD2";

/**
 * The literal pieces of a template without the indentation that its lines share, without a blank first line and without
 * a blank last line. Takes the pieces as they were typed, so that `\n` written in a line does not count as a line break.
 */
export function dedent(raw: readonly string[]): string[] {
  const lines = raw.join(HOLE).split("\n");
  // The first line starts at the backtick, so its indentation says nothing.
  const indent = sharedIndent(lines.slice(1).filter((line) => !isBlank(line)));
  const dedented = lines.map((line, index) => {
    if (index === 0) return line;
    return isBlank(line) ? "" : line.slice(indent.length);
  });
  if (lines.length > 1 && isBlank(lines[0] ?? "")) dedented.shift();
  if (dedented.length > 1 && isBlank(lines.at(-1) ?? "")) dedented.pop();
  return dedented.join("\n").split(HOLE).map(unescape);
}

const isBlank = (line: string): boolean => line.trim() === "";

/** The longest run of blanks and tabs that every line begins with. */
function sharedIndent(lines: readonly string[]): string {
  const indents = lines.map((line) => /^[ \t]*/.exec(line)?.[0] ?? "");
  return indents.reduce((shared, indent) => {
    let length = 0;
    while (length < shared.length && shared[length] === indent[length]) length += 1;
    return shared.slice(0, length);
  }, indents[0] ?? "");
}

const NAMED: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r", b: "\b", f: "\f", v: "\v", "0": "\0" };
const ESCAPE = /\\(?:u\{([0-9a-fA-F]{1,6})\}|u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|([\s\S]))/g;

/** What the escapes in a piece of a template stand for. An escape that JavaScript does not know is left as it is. */
function unescape(piece: string): string {
  return piece.replace(ESCAPE, (whole, braced?: string, four?: string, two?: string, single?: string) => {
    const digits = braced ?? four ?? two;
    if (digits !== undefined) {
      const codePoint = Number.parseInt(digits, 16);
      return codePoint <= 0x10ffff ? String.fromCodePoint(codePoint) : whole;
    }
    if (single === "\n") return "";
    if (single === "u" || single === "x") return whole;
    return NAMED[single ?? ""] ?? single ?? "";
  });
}
