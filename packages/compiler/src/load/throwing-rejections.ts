import { setImmediate } from "node:timers/promises";

/**
 * Runs an author's code, and throws what a promise is rejected with that nobody waits for meanwhile, as if it had been
 * awaited. Without this, Node ends the process.
 */
export async function throwingRejections<T>(run: () => Promise<T>): Promise<T> {
  const rejections: unknown[] = [];
  const onRejection = (reason: unknown): void => void rejections.push(reason);
  process.on("unhandledRejection", onRejection);
  try {
    const result = await run();
    // Node tells of rejections after the work at hand.
    await setImmediate();
    if (rejections.length > 0) throw rejections[0];
    return result;
  } finally {
    process.off("unhandledRejection", onRejection);
  }
}
