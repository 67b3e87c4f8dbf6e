import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";

// Node cannot load the .ts file when the tests run from src/; the thread runs from dist/ in any case.
const inSource = import.meta.url.endsWith(".ts");
const THREAD_FILE = fileURLToPath(
  new URL(inSource ? "../../dist/javascript/thread.js" : "./thread.js", import.meta.url),
);

/** The thread runs only our code and QuickJS, whose memory is outside of this heap. */
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 };

/** Starts a thread that runs JavaScript programs, and waits until it is ready. @throws when it ends before that */
export function startThread(): Promise<Worker> {
  return new Promise((resolve, reject) => {
    // No environment, no options of our own process, and nothing of ours on its standard streams.
    const thread = new Worker(THREAD_FILE, {
      env: {},
      execArgv: [],
      stdin: true,
      stdout: true,
      stderr: true,
      resourceLimits: RESOURCE_LIMITS,
    });
    const onEarlyEnd = (error: unknown) =>
      reject(error instanceof Error ? error : new Error("it ended before it was ready"));
    thread.once("error", onEarlyEnd).once("exit", onEarlyEnd);
    thread.once("message", () => {
      thread.off("error", onEarlyEnd).off("exit", onEarlyEnd);
      // Errors between calls are followed by an exit, which is what we look at; without a listener they would be ours.
      thread.on("error", () => undefined);
      resolve(thread);
    });
  });
}
