import type { ParseError } from "jsonc-parser";
import { usageError } from "../exit.ts";

/** The value of JSON text. Throws a `UserError` that says where the text stops being JSON; `shown` names the file. */
export async function parseJson(text: string, shown: string): Promise<unknown> {
  try {
    return JSON.parse(text);
  } catch (error) {
    const { offset, what } = await firstMistake(text);
    const before = text.slice(0, offset).split("\n");
    const place = `${shown}:${before.length}:${before.at(-1)!.length + 1}`;
    throw usageError(`${place} - this is not JSON: ${what}`, { cause: error });
  }
}

/** The engine's own message has no place where the text is short, and differs between versions of Node. */
async function firstMistake(text: string): Promise<{ offset: number; what: string }> {
  const { parse, printParseErrorCode } = (await import("jsonc-parser")).default;
  const errors: ParseError[] = [];
  try {
    parse(text, errors, { disallowComments: true });
  } catch {
    // Nested too deep for this parser. The place is lost, the message is not.
  }
  const [first] = errors;
  if (first === undefined) return { offset: 0, what: "it cannot be parsed" };
  return { offset: first.offset, what: inWords(printParseErrorCode(first.error)) };
}

/** `PropertyNameExpected` → `property name expected` */
function inWords(code: string): string {
  return code.replace(/(?!^)([A-Z])/g, " $1").toLowerCase();
}
