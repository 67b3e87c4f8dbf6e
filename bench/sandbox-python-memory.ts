import { readdirSync, readFileSync } from "node:fs";
import { createSandbox, type Sandbox } from "@espalier/sandbox";
import { type Benchmark } from "./harness/index.ts";

/** Memory of our process and the interpreter's after many calls, less what it was after the first twentieth of them. */
export const benchmark: Benchmark = {
  title: "growth over 20,000 calls of a Python function, after the first 1,000",
  rounds: 1,
  warmup: 0,
  targets: [
    { subject: "sandbox", figure: "MB Node", atMost: 10 },
    { subject: "sandbox", figure: "MB Python", atMost: 1 },
  ],
  subjects: async ({ quick }) => {
    const calls = quick ? 40 : 20_000;
    const sandbox = await createSandbox({ javascriptWorkers: 0, pythonWorkers: 2 });
    return [{ name: "sandbox", measure: () => growth(sandbox, calls), close: () => sandbox.close() }];
  },
};

async function growth(sandbox: Sandbox, calls: number): Promise<Record<string, number>> {
  await run(sandbox, calls / 20);
  const before = memory();
  await run(sandbox, calls - calls / 20);
  const after = memory();
  return { "MB Node": after.node - before.node, "MB Python": after.python - before.python };
}

async function run(sandbox: Sandbox, calls: number): Promise<void> {
  // Every hundredth program is a new text, as it is when bundles come and go.
  const half = async (name: string) => {
    for (let done = 0; done < calls / 2; done++) {
      const source = `def f(x):\n    return [x, "${name} ${Math.floor(done / 100)}"]`;
      const outcome = await sandbox.call(
        { language: "python", source, entrypoint: "f", parameters: ["x"] },
        { x: done },
      );
      if (!outcome.ok) throw new Error(outcome.message);
    }
  };
  await Promise.all([half("a"), half("b")]);
}

function memory(): { readonly node: number; readonly python: number } {
  // With nothing left to collect, where Node was started with --expose-gc.
  globalThis.gc?.();
  const children = readdirSync("/proc").filter((pid) => /^\d+$/.test(pid) && parentOf(pid) === process.pid);
  const python = children.reduce((sum, pid) => sum + megabytes(`/proc/${pid}/status`), 0);
  return { node: process.memoryUsage().heapUsed / 2 ** 20, python };
}

function parentOf(pid: string): number {
  return Number(/^PPid:\s+(\d+)/m.exec(read(`/proc/${pid}/status`))?.[1]);
}

function megabytes(path: string): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(read(path))?.[1] ?? 0) / 1024;
}

function read(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}
