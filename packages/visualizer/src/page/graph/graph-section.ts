import type { Bundle } from "@espalier/contract";
import { element, type Child } from "../dom.ts";
import { plural } from "../format.ts";
import { flatten, graphOf, type GraphNode } from "./graph-model.ts";
import { graphView, type GraphView } from "./graph-view.ts";
import { inspector } from "./inspector.ts";

/** The graph of a bundle with its inspector, under a heading. */
export interface GraphSection extends Pick<GraphView, "showCounts"> {
  readonly element: HTMLElement;
  /** A place for a remark beside the heading. */
  readonly remark: HTMLElement;
  readonly closeInspector: () => void;
}

/** Draws a bundle's graph. `extra` goes into the inspector of each node. */
export function graphSection(bundle: Bundle, extra?: (node: GraphNode) => Child): GraphSection {
  const nodes = graphOf(bundle);
  const panel = inspector(() => graph.mark(undefined), extra);
  const graph = graphView(nodes, (node) => {
    graph.mark(node.id);
    panel.show(node);
  });
  const remark = element("div", { class: "remark" });
  const size = plural(flatten(nodes).length, "node");
  return {
    element: element(
      "section",
      { "aria-labelledby": "graph" },
      element("h2", { id: "graph" }, "Graph ", element("small", {}, size)),
      remark,
      element("div", { class: "workbench" }, graph.element, panel.element),
    ),
    remark,
    showCounts: graph.showCounts,
    closeInspector: panel.close,
  };
}
