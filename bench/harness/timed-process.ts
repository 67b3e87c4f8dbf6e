import { spawn } from "node:child_process";
import { text } from "node:stream/consumers";
import type { Readable } from "node:stream";

/** What a whole process took. */
export type ProcessFigures = {
  /** From its start to its end, in milliseconds. */
  readonly ms: number;
  /** What it computed in that time on all cores, in milliseconds. Other work on the machine hardly changes it. */
  readonly "CPU ms": number;
  /** The most memory that it held, in megabytes. */
  readonly MB: number;
};

/** Writes what the process used to its fourth stream, when it ends. */
const REPORT = `data:text/javascript,${encodeURIComponent(
  `import { writeSync } from "node:fs";
process.on("exit", () => writeSync(3, JSON.stringify(process.resourceUsage())));`,
)}`;

/** Runs Node with some arguments until it ends. One that fails is an error with what it printed. */
export async function timedProcess(args: readonly string[], cwd?: string): Promise<ProcessFigures> {
  const start = performance.now();
  const child = spawn(process.execPath, ["--import", REPORT, ...args], {
    cwd,
    stdio: ["ignore", "pipe", "pipe", "pipe"],
  });
  const ended = new Promise<{ code: number | null; ms: number }>((resolve, reject) => {
    child.on("error", reject);
    child.on("exit", (code) => resolve({ code, ms: performance.now() - start }));
  });
  const [{ code, ms }, out, err, report] = await Promise.all([
    ended,
    ...child.stdio.slice(1).map((stream) => text(stream as Readable)),
  ]);
  if (code !== 0) throw new Error(`node ${args.join(" ")} ended with ${code}:\n${out}${err}`);
  const used = JSON.parse(report!) as NodeJS.ResourceUsage;
  return { ms, "CPU ms": (used.userCPUTime + used.systemCPUTime) / 1000, MB: used.maxRSS / 1024 };
}
