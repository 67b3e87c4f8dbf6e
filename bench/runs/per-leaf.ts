import { timed } from "../harness/index.ts";

/** Time for a leaf, and what this process computed for it on all threads, which other work hardly changes. */
export async function perLeaf(leaves: number, run: () => unknown): Promise<Record<string, number>> {
  const before = process.cpuUsage();
  const { ms } = await timed(run);
  const { user, system } = process.cpuUsage(before);
  return { "µs a leaf": (ms * 1000) / leaves, "CPU µs a leaf": (user + system) / leaves };
}
