import { rmSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Finding } from "../finding.ts";
import { failAtExit } from "./fail-at-exit.ts";
import { type BuiltFlow, ENTRY_MODULE } from "./flow-modules.ts";
import { runtimeFinding } from "./runtime-finding.ts";
import { throwingRejections } from "./throwing-rejections.ts";

/** A flow that waits for something at its top level may take this long. */
const SECONDS = 30;

/** What a flow exports, or why it could not be run. */
export type Ran = { readonly exports: Readonly<Record<string, unknown>> } | { readonly finding: Finding };

/**
 * Runs a built flow from a private folder that is gone afterwards. Every call runs it anew: the folder's name, and so
 * the module's address, is never the same twice.
 */
export async function runFlow(file: string, flow: BuiltFlow): Promise<Ran> {
  const folder = await mkdtemp(join(tmpdir(), "espalier-"));
  const module = join(folder, ENTRY_MODULE);
  const stop = failAtExit(basename(file), () => rmSync(folder, { recursive: true, force: true }));
  try {
    for (const { name, code } of flow.modules) writeFileSync(join(folder, name), code, { mode: 0o600 });
    const load = () => within(SECONDS, import(pathToFileURL(module).href) as Promise<{ exports: object }>);
    const namespace = await throwingRejections(load);
    if (namespace === "late") return { finding: neverSettled(file) };
    return { exports: Object.assign(Object.create(null), namespace.exports) as Record<string, unknown> };
  } catch (error) {
    return { finding: runtimeFinding(file, flow, folder, error) };
  } finally {
    stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function within<T>(seconds: number, promise: Promise<T>): Promise<T | "late"> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<"late">((resolve) => {
    timer = setTimeout(resolve, seconds * 1000, "late");
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

function neverSettled(file: string): Finding {
  return {
    code: "load-failed",
    message: `A top-level \`await\` did not finish within ${SECONDS} seconds.`,
    hint: "A workflow's file must load without waiting for anything that may not come.",
    place: { file, line: 1, column: 1 },
  };
}
