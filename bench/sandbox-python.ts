import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { createSandbox, type Json, type Program, type Sandbox } from "@espalier/sandbox";
import { type Benchmark, BENCH, type Subject, timed } from "./harness/index.ts";

const PROGRAM: Program = {
  language: "python",
  source: "def f(x):\n    return x",
  entrypoint: "f",
  parameters: ["x"],
};
const SMALL: Record<string, Json> = { x: 1 };
/** About 100 KB of JSON. */
const LARGE: Record<string, Json> = {
  x: Array.from({ length: 1000 }, (_, id) => ({ id, name: `name ${id}`, values: [id, id + 1], text: "x".repeat(50) })),
};

/** Calls of a Python function that returns what it gets, in two interpreters side by side. */
export const benchmark: Benchmark = {
  title: "calling a Python function, two at a time; and starting two interpreters",
  rounds: 7,
  targets: [
    { subject: "sandbox", figure: "ms/call", atMost: 2.5 },
    { subject: "sandbox", figure: "ms 100 KB", atMost: 12 },
    { subject: "sandbox", figure: "ms start", atMost: 400 },
  ],
  subjects: async ({ quick }) => {
    const calls = quick ? 10 : 400;
    return [
      await ours(calls),
      bare("fork per call, no sandbox", "fork", calls),
      bare("process per call", "spawn", calls / 10),
    ];
  },
};

async function ours(calls: number): Promise<Subject> {
  const sandbox = await start();
  const call = async (args: Record<string, Json>) => {
    const outcome = await sandbox.call(PROGRAM, args);
    if (!outcome.ok) throw new Error(outcome.message);
  };
  return {
    name: "sandbox",
    async measure() {
      const small = await timed(() => twoAtATime(calls, () => call(SMALL)));
      const large = await timed(() => one(calls / 10, () => call(LARGE)));
      const started = await timed(async () => (await start()).close());
      return { "ms/call": small.ms / calls, "ms 100 KB": large.ms / (calls / 10), "ms start": started.ms };
    },
    close: () => sandbox.close(),
  };
}

async function start(): Promise<Sandbox> {
  const sandbox = await createSandbox({ javascriptWorkers: 0, pythonWorkers: 2 });
  const { python } = sandbox.languages();
  if (!python.available) throw new Error(python.reason);
  return sandbox;
}

async function one(calls: number, call: () => Promise<void>): Promise<void> {
  for (let done = 0; done < calls; done++) await call();
}

async function twoAtATime(calls: number, call: () => Promise<void>): Promise<void> {
  await Promise.all([one(calls / 2, call), one(calls / 2, call)]);
}

function bare(name: string, how: "fork" | "spawn", calls: number): Subject {
  const run = (args: Record<string, Json>, count: number) =>
    Number(
      execFileSync("python3", ["-s", "-S", join(BENCH, "peers", "python-calls.py"), how, String(count)], {
        input: JSON.stringify(args),
      }),
    );
  const few = Math.max(2, calls / 10);
  return { name, measure: () => ({ "ms/call": run(SMALL, Math.max(2, calls)), "ms 100 KB": run(LARGE, few) }) };
}
