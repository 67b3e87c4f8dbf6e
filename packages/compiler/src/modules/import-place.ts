import type { Place } from "@espalier/jsx/tree";

/** Where a module is imported in a file's text; the file's start when it is not found. */
export function importPlace(file: string, text: string, specifier: string): Place {
  const quoted = `["']${specifier.replace(/[.*+?^${}()|[\]\\]/g, "\\$&")}["']`;
  const match = new RegExp(`(?:\\bfrom\\s*|\\bimport\\s*\\(?\\s*|\\brequire\\s*\\(\\s*)(?=${quoted})`).exec(text);
  return match === null ? { file, line: 1, column: 1 } : placeAt(file, text, match.index + match[0].length);
}

/** The place of an offset into a text. */
export function placeAt(file: string, text: string, offset: number): Place {
  const before = text.slice(0, offset).split(/\r\n|[\n\r\u2028\u2029]/);
  return { file, line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
