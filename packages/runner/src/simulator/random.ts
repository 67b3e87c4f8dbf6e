/** A seeded stream of numbers in [0, 1): the same seed gives the same stream everywhere (mulberry32). */
export function randomSource(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** A number in [0, 1) that depends on nothing but its arguments (FNV-1a). */
export function hash(...parts: readonly number[]): number {
  let mixed = 2166136261;
  for (const part of parts) {
    mixed ^= part;
    mixed = Math.imul(mixed, 16777619);
    mixed ^= mixed >>> 13;
  }
  return (mixed >>> 0) / 2 ** 32;
}
