import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { holdInAnyOrder, type Cast } from "../fixtures/any-order.ts";
import { REACH } from "../fixtures/hostile-python.ts";
import { createCodeCache } from "./code-cache.ts";
import { PythonWorker } from "./python-worker.ts";

/** Marks what it can reach, and tells what marks it found. */
const MARKS = `${REACH}
import math
math.mark = getattr(math, "mark", 0) + 1
`;
const FORGED = `b'{"ok":true,"log":""}\\n"forged"'`;

/** Programs by what becomes of them; each has its own text, so that not all start from the same code. */
const PROGRAMS = {
  answers: (id: number) => `${MARKS}# ${id % 3}\ndef f(id):\n    return [id, math.mark]`,
  throws: () => `${MARKS}def f(id):\n    raise ValueError(f"{id} {math.mark}")`,
  spins: () => `${MARKS}def f(id):\n    while True: pass`,
  waits: () =>
    `${MARKS}def f(id):\n    lock = sys.modules["_thread"].allocate_lock()\n    return [lock.acquire(), lock.acquire()]`,
  forges: () => `${MARKS}def f(id):\n    os.write(1, ${FORGED} * 3)\n    os._exit(0)`,
  floods: () => `${MARKS}def f(id):\n    for _ in range(60): os.write(1, b"x" * 100_000)\n    os._exit(0)`,
  dies: () => `${MARKS}def f(id):\n    os._exit(3)`,
};

type Kind = keyof typeof PROGRAMS;

function expected(kind: Kind, id: number): unknown {
  switch (kind) {
    case "answers":
      return { ok: true, value: `[${id},1]`, log: "" };
    case "throws":
      return expect.objectContaining({ code: "exception", message: `ValueError: ${id} 1` });
    case "forges":
      return expect.objectContaining({ code: "bad_result" });
    case "floods":
      return expect.objectContaining({ code: "result_too_large" });
    case "dies":
      return expect.objectContaining({ code: "crash" });
    default:
      return expect.objectContaining({ code: "timeout" });
  }
}

/** The interpreters of this process and their children, the youngest last. */
function interpreters(): number[] {
  const parents = new Map(readdirSync("/proc").flatMap((name) => parentOf(Number(name))));
  const zygotes = [...parents.keys()].filter((pid) => parents.get(pid) === process.pid);
  return [...parents.keys()]
    .filter((pid) => zygotes.includes(pid) || zygotes.includes(parents.get(pid) ?? 0))
    .sort((a, b) => a - b);
}

function parentOf(pid: number): [number, number][] {
  try {
    if (!readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("zygote.py")) return [];
    return [[pid, Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1])]];
  } catch {
    return [];
  }
}

function kill(nth: number): void {
  const pid = interpreters().at(-1 - nth);
  try {
    if (pid !== undefined) process.kill(pid, "SIGKILL");
  } catch {
    // It has ended by itself.
  }
}

const CAST: Cast<Kind> = {
  kinds: ["answers", "answers", "answers", "answers", "throws", "spins", "waits", "forges", "floods", "dies"],
  create: () => {
    const codes = createCodeCache();
    return { workers: [1, 2].map(() => new PythonWorker("python3", false, codes)), kill };
  },
  language: "python",
  source: (kind, id) => PROGRAMS[kind](id),
  stopped: ["spins", "waits"],
  stopAfter: { cpuSeconds: 0.05, wallSeconds: 0.1 },
  expected,
};

const onLinux = process.platform === "linux" ? test : test.skip;

onLinux(
  "whatever happens in whatever order, each call gets one answer, its own, and finds nothing of the others",
  () => holdInAnyOrder(CAST, 5),
  120_000,
);
