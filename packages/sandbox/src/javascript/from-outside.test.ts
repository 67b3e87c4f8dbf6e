import { spawn, type ChildProcess } from "node:child_process";
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "@jest/globals";
import { HOSTILE_JAVASCRIPT } from "../fixtures/hostile-javascript.ts";

const ROOT = realpathSync(fileURLToPath(new URL("../../../..", import.meta.url)));
const INDEX = fileURLToPath(new URL("../../dist/index.js", import.meta.url));

/**
 * Runs every program in a process that does nothing else, after it has said that it is ready, and says how they ended. It
 * reads the programs from a file before: a pipe for them would be one thing more to tell apart.
 */
const HOST = `
  import { createSandbox } from ${JSON.stringify(INDEX)};
  import { readFileSync } from "node:fs";
  const programs = JSON.parse(readFileSync(process.argv[1], "utf8"));
  const sandbox = await createSandbox({ javascriptWorkers: 2, pythonWorkers: 0 });
  const call = ({ source, limits }) =>
    sandbox.call({ language: "javascript", source, entrypoint: "f", parameters: ["x"] }, { x: 7 }, { cpuSeconds: 30, ...limits });
  await Promise.all([1, 2].map(() => call({ source: "const f = (x) => x;" })));
  process.stdout.write("ready\\n");
  const outcomes = await Promise.all(programs.map(call));
  await Promise.all([1, 2].map(() => call({ source: "const f = (x) => x;" })));
  process.stdout.write(JSON.stringify(outcomes.map((outcome) => (outcome.ok ? outcome.value : outcome.code))) + "\\n");
  setInterval(() => undefined, 1000);`;

/** What every descriptor of a process leads to. Descriptors and processes may be gone while we look. */
function descriptors(pid: number): string[] {
  return names(`/proc/${pid}/fd`).flatMap((fd) => linkOf(`/proc/${pid}/fd/${fd}`));
}

function linkOf(path: string): string[] {
  try {
    return [readlinkSync(path)];
  } catch {
    return [];
  }
}

function names(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function children(pid: number): string {
  const lists = names(`/proc/${pid}/task`).map((task) => readText(`/proc/${pid}/task/${task}/children`));
  return lists.join("").trim();
}

function readText(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return "";
  }
}

/**
 * What a new thread has open: events and a pipe of its own loop, and for a moment the files that it is loaded from. A pipe
 * with one end elsewhere would need another process.
 */
function isOfTheThread(link: string): boolean {
  return (
    link.startsWith("anon_inode:") ||
    link.startsWith("pipe:") ||
    link.startsWith("/proc/") ||
    link.startsWith(`${ROOT}/`)
  );
}

function nextLine(host: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = "";
    const onData = (data: Buffer) => {
      text += data.toString();
      if (!text.endsWith("\n")) return;
      host.stdout?.off("data", onData);
      resolve(text);
    };
    host.stdout?.on("data", onData);
    host.once("exit", (code) => reject(new Error(`the process ended with ${code}`)));
  });
}

const onLinux = process.platform === "linux" ? test : test.skip;

onLinux(
  "while all hostile programs run, no file, socket or process appears",
  async () => {
    const folder = mkdtempSync(join(tmpdir(), "espalier-"));
    for (const name of ["work", "tmp", "home"]) mkdirSync(join(folder, name));
    const programs = join(folder, "programs.json");
    writeFileSync(programs, JSON.stringify(HOSTILE_JAVASCRIPT.map(({ source, limits }) => ({ source, limits }))));
    const host = spawn(process.execPath, ["--input-type=module", "-e", HOST, programs], {
      cwd: join(folder, "work"),
      env: { TMPDIR: join(folder, "tmp"), HOME: join(folder, "home"), TZ: "Asia/Tokyo" },
      stdio: ["ignore", "pipe", "inherit"],
    });
    try {
      await nextLine(host);
      const pid = host.pid ?? 0;
      const before = new Set(descriptors(pid));
      const strange = new Set<string>();
      const look = () => {
        for (const link of descriptors(pid)) if (!before.has(link) && !isOfTheThread(link)) strange.add(link);
        const found = children(pid);
        if (found !== "") strange.add(`process ${found}`);
      };
      const watch = setInterval(look, 10);
      const outcomes = JSON.parse(await nextLine(host)) as string[];
      clearInterval(watch);
      look();
      expect([...strange]).toEqual([]);
      expect(outcomes).toEqual(HOSTILE_JAVASCRIPT.map(({ ends }) => ends));
      const left = ["work", "tmp", "home"].flatMap((name) => readdirSync(join(folder, name)));
      expect(left).toEqual([]);
    } finally {
      host.kill("SIGKILL");
      rmSync(folder, { recursive: true });
    }
  },
  120_000,
);
