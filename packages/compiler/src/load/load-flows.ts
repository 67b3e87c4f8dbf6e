import { realpath, stat } from "node:fs/promises";
import { relativeFile } from "../diagnostics/relative.ts";
import type { Resolved } from "../finding.ts";
import { createTransformCache, type TransformCache } from "../modules/transform-cache.ts";
import { buildFlow } from "./build-flow.ts";
import { buildFlows } from "./build-flows.ts";
import { createFlowCache, type FlowCache } from "./flow-cache.ts";
import type { LoadedFlows, LoadOptions } from "./loaded-flows.ts";
import { runFlow } from "./run-flow.ts";

const CHECK_PATH = "Give the path of a file that exports a workflow, as seen from the folder that the command runs in.";

/**
 * Loads a file of an author's with everything that it imports, and runs it anew. Its own code may be TypeScript, TSX or
 * JavaScript, here or in workspace packages; installed packages and Node's own modules are used as they are.
 *
 * Whatever is wrong with the author's code is a finding `load-failed` at the author's line.
 */
export async function loadFlows(file: string, options: LoadOptions): Promise<Resolved<LoadedFlows>> {
  const note = options.note ?? (() => {});
  const found = await realpath(file).catch(() => "");
  note(found === "" ? file : found);
  const message = await problemOf(found, relativeFile(file, options.root));
  if (message !== undefined) {
    return {
      ok: false,
      findings: [{ code: "load-failed", message, hint: CHECK_PATH, place: { file, line: 1, column: 1 } }],
    };
  }
  const flows = options.flows ?? createFlowCache();
  const cache = options.cache ?? createTransformCache();
  const flow = await flows.get(found, note, (used) => buildFlow(found, cache, used));
  if (!("modules" in flow)) return { ok: false, findings: flow };
  const ran = await runFlow({ file: found, flow, watchdog: options.watchdog });
  return ran.ok ? { ...ran, value: { ...ran.value, files: flow.files } } : ran;
}

/**
 * Builds the flows that `loadFlows` will be asked for, those that can be, so that what several of them import is read
 * once. Reports nothing: whatever is wrong is found again.
 */
export async function prepareFlows(
  files: readonly string[],
  { cache, flows }: { readonly cache: TransformCache; readonly flows: FlowCache },
): Promise<void> {
  const found = await Promise.all(files.map((file) => realpath(file).catch(() => "")));
  const unknown = [...new Set(found)].filter((file) => !flows.has(file));
  const problems = await Promise.all(unknown.map((file) => problemOf(file, file)));
  const buildable = unknown.filter((_, index) => problems[index] === undefined);
  for (const [file, { flow, noted }] of await buildFlows(buildable, cache)) flows.set(file, flow, noted);
}

/** Why a file cannot hold a flow; undefined when it can. */
async function problemOf(found: string, name: string): Promise<string | undefined> {
  if (found === "") return `There is no file "${name}".`;
  if (!(await stat(found)).isFile()) return `"${name}" is not a file.`;
  if (/\.(?:m?[jt]s|[jt]sx)$/.test(found)) return undefined;
  return `"${name}" is not a TypeScript or JavaScript file; a flow ends in .tsx, .ts, .mts, .jsx, .js or .mjs.`;
}
