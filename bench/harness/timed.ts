/** How long a function takes, in milliseconds, until what it returns has settled. */
export async function timed(run: () => unknown): Promise<{ readonly ms: number }> {
  const start = performance.now();
  await run();
  return { ms: performance.now() - start };
}
