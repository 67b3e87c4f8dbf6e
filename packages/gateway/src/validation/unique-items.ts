/** Whether all items differ, as JSON values: key order does not matter. Linear in the size of the text. */
export function areUnique(items: readonly unknown[]): boolean {
  const seen = new Set<string>();
  for (const item of items) {
    const text = stable(item);
    if (seen.has(text)) return false;
    seen.add(text);
  }
  return true;
}

/** JSON text with sorted keys, so that equal values give equal text. Depth is bounded before. */
function stable(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}
