import type { Figures } from "./benchmark.ts";

/** How long a function takes, in milliseconds, until what it returns has settled. */
export async function timed(run: () => unknown): Promise<Figures> {
  const start = performance.now();
  await run();
  return { ms: performance.now() - start };
}
