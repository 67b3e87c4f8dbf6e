import { fork } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Bundle } from "@espalier/contract";
import { BENCH } from "../harness/index.ts";
import { post } from "./http.ts";

/** A gateway in a process of its own. */
export interface GatewayProcess {
  readonly url: string;
  install(bundle: Bundle): Promise<void>;
  /** What it has computed so far, in all of its threads, its children left out. 0 where the system does not tell. */
  cpuMs(): number;
  /** What it holds in memory now. */
  memory(): { readonly gateway: number; readonly children: number };
  close(): Promise<void>;
}

export async function startGateway(config: object = {}): Promise<GatewayProcess> {
  const child = fork(join(BENCH, "dist", "runs", "gateway-main.js"), [JSON.stringify(config)]);
  const [url] = (await once(child, "message")) as [string];
  const pid = child.pid!;
  return {
    url,
    async install(bundle) {
      await post(`${url}/v1/workflows`, bundle);
      await post(`${url}/v1/workflows/${bundle.name}/publish`, {});
    },
    cpuMs: () => cpuMs(pid),
    memory: () => ({
      gateway: residentMB(pid),
      children: descendants(pid).reduce((sum, each) => sum + residentMB(each), 0),
    }),
    async close() {
      const ended = once(child, "exit");
      child.disconnect();
      await ended;
    },
  };
}

/** User and system time, in ticks of 10 ms; the names before them may hold spaces and end at the last parenthesis. */
function cpuMs(pid: number): number {
  const fields = read(`/proc/${pid}/stat`).split(") ").at(-1)!.split(" ");
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * 10;
}

function residentMB(pid: number): number {
  return Number(/^VmRSS:\s+(\d+)/m.exec(read(`/proc/${pid}/status`))?.[1] ?? 0) / 1024;
}

function descendants(pid: number): number[] {
  const parentOf = (each: string): number => Number(/^PPid:\s+(\d+)/m.exec(read(`/proc/${each}/status`))?.[1]);
  const processes = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
  const children = processes.filter((each) => parentOf(each) === pid).map(Number);
  return [...children, ...children.flatMap(descendants)];
}

function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
