import type { Finding } from "../finding.ts";
import type { ParsedFile } from "./parser.ts";
import type { Source } from "./source.ts";
import { checkStrictly } from "./strict/check.ts";
import type { Mistake } from "./strict/rule.ts";
import { syntaxHint } from "./syntax-hints.ts";

const MAX_FINDINGS = 10;

/** What Python would refuse to load. */
export function syntaxErrors(source: Source, { tree, text, errors }: ParsedFile): Finding[] {
  const [firstError = Number.POSITIVE_INFINITY] = errors;
  // Behind an error the tree is a guess.
  const mistakes = checkStrictly({ ...source, text }, tree).filter(({ offset }) => offset < firstError);
  const all = [...mistakes, ...errors.map((offset) => describe(source, offset))];
  return all
    .sort((a, b) => a.offset - b.offset)
    .slice(0, MAX_FINDINGS)
    .map(({ offset, message, hint }) => ({ code: "python-syntax", message, hint, place: source.placeAt(offset) }));
}

function describe({ text }: Source, error: number): Mistake {
  // To the parser an arrow out of place is a minus and something odd.
  const offset = text.slice(error - 1, error + 1) === "->" ? error - 1 : error;
  const [token] = /^[^\S\n]*([\p{L}\p{N}_]+|->|\S)/u.exec(text.slice(offset, offset + 200)) ?? [];
  const hint = syntaxHint({ before: text.slice(0, offset), token: token?.trim() });
  if (token !== undefined) {
    return { offset, message: `Python cannot read this: ${JSON.stringify(token.trim())} is not expected here.`, hint };
  }
  const end = text.slice(offset, offset + 10_000).trim() === "" ? "file" : "line";
  return { offset, message: `Python cannot read this: something is missing at the end of the ${end}.`, hint };
}
