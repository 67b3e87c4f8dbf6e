import { setImmediate } from "node:timers/promises";

/**
 * Runs an author's file, and holds off what it can do to the process around it.
 *
 * - A promise that is rejected while nobody waits for it would end the process; here it is thrown as if it had been
 *   awaited.
 * - `process.exit()` ends the process as it does anywhere, but never as if all were well: a check that has looked at
 *   nothing must not pass. `atExit` is called before.
 */
export async function guarded<T>(run: () => Promise<T>, atExit: () => void): Promise<T> {
  const rejections: unknown[] = [];
  const onRejection = (reason: unknown): void => void rejections.push(reason);
  const onExit = (code: number): void => {
    if (code === 0) process.exitCode = 1;
    atExit();
  };
  process.on("unhandledRejection", onRejection);
  process.on("exit", onExit);
  try {
    const result = await run();
    // Node tells of rejections after the work at hand.
    await setImmediate();
    if (rejections.length > 0) throw rejections[0];
    return result;
  } finally {
    process.off("unhandledRejection", onRejection);
    process.off("exit", onExit);
  }
}
