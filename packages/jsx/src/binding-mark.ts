// Two code points that Unicode reserves for use inside a program: no text has them, and JSON does not escape them.
const OPEN = "\uFDD0";
const CLOSE = "\uFDD1";
const MARK = new RegExp(`${OPEN}([^${OPEN}${CLOSE}]*)|${CLOSE}`);

/** The text that a binding becomes when an author's code turns it into a string. */
export function mark(description: string): string {
  return `${OPEN}${description}${CLOSE}`;
}

/**
 * The binding that was turned into a string somewhere in `text` (template literal, `+`, `JSON.stringify`), as it was
 * written, for a message. `undefined` when there is none.
 */
export function stringifiedBinding(text: string): string | undefined {
  const found = MARK.exec(text);
  if (found === null) return undefined;
  // JSON.stringify has escaped the quotes around field names.
  return found[1]?.replace(/\\+"/g, '"') ?? "Input";
}
