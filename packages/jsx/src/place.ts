import { isObject } from "./brand.ts";

/** A place in a source file. Line and column start at 1. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** A place as JSX compilers write it. */
export interface JsxSource {
  readonly fileName: string;
  readonly lineNumber: number;
  readonly columnNumber: number;
}

/** The place in what a JSX compiler passed as source, `undefined` when it passed something else. */
export function placeOfSource(source: unknown): Place | undefined {
  if (!isObject(source)) return undefined;
  const { fileName: file, lineNumber: line, columnNumber: column } = source;
  return asPlace({ file, line, column });
}

/** `value` when it has the shape of a place. */
export function asPlace(value: unknown): Place | undefined {
  if (!isObject(value)) return undefined;
  const { file, line, column } = value;
  if (typeof file !== "string" || typeof line !== "number" || typeof column !== "number") return undefined;
  return Object.freeze({ file, line, column });
}
