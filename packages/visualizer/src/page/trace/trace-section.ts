import { button, element, fill, reconcile, type Child } from "../dom.ts";
import { formatNumber, plural } from "../format.ts";
import { placeholder, table } from "../parts.ts";
import type { Execution, RunInfo, Status } from "../wire.ts";
import { STATUSES } from "./counts.ts";
import { executionDetails, type ReadValue } from "./execution-details.ts";
import { executionRow } from "./execution-row.ts";
import { PAGE_ROWS, type LoadedTrace } from "./trace-pages.ts";
import { depths, filterRows, type TraceFilter } from "./tree.ts";

/** What the trace asks of the view around it. */
export interface TraceNeeds {
  readonly read: ReadValue;
  /** Loads this many pages from now on; Infinity: all. */
  readonly loadPages: (pages: number) => void;
}

/** The trace of a run as a tree in a table. */
export interface TraceSection {
  readonly element: HTMLElement;
  readonly update: (trace: LoadedTrace, run: RunInfo, now: number) => void;
  /** Shows only the executions of one node. */
  readonly showNode: (node: string | undefined) => void;
}

/** One line of the table: an execution, or what is known about it. */
interface Line {
  readonly row: Execution;
  readonly details: boolean;
}

const COLUMNS = [["Node"], ["Status"], ["Duration", "number"], ["Timeline", "timeline"], ["Notes", "wide"]] as const;

/** Makes a trace without rows yet. At most 1,000 rows more are drawn each time that the reader asks. */
export function traceSection({ read, loadPages }: TraceNeeds): TraceSection {
  const body = element("tbody", {});
  const rowsTable = table("Executions", COLUMNS, body);
  const drawn = new Map<string, { version: string; element: HTMLElement }>();
  const open = new Set<string>();
  const below = element("div", { class: "tools", "aria-live": "polite" });
  const size = element("small", {});
  let filter: TraceFilter = { status: undefined, node: undefined };
  let drawnRows = PAGE_ROWS;
  let last: { trace: LoadedTrace; run: RunInfo; now: number } | undefined;

  const change = (next: TraceFilter) => {
    filter = next;
    drawnRows = PAGE_ROWS;
    redraw();
  };
  const controls = filterControls((status) => change({ ...filter, status }));
  const nodeFilter = element("span", {});
  const toggle = (path: string) => {
    if (!open.delete(path)) open.add(path);
    redraw();
  };

  function redraw(): void {
    if (last === undefined) return;
    const { trace, run, now } = last;
    const found = filterRows(trace.rows, filter);
    const visible = found.slice(0, drawnRows);
    const span = { start: run.created_at, end: run.ended_at ?? now };
    const depth = depths(trace.rows);
    const lines = visible.flatMap((row): Line[] => [
      { row, details: false },
      ...(open.has(row.path) ? [{ row, details: true }] : []),
    ]);
    reconcile(body, lines, drawn, {
      key: ({ row, details }) => (details ? `details of ${row.path}` : row.path),
      version: ({ row, details }) => versionOf(row, details, open.has(row.path), span),
      draw: ({ row, details }) =>
        details
          ? executionDetails(row, now, read)
          : executionRow(row, {
              depth: depth.get(row.path) ?? 0,
              open: open.has(row.path),
              span,
              toggle: () => toggle(row.path),
            }),
    });
    fill(size, plural(trace.rows.length, "execution"), trace.next !== null && " loaded, there are more");
    fill(nodeFilter, ...nodeRemark(filter.node, () => change({ ...filter, node: undefined })));
    fill(below, ...remarks(found.length, visible.length, trace.next !== null));
  }

  function remarks(found: number, visible: number, more: boolean): Child[] {
    if (found === 0) return [placeholder(more ? "None among those loaded." : "No executions."), ...loadAll(more)];
    if (visible < found || more)
      return [
        element("span", {}, `${formatNumber(visible)} of ${formatNumber(found)}${more ? " and more" : ""} shown`),
        button(`Show ${formatNumber(PAGE_ROWS)} more`, () => {
          drawnRows += PAGE_ROWS;
          if (found < drawnRows && more) loadPages(last!.trace.pages + 1);
          redraw();
        }),
        ...loadAll(more),
      ];
    return [];
  }

  function loadAll(more: boolean): Child[] {
    return more ? [button("Load all", () => loadPages(Infinity))] : [];
  }

  return {
    element: element(
      "section",
      { "aria-labelledby": "trace" },
      element("h2", { id: "trace", tabindex: -1 }, "Trace ", size),
      element("div", { class: "tools" }, controls, nodeFilter),
      rowsTable,
      below,
    ),
    update: (trace, run, now) => {
      last = { trace, run, now };
      redraw();
    },
    showNode: (node) => change({ ...filter, node }),
  };
}

/** Changes exactly when a row has to be drawn again: ended rows of an ended run never. */
function versionOf(row: Execution, details: boolean, open: boolean, span: { start: number; end: number }): string {
  const { status, ended_at, attempts, error, items } = row;
  const until = details && ended_at !== null ? 0 : span.end;
  return `${open} ${status} ${ended_at} ${attempts.length} ${error?.code} ${items} ${until}`;
}

function filterControls(onChange: (status: Status | undefined) => void): HTMLElement {
  const options = STATUSES.map((status) => element("option", { value: status }, status));
  const select = element("select", {}, element("option", { value: "" }, "any status"), ...options);
  select.addEventListener("change", () => onChange(STATUSES.find((status) => status === select.value)));
  return element("label", {}, "Show ", select);
}

function nodeRemark(node: string | undefined, onAll: () => void): Child[] {
  if (node === undefined) return [];
  return ["of ", element("strong", {}, node), " ", button("All nodes", onAll)];
}
