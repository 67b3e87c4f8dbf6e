/** Deepest nesting of arrays and objects in JSON that comes from outside. */
export const MAX_JSON_DEPTH = 200;

/**
 * Whether a JSON value nests deeper than `most`. The value may be as deep as the parser allowed: it is never walked
 * further than one level too many.
 */
export function isDeeperThan(value: unknown, most: number = MAX_JSON_DEPTH): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (most === 0) return true;
  for (const inner of Array.isArray(value) ? (value as unknown[]) : Object.values(value))
    if (typeof inner === "object" && inner !== null && isDeeperThan(inner, most - 1)) return true;
  return false;
}
