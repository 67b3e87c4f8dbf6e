import type { Started } from "../sandbox.ts";
import { startWorkers } from "../start-workers.ts";
import { createCodeCache } from "./code-cache.ts";
import { findPython } from "./interpreter.ts";
import { PythonWorker } from "./python-worker.ts";

/**
 * Starts the interpreters that Python programs are forked from.
 * @param unsandboxed run programs also where they cannot be confined
 */
export async function startPython(count: number, command: string, unsandboxed: boolean): Promise<Started> {
  if (count > 0 && process.platform !== "linux" && !unsandboxed) {
    return {
      reason:
        "Python programs are confined by the Linux kernel, and this is not Linux. They can be run unconfined with the option unsandboxedPython.",
    };
  }
  const found = count > 0 ? await findPython(command) : { executable: command };
  if ("reason" in found) return found;
  const codes = createCodeCache();
  const workers: PythonWorker[] = [];
  const started = await startWorkers(count, () => {
    const worker = new PythonWorker(found.executable, unsandboxed, codes);
    workers.push(worker);
    return worker;
  });
  const unconfined = workers.find((worker) => worker.unconfined !== undefined)?.unconfined;
  return "reason" in started || unconfined === undefined ? started : { ...started, unconfined };
}
