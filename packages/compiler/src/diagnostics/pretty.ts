import { codeFrameColumns } from "@babel/code-frame";
import type { Place } from "@espalier/jsx/tree";
import { readFileSync } from "node:fs";
import { placeText, surroundings } from "./details.ts";
import type { Diagnostic } from "./diagnostic.ts";

/** How diagnostics are printed. */
export interface PrettyOptions {
  /** File names are shown as seen from here. */
  readonly root: string;
  /** Colours for a terminal; off unless asked for. */
  readonly color?: boolean | undefined;
  /** Gives a file's text for the code frame, or undefined; reads the disk by default. */
  readonly readFile?: ((file: string) => string | undefined) | undefined;
}

/** The diagnostics as text for people: place, sentence, code frame, components around it, related places, hint, and where to read more. */
export function formatPretty(diagnostics: readonly Diagnostic[], options: PrettyOptions): string {
  return diagnostics.map((diagnostic) => formatOne(diagnostic, options)).join("\n\n");
}

function formatOne(diagnostic: Diagnostic, options: PrettyOptions): string {
  const paint = painter(options.color === true);
  const at = diagnostic.location === undefined ? "" : `${placeText(diagnostic.location, options.root)} - `;
  const severity = diagnostic.severity === "error" ? paint.red("error") : paint.yellow("warning");
  const lines = [`${at}${severity} ${diagnostic.code}: ${diagnostic.message}`];
  const frame = codeFrame(diagnostic.location, options);
  if (frame !== undefined) lines.push("", frame, "");
  lines.push(...surroundings(diagnostic, options.root).map((line) => `  ${line}`));
  if (diagnostic.hint !== undefined) lines.push(`  ${paint.cyan("hint:")} ${diagnostic.hint}`);
  lines.push(`  ${paint.dim(whereToRead(diagnostic))}`);
  return lines.join("\n");
}

/** The page by its address, where it has one that a browser can open. */
function whereToRead({ code, url }: Diagnostic): string {
  return /^https?:/.test(url) ? url : `more: espalier explain ${code}`;
}

function codeFrame(place: Place | undefined, options: PrettyOptions): string | undefined {
  if (place === undefined) return undefined;
  const text = (options.readFile ?? readText)(place.file);
  if (text === undefined) return undefined;
  const location = { start: { line: place.line, column: place.column } };
  return codeFrameColumns(text, location, { linesAbove: 1, linesBelow: 1, highlightCode: options.color === true });
}

/** A file that is gone by now only costs its frame. */
function readText(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}

type Paint = (text: string) => string;

function painter(color: boolean): { red: Paint; yellow: Paint; cyan: Paint; dim: Paint } {
  const paint =
    (start: number, end: number): Paint =>
    (text) =>
      color ? `\u001b[${start}m${text}\u001b[${end}m` : text;
  return { red: paint(31, 39), yellow: paint(33, 39), cyan: paint(36, 39), dim: paint(2, 22) };
}
