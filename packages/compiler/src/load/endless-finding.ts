import { readFileSync } from "node:fs";
import type { Place } from "@espalier/jsx/tree";
import { counted } from "../diagnostics/wording.ts";
import type { Finding } from "../finding.ts";
import { importPlace } from "../modules/import-place.ts";
import { createPlaceFinder } from "../modules/original-place.ts";
import type { BuiltFlow } from "./flow-modules.ts";
import type { FlowRun } from "./run-flow.ts";
import { topLevelAwaits } from "./top-level-awaits.ts";
import type { CodePlace, Watched } from "./watchdog.ts";

type Code = "load-failed" | "component-failed";
type Endless = Exclude<Watched<unknown>, { readonly kind: "ended" }>;

/** Says where a flow was when it had not ended in time: while it was loaded, or in a component. */
export async function endlessFinding(code: Code, run: FlowRun, endless: Endless): Promise<Finding> {
  return endless.kind === "waits" ? stillWaiting(code, run) : stillBusy(code, run, endless.calls);
}

function stillBusy(code: Code, { file, flow, watchdog }: FlowRun, calls: readonly CodePlace[]): Finding {
  const place = placeOfCalls(flow, calls);
  const what = code === "load-failed" ? "The file had not loaded" : "A component had not returned";
  return {
    code,
    message: `${what} after ${counted(watchdog.seconds, "second")}${place === undefined ? "" : ": it was still here"}.`,
    hint: "Does a loop go on without end? What takes long belongs in a program: this runs whenever the workflow is compiled.",
    place: place ?? { file, line: 1, column: 1 },
  };
}

/** The innermost call of the author's; or where the package is imported that is loaded without end. */
function placeOfCalls(flow: BuiltFlow, calls: readonly CodePlace[]): Place | undefined {
  for (const { url, line, column } of calls) {
    const map = flow.modules.find(({ name }) => url.endsWith(`/${name}`))?.map;
    const place = map == null ? undefined : createPlaceFinder(map)(line, column);
    if (place !== undefined) return place;
  }
  const used = calls.map(({ url }) => flow.packages.get(url)).find((found) => found !== undefined);
  return used && importPlace(used.importer, readFileSync(used.importer, "utf8"), used.specifier);
}

/** Nobody can tell for which `await` of several it waits. */
async function stillWaiting(code: Code, { file, flow, watchdog }: FlowRun): Promise<Finding> {
  const [place, ...others] = await topLevelAwaits(flow);
  return {
    code,
    message: `A top-level \`await\` did not finish within ${counted(watchdog.seconds, "second")}.`,
    hint: "A workflow's file must load without waiting for anything that may not come.",
    place: place ?? { file, line: 1, column: 1 },
    related: others.map((other) => ({ message: "or it waits here", place: other })),
  };
}
