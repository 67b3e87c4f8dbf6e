import { createSandbox, type Sandbox } from "@espalier/sandbox";
import type { Benchmark } from "./harness/index.ts";

/** Memory of our process after many calls, less what it was after the first twentieth of them. */
export const benchmark: Benchmark = {
  title: "growth over 20,000 calls of JavaScript functions, after the first 1,000",
  rounds: 1,
  warmup: 0,
  targets: [{ subject: "sandbox", figure: "MB", atMost: 40 }],
  subjects: async ({ quick }) => {
    const calls = quick ? 40 : 20_000;
    const sandbox = await createSandbox({ javascriptWorkers: 2, pythonWorkers: 0 });
    return [{ name: "sandbox", measure: () => growth(sandbox, calls), close: () => sandbox.close() }];
  },
};

async function growth(sandbox: Sandbox, calls: number): Promise<Record<string, number>> {
  await run(sandbox, calls / 20);
  const before = megabytes();
  await run(sandbox, calls - calls / 20);
  return { MB: megabytes() - before };
}

async function run(sandbox: Sandbox, calls: number): Promise<void> {
  // Every fifth call is of a text that comes again and again, the others change every hundred calls, as bundles do.
  const half = async (name: string) => {
    for (let done = 0; done < calls / 2; done++) {
      const text = done % 5 === 0 ? "the same" : `${name} ${Math.floor(done / 100)}`;
      const source = `const f = (x) => [x, ${JSON.stringify(text)}, "y".repeat(x)];`;
      const program = { language: "javascript", source, entrypoint: "f", parameters: ["x"] } as const;
      const outcome = await sandbox.call(program, { x: done });
      if (!outcome.ok) throw new Error(outcome.message);
    }
  };
  await Promise.all([half("a"), half("b")]);
}

/** With nothing left to collect, where Node was started with --expose-gc. Threads and their memories are in it. */
function megabytes(): number {
  globalThis.gc?.();
  return process.memoryUsage().rss / 2 ** 20;
}
