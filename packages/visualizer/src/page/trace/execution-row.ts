import { button, element } from "../dom.ts";
import { elapsed, formatDuration } from "../format.ts";
import { kindName } from "../graph/graph-model.ts";
import { statusBadge } from "../parts.ts";
import type { Execution } from "../wire.ts";
import { noteOf } from "./note.ts";
import { barOf, placeOf } from "./tree.ts";

/** What a row needs to know of the run around it. */
export interface RowContext {
  readonly depth: number;
  readonly open: boolean;
  readonly span: { readonly start: number; readonly end: number };
  readonly toggle: () => void;
}

/** Draws one execution as a row of the trace table. */
export function executionRow(row: Execution, { depth, open, span, toggle }: RowContext): HTMLElement {
  const place = placeOf(row);
  const label = button(
    [
      place === undefined ? undefined : element("span", { class: "place" }, place),
      element("span", { class: "name" }, row.name ?? kindName(row.kind)),
      element("span", { class: "node-id" }, row.node),
    ],
    toggle,
    { class: "row-open", "aria-expanded": open ? "true" : "false", title: row.path },
  );
  const first = element("td", { class: "tree" }, label);
  // Through the object model: a style attribute would be refused by the page's content security policy.
  first.style.setProperty("--depth", String(Math.min(depth, 24)));
  return element(
    "tr",
    { class: "execution" },
    first,
    element("td", {}, statusBadge(row.status)),
    element("td", { class: "number" }, formatDuration(elapsed(row.started_at, row.ended_at, span.end))),
    element("td", { class: "timeline" }, bar(row, span)),
    element("td", { class: "wide note" }, element("div", {}, noteOf(row))),
  );
}

function bar(row: Execution, span: RowContext["span"]): HTMLElement | undefined {
  const place = barOf(row, span);
  if (place === undefined) return undefined;
  const drawn = element("div", { class: "bar", "data-status": row.status });
  drawn.style.setProperty("--start", place.start.toFixed(4));
  drawn.style.setProperty("--length", place.length.toFixed(4));
  return element("div", { class: "bar-track", "aria-hidden": "true" }, drawn);
}
