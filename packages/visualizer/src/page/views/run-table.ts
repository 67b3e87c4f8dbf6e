import { element, reconcile } from "../dom.ts";
import { elapsed } from "../format.ts";
import { durationText, moment, statusBadge, table } from "../parts.ts";
import { runAddress, workflowAddress } from "../routes.ts";
import type { RunInfo } from "../wire.ts";

/** A table of runs that can be filled again and again. */
export interface RunTable {
  readonly element: HTMLElement;
  readonly update: (runs: readonly RunInfo[], now: number) => void;
}

/** Makes an empty table of runs. */
export function runTable(caption: string): RunTable {
  const body = element("tbody", {});
  const drawn = new Map<string, { version: string; element: HTMLElement }>();
  const columns = [["Status"], ["Run"], ["Workflow"], ["Started"], ["Duration", "number"]] as const;
  return {
    element: table(caption, columns, body),
    update: (runs, now) =>
      reconcile(body, runs, drawn, {
        key: ({ id }) => id,
        version: (run) => `${run.status} ${times(run, now)}`,
        draw: (run) => runRow(run, now),
      }),
  };
}

function runRow(run: RunInfo, now: number): HTMLElement {
  return element(
    "tr",
    {},
    element("td", {}, statusBadge(run.status)),
    element("td", {}, element("a", { href: runAddress(run.id), class: "code" }, run.id)),
    element(
      "td",
      {},
      element("a", { href: workflowAddress(run.workflow, run.version) }, run.workflow),
      element("span", { class: "quiet" }, ` v${run.version}`),
    ),
    element("td", { class: "time" }, moment(run.created_at, now)),
    element("td", { class: "number" }, duration(run, now)),
  );
}

function duration(run: RunInfo, now: number): string {
  return durationText(elapsed(run.created_at, run.ended_at, now), run.status === "running");
}

/** What time alone changes in a row. */
function times(run: RunInfo, now: number): string {
  return `${moment(run.created_at, now).textContent} ${duration(run, now)}`;
}
