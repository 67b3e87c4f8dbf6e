import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { ProcessOptions } from "./gateway-main.ts";

// Node cannot load the .ts file when the tests run from src/; the process runs from dist/ in any case.
const inSource = import.meta.url.endsWith(".ts");
const MAIN = fileURLToPath(
  new URL(inSource ? "../../dist/testing/gateway-main.js" : "./gateway-main.js", import.meta.url),
);

export interface EndedProcess {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stderr: string;
}

/** A gateway in a process of its own. */
export interface GatewayProcess {
  readonly url: string;
  readonly ended: Promise<EndedProcess>;
  signal(name: NodeJS.Signals): void;
  /** Resident memory in bytes; 0 where the system does not tell. */
  memory(): number;
}

/** Starts a process and waits until it listens, or has ended. `fileBlocks`: how large its files may become, in the shell's blocks. */
export async function launch(options: ProcessOptions, fileBlocks?: number): Promise<GatewayProcess | EndedProcess> {
  const node = [process.execPath, MAIN, JSON.stringify(options)];
  const command = fileBlocks === undefined ? node : ["sh", "-c", `ulimit -f ${fileBlocks}; exec "$@"`, "sh", ...node];
  const child = spawn(command[0]!, command.slice(1), { stdio: ["ignore", "pipe", "pipe"] });
  let [stdout, stderr] = ["", ""];
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  const ended = new Promise<EndedProcess>((resolve) =>
    child.once("close", (code, signal) => resolve({ code, signal, stderr })),
  );
  const url = new Promise<string>((resolve) =>
    child.stdout.setEncoding("utf8").on("data", (text: string) => {
      stdout += text;
      if (stdout.includes("\n")) resolve((JSON.parse(stdout) as { url: string }).url);
    }),
  );
  const first = await Promise.race([url, ended]);
  if (typeof first !== "string") return first;
  return { url: first, ended, signal: (name) => void child.kill(name), memory: () => memoryOf(child.pid!) };
}

/** As {@link launch}, of a process that must start. */
export async function launchGateway(options: ProcessOptions, fileBlocks?: number): Promise<GatewayProcess> {
  return startedGateway(await launch(options, fileBlocks));
}

/** The gateway, if it runs; an error with what it printed otherwise. */
export function startedGateway(launched: GatewayProcess | EndedProcess): GatewayProcess {
  if ("url" in launched) return launched;
  throw new Error(`the gateway ended: ${JSON.stringify(launched)}`);
}

function memoryOf(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}
