/**
 * Before author's code runs, which may call `process.exit()`: the process ends then as it does anywhere, but never as if
 * all were well, and says why. A check that has looked at nothing must not pass. The result ends this.
 */
export function failAtExit(culprit: string, cleanUp?: () => void): () => void {
  const onExit = (code: number): void => {
    if (code === 0) process.exitCode = 1;
    cleanUp?.();
    process.stderr.write(`error: ${culprit} ended the process while it was compiled\n`);
  };
  process.on("exit", onExit);
  return () => void process.off("exit", onExit);
}
