import type { Place } from "@espalier/jsx/tree";
import type { Diagnostic } from "./diagnostic.ts";

/** By file, line and column, then code and message; what has no place comes last. */
export function sortDiagnostics(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  return [...diagnostics].sort(
    (a, b) => comparePlaces(a.location, b.location) || compareText(a.code, b.code) || compareText(a.message, b.message),
  );
}

/** By file, line and column; no place comes last. */
export function comparePlaces(a: Place | undefined, b: Place | undefined): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  return compareText(a.file, b.file) || a.line - b.line || a.column - b.column;
}

/** By code units, the same on every machine whatever its language. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
