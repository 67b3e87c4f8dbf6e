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

/** Makes an empty table of runs; of one workflow, if they are all of the same. */
export function runTable(workflow: string | undefined): RunTable {
  const one = workflow !== undefined;
  const body = element("tbody", {});
  const drawn = new Map<string, { version: string; element: HTMLElement }>();
  const columns = [
    ["Status"],
    ["Run"],
    [one ? "Version" : "Workflow", "roomy"],
    ["Started", "roomy"],
    ["Duration", "number"],
  ] as const;
  const caption = one ? `Runs of ${workflow}, newest first` : "Runs, newest first";
  return {
    element: table(caption, columns, body),
    update: (runs, now) =>
      reconcile(body, runs, drawn, {
        key: ({ id }) => id,
        version: (run) => `${run.status} ${times(run, now)}`,
        draw: (run) => runRow(run, now, one),
      }),
  };
}

function runRow(run: RunInfo, now: number, one: boolean): HTMLElement {
  const version = `v${run.version}`;
  const address = workflowAddress(run.workflow, run.version);
  // What has a column of its own stands below the status and the id where there is no room for columns.
  return element(
    "tr",
    {},
    element("td", {}, statusBadge(run.status), element("div", { class: "narrow quiet" }, moment(run.created_at, now))),
    element(
      "td",
      { class: "id" },
      element("a", { href: runAddress(run.id), class: "code" }, run.id),
      element("div", { class: "narrow quiet" }, one ? version : `${run.workflow} ${version}`),
    ),
    element(
      "td",
      { class: "roomy" },
      element("a", { href: address }, one ? version : run.workflow),
      !one && element("span", { class: "quiet" }, ` ${version}`),
    ),
    element("td", { class: "time roomy" }, moment(run.created_at, now)),
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
