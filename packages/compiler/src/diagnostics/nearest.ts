import leven from "leven";

/** The name that was probably meant: at most a third of it written differently. */
export function nearest(name: string, candidates: readonly string[]): string | undefined {
  const limit = Math.max(1, Math.floor(name.length / 3));
  let best: string | undefined;
  let bestDistance = limit + 1;
  for (const candidate of candidates) {
    const distance = slipsBetween(name.toLowerCase(), candidate.toLowerCase());
    if (distance < bestDistance) {
      best = candidate;
      bestDistance = distance;
    }
  }
  return best;
}

/** Letters that are wrong, missing or too many; two that changed places are one slip. */
function slipsBetween(a: string, b: string): number {
  const distance = leven(a, b);
  return distance === 2 && sortedLetters(a) === sortedLetters(b) ? 1 : distance;
}

function sortedLetters(name: string): string {
  return [...name].sort().join("");
}
