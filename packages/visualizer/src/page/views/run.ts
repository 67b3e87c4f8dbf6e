import { button, element, fill } from "../dom.ts";
import { formatNumber } from "../format.ts";
import { graphSection, type GraphSection } from "../graph/graph-section.ts";
import { loading } from "../parts.ts";
import { nextLook } from "../poll.ts";
import { countByNode } from "../trace/counts.ts";
import { loadTrace, NO_TRACE, type LoadedTrace } from "../trace/trace-pages.ts";
import { traceSection } from "../trace/trace-section.ts";
import type { View, ViewContext } from "../view.ts";
import type { RunInfo } from "../wire.ts";
import { runHead } from "./run-head.ts";

/** One run: how it stands, its graph with counts, its trace. Keeps itself up to date while the run goes on. */
export function runView(id: string): View {
  return (context) => {
    const { session, main, signal, keepLoading } = context;
    const { client } = session;
    let pages = 1;
    /** What was read after the run's end: it does not change any more. */
    let final: LoadedTrace = NO_TRACE;
    const loadPages = (wanted: number) => {
      pages = wanted;
      refresh();
    };
    const trace = traceSection({ read: (path, side) => session.value(id, path, side), loadPages });
    const head = runHead(id, async () => {
      await client.cancel(id);
      refresh();
    });
    const graphPlace = element("div", {});
    const graph = graphLoader(context, graphPlace, trace.showNode, () => loadPages(Infinity));

    fill(main, loading());
    document.title = `${id} · Espalier`;
    const refresh = keepLoading(async () => {
      const start = performance.now();
      const run: RunInfo = await client.getRun(id);
      const rows = await loadTrace((page) => client.trace(id, page), pages, final);
      if (run.status !== "running") final = rows;
      await graph.load(run);
      if (signal.aborted) return undefined;
      if (!head.element.isConnected) fill(main, head.element, graphPlace, trace.element);
      document.title = `${run.status}: ${run.workflow} · Espalier`;
      head.update(run, Date.now());
      trace.update(rows, run, Date.now());
      graph.update(rows);
      return run.status === "running" ? nextLook(performance.now() - start) : undefined;
    });
  };
}

/** Loads the graph of a run's version once, and shows the counts of its trace in it. */
function graphLoader(
  { session }: ViewContext,
  place: HTMLElement,
  showNode: (node: string) => void,
  loadAll: () => void,
) {
  let section: GraphSection | undefined;
  const jump = (node: string) =>
    button("Show its executions", () => {
      showNode(node);
      const heading = document.getElementById("trace");
      heading?.focus({ preventScroll: true });
      heading?.scrollIntoView();
    });
  return {
    load: async (run: RunInfo): Promise<void> => {
      if (section !== undefined) return;
      const bundle = await session.client.bundle(run.workflow, run.version);
      section = graphSection(bundle, ({ id }) => element("p", {}, jump(id)));
      fill(place, section.element);
    },
    update: (trace: LoadedTrace): void => {
      if (section === undefined) return;
      section.showCounts(countByNode(trace.rows));
      const loaded = `Counts are of the first ${formatNumber(trace.rows.length)} executions. `;
      if (trace.next !== null) fill(section.remark, loaded, button("Count all", loadAll));
      else fill(section.remark);
    },
  };
}
