import { readFileSync } from "node:fs";
import type { ElementItem, Place } from "@espalier/jsx/tree";
import { relativeFile } from "../diagnostics/relative.ts";
import type { Origin, Reporter } from "../diagnostics/reporter.ts";
import { type FlowCache, loadFlows, prepareFlows, type Watchdog } from "../load/index.ts";
import { placeAt } from "../modules/import-place.ts";
import type { TransformCache } from "../modules/transform-cache.ts";
import type { Settings } from "../options.ts";
import { exportedWorkflows } from "./exports.ts";
import { reportOthers } from "./items.ts";

/** A workflow, and where its file starts. */
export interface Exported {
  readonly item: ElementItem;
  readonly start: Place;
}

/** What files are loaded with. */
export interface Loading {
  readonly settings: Settings;
  readonly cache: TransformCache;
  readonly built: FlowCache;
  readonly reporter: Reporter;
  readonly watchdog: Watchdog;
}

/** The workflows that files export, in order. For each file, what it is made from is noted in its set. */
export async function workflowsOfFiles(
  files: ReadonlyMap<string, Set<string>>,
  loading: Loading,
): Promise<readonly Exported[]> {
  await prepareFlows([...files.keys()], { cache: loading.cache, flows: loading.built });
  const found: Exported[] = [];
  for (const [file, used] of files) {
    const start: Place = { file, line: 1, column: 1 };
    const items = await workflowsOfFile(start, loading, (one) => used.add(one));
    found.push(...items.map((item) => ({ item, start })));
  }
  return found;
}

async function workflowsOfFile(
  place: Place,
  { settings, cache, built, reporter, watchdog }: Loading,
  note: (file: string) => void,
): Promise<readonly ElementItem[]> {
  const { file } = place;
  const start: Origin = { place, stack: [] };
  const loaded = await loadFlows(file, { root: settings.root, cache, flows: built, note, watchdog });
  reporter.found(start, loaded.findings);
  if (!loaded.ok) return [];
  const { exports, run } = loaded.value;
  const exported = await run(() => exportedWorkflows(exports));
  reporter.found(start, exported.findings);
  if (!exported.ok) return [];
  const { workflows, wrong } = exported.value;
  // What no JSX expression made has no place of its own: `export default [<Workflow … />, 3]`.
  reportOthers(
    wrong.map((item) => ({ ...item, place: item.place ?? place })),
    reporter,
  );
  if (workflows.length === 0 && wrong.length === 0) {
    const made = workflowInText(file);
    const at = made === undefined ? start : { place: made, stack: [] };
    const message = made === undefined ? "file" : "unexported";
    reporter.report(at, "not-a-workflow", message, { file: relativeFile(file, settings.root) });
  }
  return workflows;
}

/** Where a file makes a `<Workflow>`, outside of comments. */
function workflowInText(file: string): Place | undefined {
  const text = readFileSync(file, "utf8");
  const code = text.replaceAll(/\/\*[^]*?\*\/|\/\/.*/g, (comment) => comment.replaceAll(/[^\n]/g, " "));
  const offset = code.search(/<Workflow\b/);
  return offset < 0 ? undefined : placeAt(file, text, offset);
}
