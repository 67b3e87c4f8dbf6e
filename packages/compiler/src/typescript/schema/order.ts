import { canonicalJson } from "@espalier/contract";

/** Sorts values by their canonical text and drops repetitions: the order in a type depends on what was read before. */
export function canonicalOrder<T>(values: readonly T[]): T[] {
  const byText = new Map(values.map((value) => [canonicalJson(value), value]));
  return [...byText].toSorted(([a], [b]) => compareText(a, b)).map(([, value]) => value);
}

/** Compares two texts by their code units, which is the same everywhere. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
