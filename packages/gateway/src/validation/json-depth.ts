/** Deepest nesting of arrays and objects in JSON that comes from outside. */
export const MAX_JSON_DEPTH = 200;

/** Whether a JSON value nests deeper than `most`. Iterative: the value may be as deep as the parser allowed. */
export function isDeeperThan(value: unknown, most: number = MAX_JSON_DEPTH): boolean {
  const open: [unknown, number][] = [[value, 0]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [at, depth] = next;
    if (typeof at !== "object" || at === null) continue;
    if (depth >= most) return true;
    for (const inner of Object.values(at)) open.push([inner, depth + 1]);
  }
  return false;
}
