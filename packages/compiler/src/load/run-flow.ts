import { rmSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Finding, Resolved } from "../finding.ts";
import { endlessFinding } from "./endless-finding.ts";
import { failAtExit } from "./fail-at-exit.ts";
import { type BuiltFlow, ENTRY_MODULE } from "./flow-modules.ts";
import { runtimeFinding } from "./runtime-finding.ts";
import { throwingRejections } from "./throwing-rejections.ts";
import type { Watchdog } from "./watchdog.ts";

/** What a flow needs to be run. */
export interface FlowRun {
  readonly file: string;
  readonly flow: BuiltFlow;
  readonly watchdog: Watchdog;
}

/** A flow that has run. */
export interface RanFlow {
  readonly exports: Readonly<Record<string, unknown>>;
  /** Runs more of its code, such as a component. */
  run<T>(work: () => T): Promise<Resolved<T>>;
}

/**
 * Runs a built flow from a private folder that is gone afterwards. Every call runs it anew: the folder's name, and so
 * the module's address, is never the same twice.
 */
export async function runFlow(given: FlowRun): Promise<Resolved<RanFlow>> {
  const { file, flow, watchdog } = given;
  const folder = await mkdtemp(join(tmpdir(), "espalier-"));
  const module = pathToFileURL(join(folder, ENTRY_MODULE)).href;
  const stop = failAtExit(basename(file), () => rmSync(folder, { recursive: true, force: true }));
  try {
    for (const { name, code } of flow.modules) writeFileSync(join(folder, name), code, { mode: 0o600 });
    const load = () => import(module) as Promise<{ exports: object }>;
    const loaded = await throwingRejections(() => watchdog.watch(load));
    if (loaded.kind !== "ended") return failed(await endlessFinding("load-failed", given, loaded));
    const exports = Object.assign(Object.create(null), loaded.value.exports) as Record<string, unknown>;
    return { ok: true, value: { exports, run: (work) => runMore(given, work) }, findings: [] };
  } catch (error) {
    return failed(runtimeFinding(file, flow, folder, error));
  } finally {
    stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function runMore<T>(given: FlowRun, work: () => T): Promise<Resolved<T>> {
  const stop = failAtExit("a component");
  try {
    const done = await given.watchdog.watch(work);
    if (done.kind !== "ended") return failed(await endlessFinding("component-failed", given, done));
    return { ok: true, value: done.value, findings: [] };
  } finally {
    stop();
  }
}

function failed(finding: Finding) {
  return { ok: false, findings: [finding] } as const;
}
