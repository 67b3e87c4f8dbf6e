import type ts from "typescript";
import { isBuiltIn, isOurs } from "../places.ts";
import type { Checked, TypeScript } from "../typescript.ts";
import { mergeKeywords, readKeywords, type ReadKeywords } from "./keywords.ts";

const SILENT: ReadKeywords = { keywords: undefined, problems: [] };

/** What the JSDoc of a symbol says in terms of JSON Schema. Built-in types such as `Partial` say nothing, nor do the language's own. */
export function documentationOf(checked: Checked, symbol: ts.Symbol | undefined): ReadKeywords {
  if (symbol === undefined || isBuiltIn(checked, symbol) || isOurs(symbol)) return SILENT;
  const { ts, checker } = checked;
  const description = ts.displayPartsToString(symbol.getDocumentationComment(checker)).trim();
  const tags = symbol.getJsDocTags(checker);
  if (description === "" && tags.length === 0) {
    const overlooked = (symbol.declarations ?? []).map((declaration) => sameLineComment(ts, declaration));
    return overlooked.find((found) => found !== undefined) ?? SILENT;
  }
  return readKeywords(
    description,
    tags.map(({ name, text }) => ({ name, text: ts.displayPartsToString(text).trim() })),
  );
}

/**
 * What a comment between the start of its line and a member says. TypeScript takes the comment in
 * `{ /** @minimum 0 *\/ amount: number }` for one about the brace; to its author it is about the member.
 */
function sameLineComment(ts: TypeScript, member: ts.Declaration): ReadKeywords | undefined {
  const file = member.getSourceFile();
  const comment = ts.getTrailingCommentRanges(file.text, member.pos)?.at(-1);
  if (comment === undefined || !file.text.startsWith("/**", comment.pos)) return undefined;
  // At the end of a line it belongs to what stands before it.
  if (/[\r\n]/.test(file.text.slice(comment.end, member.getStart(file)))) return undefined;
  const text = file.text.slice(comment.pos, comment.end);
  const [holder] = ts.createSourceFile("comment.ts", `${text}\nlet holder;`, ts.ScriptTarget.Latest, true).statements;
  const doc = holder && ts.getJSDocCommentsAndTags(holder).find((found) => ts.isJSDoc(found));
  if (doc === undefined || !ts.isJSDoc(doc)) return undefined;
  return readKeywords(
    (ts.getTextOfJSDocComment(doc.comment) ?? "").trim(),
    (doc.tags ?? []).map((tag) => ({
      name: tag.tagName.text,
      text: (ts.getTextOfJSDocComment(tag.comment) ?? "").trim(),
    })),
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
