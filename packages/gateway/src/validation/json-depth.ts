import { MAX_JSON_DEPTH } from "../engine/json-text.ts";

export { MAX_JSON_DEPTH };

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
