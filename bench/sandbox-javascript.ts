import { once } from "node:events";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { createSandbox, type Json, type Program, type Sandbox } from "@espalier/sandbox";
import { type Benchmark, BENCH, type Subject, timed } from "./harness/index.ts";

const PROGRAM: Program = {
  language: "javascript",
  source: "const f = (x) => x;",
  entrypoint: "f",
  parameters: ["x"],
};
const SMALL: Record<string, Json> = { x: 1 };
/** About 100 KB of JSON. */
const LARGE: Record<string, Json> = {
  x: Array.from({ length: 1000 }, (_, id) => ({ id, name: `name ${id}`, values: [id, id + 1], text: "x".repeat(50) })),
};
/** A program of the size that bundling gives: a thousand functions, one of which is called. */
const LIBRARY = Array.from({ length: 1000 }, (_, id) => `function g${id}(a) { return a.map((x) => x * ${id}); }`);

/** Calls of a JavaScript function that returns what it gets, in two threads side by side. */
export const benchmark: Benchmark = {
  title: "calling a JavaScript function, two at a time; and starting two threads",
  rounds: 7,
  targets: [
    { subject: "sandbox", figure: "ms call", atMost: 1.1 },
    { subject: "sandbox", figure: "ms 100 KB", atMost: 12 },
    { subject: "sandbox", figure: "ms start", atMost: 400 },
  ],
  subjects: async ({ quick }) => {
    const calls = quick ? 20 : 1000;
    return [await ours(calls), await bare(calls)];
  },
};

async function ours(calls: number): Promise<Subject> {
  const sandbox = await start();
  let programs = 0;
  const call = async (args: Record<string, Json>, program = PROGRAM) => {
    const outcome = await sandbox.call(program, args);
    if (!outcome.ok) throw new Error(outcome.message);
  };
  return {
    name: "sandbox",
    async measure() {
      const small = await perCall(calls, "call", () => twoAtATime(calls, () => call(SMALL)));
      const large = await perCall(calls / 20, "100 KB", () => one(calls / 20, () => call(LARGE)));
      const started = await timed(async () => (await start()).close());
      const source = `${LIBRARY.join("\n")}\nconst f = (x) => g${programs++}([x]);`;
      const first = await timed(() => call(SMALL, { ...PROGRAM, source }));
      await one(8, () => call(SMALL, { ...PROGRAM, source }));
      const tenth = await timed(() => call(SMALL, { ...PROGRAM, source }));
      return {
        ...small,
        ...large,
        "ms start": started.ms,
        "ms first of 60 KB": first.ms,
        "ms tenth of 60 KB": tenth.ms,
      };
    },
    close: () => sandbox.close(),
  };
}

function start(): Promise<Sandbox> {
  return createSandbox({ javascriptWorkers: 2, pythonWorkers: 0 });
}

async function one(calls: number, call: () => Promise<void>): Promise<void> {
  for (let done = 0; done < calls; done++) await call();
}

async function twoAtATime(calls: number, call: () => Promise<void>): Promise<void> {
  await Promise.all([one(calls / 2, call), one(calls / 2, call)]);
}

/** Time per call, and what all threads together computed in it, which other work on the machine hardly changes. */
async function perCall(calls: number, what: string, work: () => Promise<void>): Promise<Record<string, number>> {
  const before = process.cpuUsage();
  const { ms } = await timed(work);
  const { user, system } = process.cpuUsage(before);
  return { [`ms ${what}`]: ms / calls, [`CPU ms ${what}`]: (user + system) / 1000 / calls };
}

async function bare(calls: number): Promise<Subject> {
  const threads = [1, 2].map(() => new Worker(join(BENCH, "peers", "quickjs-calls.mjs")));
  await Promise.all(threads.map((thread) => once(thread, "message")));
  const callIn = (thread: Worker, args: Record<string, Json>) => async () => {
    const answered = once(thread, "message");
    thread.postMessage(JSON.stringify(args));
    JSON.parse(String(await answered));
  };
  return {
    name: "QuickJS, context per call",
    async measure() {
      const small = () => Promise.all(threads.map((thread) => one(calls / 2, callIn(thread, SMALL))));
      const large = () => one(calls / 20, callIn(threads[0]!, LARGE));
      return {
        ...(await perCall(calls, "call", async () => void (await small()))),
        ...(await perCall(calls / 20, "100 KB", large)),
      };
    },
    close: () => Promise.all(threads.map((thread) => thread.terminate())),
  };
}
