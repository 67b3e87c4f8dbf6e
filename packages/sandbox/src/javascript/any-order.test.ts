import type { Worker } from "node:worker_threads";
import { expect, test } from "@jest/globals";
import { holdInAnyOrder, type Cast } from "../fixtures/any-order.ts";
import { JavaScriptWorker } from "./javascript-worker.ts";
import { startThread } from "./start-thread.ts";

/** Marks everything that it can reach, and tells what marks it found. */
const MARKS = `
  globalThis.marks = (globalThis.marks ?? 0) + 1;
  Array.prototype.push.mark = (Array.prototype.push.mark ?? 0) + 1;
  Object.prototype.mark = (Object.prototype.mark ?? 0) + 1;
  const found = () => [marks++, Object.prototype.mark++, Array.prototype.push.mark++];`;

/** Programs by what becomes of them; each has its own text, so that not all start from the same image. */
const PROGRAMS = {
  answers: (id: number) => `${MARKS} // ${id % 3}\nfunction f(id) { return [id, found()]; }`,
  throws: () => `${MARKS}\nfunction f(id) { throw new Error(id + " " + found()); }`,
  spins: () => `${MARKS}\nfunction f(id) { for (;;); }`,
  hangs: () => `${MARKS}\nfunction f(id) { return new Array(2 ** 31).join(); }`,
  fills: () => `${MARKS}\nfunction f(id) { return new ArrayBuffer(2 ** 30); }`,
};

type Kind = keyof typeof PROGRAMS;

function expected(kind: Kind, id: number): unknown {
  switch (kind) {
    case "answers":
      return { ok: true, value: `[${id},[1,1,1]]`, log: "" };
    case "throws":
      return expect.objectContaining({ code: "exception", message: `Error: ${id} 1,1,1` });
    case "fills":
      return expect.objectContaining({ code: "memory" });
    default:
      return expect.objectContaining({ code: "timeout" });
  }
}

const CAST: Cast<Kind> = {
  kinds: ["answers", "answers", "answers", "answers", "throws", "spins", "hangs", "fills"],
  create: () => {
    const threads: Worker[] = [];
    const start = async () => {
      const thread = await startThread();
      threads.push(thread);
      return thread;
    };
    const kill = (nth: number) => void threads.at(-1 - nth)?.terminate();
    return { workers: [new JavaScriptWorker(start), new JavaScriptWorker(start)], kill };
  },
  language: "javascript",
  source: (kind, id) => PROGRAMS[kind](id),
  stopped: ["spins", "hangs"],
  stopAfter: { cpuSeconds: 0.03, wallSeconds: 0.08 },
  expected,
};

test("whatever happens in whatever order, each call gets one answer, its own, and finds nothing of the others", async () => {
  await holdInAnyOrder(CAST, 6);
}, 120_000);
