import type ts from "typescript";
import type { TypeScript } from "./typescript.ts";

/**
 * Parsed files by name, text and the options that parsing depends on. It remembers what parsing gave and nothing else, so
 * projects may share it.
 */
export interface SourceCache {
  parse(ts: TypeScript, name: string, text: string, reading: Reading): ts.SourceFile;
}

/** What parsing a file depends on besides its text. */
export interface Reading {
  readonly how: ts.ScriptTarget | ts.CreateSourceFileOptions;
  /** The options of the program, as one text. Binding a file that is no declaration file depends on them. */
  readonly options: string;
}

/** A cache of its own. */
export function createSourceCache(): SourceCache {
  const files = new Map<string, ts.SourceFile>();
  return {
    parse(ts, name, text, { how, options }) {
      const format = typeof how === "object" ? `${how.languageVersion} ${how.impliedNodeFormat}` : `${how}`;
      const key = `${name}\n${format}\n${isDeclaration(name) ? "" : options}`;
      const known = files.get(key);
      if (known !== undefined && known.text === text) return known;
      const parsed = ts.createSourceFile(name, text, withoutLibraryComments(ts, name, how));
      files.set(key, parsed);
      return parsed;
    },
  };
}

/** The cache of projects that bring none. */
export const sharedSources: SourceCache = createSourceCache();

function isDeclaration(name: string): boolean {
  return /\.d\.(?:[^./]+\.)?[cm]?ts$/.test(name);
}

/** Nothing is read from comments of TypeScript's own library, which are half of it. */
function withoutLibraryComments(ts: TypeScript, name: string, how: Reading["how"]): Reading["how"] {
  if (typeof how !== "object" || !/\/typescript\/lib\/lib\.[^/]*\.d\.ts$/.test(name)) return how;
  return { ...how, jsDocParsingMode: ts.JSDocParsingMode.ParseNone };
}
