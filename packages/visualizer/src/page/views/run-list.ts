import { button, element, fill } from "../dom.ts";
import { loading, placeholder } from "../parts.ts";
import { nextLook } from "../poll.ts";
import type { ViewContext } from "../view.ts";
import { runTable } from "./run-table.ts";

const STEP = 50;
const MOST = 1000;
const IDLE_MS = 10_000;

/** A section with the newest runs, of one workflow or of all, that keeps itself up to date. */
export function runList({ session, signal, keepLoading }: ViewContext, workflow: string | undefined): HTMLElement {
  let limit = STEP;
  const { element: rows, update } = runTable(workflow);
  const content = element("div", { "aria-busy": "true" }, loading());
  const older = button("Show older runs", () => {
    limit = Math.min(MOST, limit + STEP * 2);
    refresh();
  });
  const refresh = keepLoading(async () => {
    const start = performance.now();
    const { data, has_more } = await session.client.runs({ limit, workflow });
    if (signal.aborted) return undefined;
    content.removeAttribute("aria-busy");
    update(data, Date.now());
    if (data.length === 0) fill(content, placeholder("No runs yet.", "A run appears here as soon as it is admitted."));
    else if (!rows.isConnected) fill(content, rows, older);
    older.hidden = !has_more || limit >= MOST;
    return data.some(({ status }) => status === "running") ? nextLook(performance.now() - start) : IDLE_MS;
  });
  return element("section", { "aria-labelledby": "runs" }, element("h2", { id: "runs" }, "Runs"), content);
}
