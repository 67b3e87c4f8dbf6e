import { createRequire } from "node:module";
import type { Place } from "@espalier/jsx";
import type ts from "typescript";
import type { Checked } from "./typescript.ts";

/** Where the language's package is when it is linked and not installed. */
const OURS = slashed(createRequire(import.meta.url).resolve("@espalier/jsx/package.json")).replace(
  /package\.json$/,
  "",
);

/** Where a node starts, comments before it left out. Lines and columns start at 1. */
export function placeOf(node: ts.Node): Place {
  const file = node.getSourceFile();
  const { line, character } = file.getLineAndCharacterOfPosition(node.getStart(file));
  return { file: file.fileName, line: line + 1, column: character + 1 };
}

/** The offset of a place in its file, `undefined` when the file has no such place. */
export function offsetOf(file: ts.SourceFile, { line, column }: Place): number | undefined {
  const starts = file.getLineStarts();
  const start = starts[line - 1];
  if (start === undefined || column < 1) return undefined;
  const offset = start + column - 1;
  return offset < (starts[line] ?? file.end + 1) ? offset : undefined;
}

/** Whether a node stands in a file that the author can edit: no library, no package, no generated declarations. */
export function isAuthors({ program }: Checked, node: ts.Node): boolean {
  const file = node.getSourceFile();
  if (program.isSourceFileDefaultLibrary(file) || program.isSourceFileFromExternalLibrary(file)) return false;
  return !file.fileName.includes("/node_modules/") && !file.fileName.endsWith(".d.py.ts");
}

/** Whether a symbol is one of JavaScript's, the DOM's or Node's own. */
export function isBuiltIn({ program }: Checked, symbol: ts.Symbol): boolean {
  return (symbol.declarations ?? []).some((declaration) => {
    const file = declaration.getSourceFile();
    return program.isSourceFileDefaultLibrary(file) || file.fileName.includes("/node_modules/@types/node/");
  });
}

/** Whether a symbol is one of the language's own types, such as `Integer`: what is said about it there is for authors. */
export function isOurs(symbol: ts.Symbol): boolean {
  return (symbol.declarations ?? []).some((declaration) => {
    const { fileName } = declaration.getSourceFile();
    return fileName.includes("/node_modules/@espalier/jsx/") || fileName.startsWith(OURS);
  });
}

/** A path as TypeScript writes it: with forward slashes, on every system. */
export function slashed(path: string): string {
  return path.replaceAll("\\", "/");
}
