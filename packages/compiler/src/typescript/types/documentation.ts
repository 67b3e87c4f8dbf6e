import type ts from "typescript";
import { isBuiltIn } from "../places.ts";
import type { Checked } from "../typescript.ts";
import { mergeKeywords, readKeywords, type ReadKeywords } from "./keywords.ts";

const SILENT: ReadKeywords = { keywords: undefined, problems: [] };

/** What the JSDoc of a symbol says in terms of JSON Schema. Built-in types such as `Partial` say nothing. */
export function documentationOf(checked: Checked, symbol: ts.Symbol | undefined): ReadKeywords {
  if (symbol === undefined || isBuiltIn(checked, symbol)) return SILENT;
  const { ts, checker } = checked;
  const description = ts.displayPartsToString(symbol.getDocumentationComment(checker)).trim();
  const tags = symbol.getJsDocTags(checker);
  if (description === "" && tags.length === 0) return SILENT;
  return readKeywords(
    description,
    tags.map(({ name, text }) => ({ name, text: ts.displayPartsToString(text).trim() })),
  );
}

/** What several symbols say together, the nearest first. */
export function documentationOfAll(checked: Checked, symbols: readonly (ts.Symbol | undefined)[]): ReadKeywords {
  return symbols
    .map((symbol) => documentationOf(checked, symbol))
    .reduce(
      (nearer, farther) => ({
        keywords: mergeKeywords(nearer.keywords, farther.keywords),
        problems: [...nearer.problems, ...farther.problems],
      }),
      SILENT,
    );
}
