import type { Started } from "../sandbox.ts";
import { startWorkers } from "../start-workers.ts";
import { JavaScriptWorker } from "./javascript-worker.ts";

/** Starts the threads that run JavaScript programs. */
export function startJavaScript(count: number): Promise<Started> {
  return startWorkers(count, () => new JavaScriptWorker());
}
