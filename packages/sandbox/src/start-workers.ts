import type { ProgramWorker } from "./pool.ts";
import type { Started } from "./sandbox.ts";

interface StartableWorker extends ProgramWorker {
  start(): Promise<void>;
}

/** Starts workers side by side. When one does not start, all are closed and the first reason is given. */
export async function startWorkers(count: number, create: () => StartableWorker): Promise<Started> {
  if (count <= 0) return { reason: "It is switched off: the sandbox was made with no workers for it." };
  const workers = Array.from({ length: count }, create);
  const results = await Promise.allSettled(workers.map((worker) => worker.start()));
  const failed = results.find((result) => result.status === "rejected");
  if (failed === undefined) return { workers };
  await Promise.all(workers.map((worker) => worker.close()));
  const error: unknown = failed.reason;
  return { reason: error instanceof Error ? error.message : String(error) };
}
