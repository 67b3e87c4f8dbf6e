import type { Finding } from "../finding.ts";

/** The findings in the order of their places. Files are compiled side by side, so they come in any order. */
export function sortFindings(findings: readonly Finding[]): readonly Finding[] {
  return [...findings].sort(compare);
}

function compare({ place: a }: Finding, { place: b }: Finding): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  if (a.file !== b.file) return a.file < b.file ? -1 : 1;
  return a.line - b.line || a.column - b.column;
}
