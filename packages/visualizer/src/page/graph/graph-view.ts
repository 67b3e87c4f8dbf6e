import { button, element, fill, setAttributes } from "../dom.ts";
import { countsText, overallStatus, STATUSES, type Counts } from "../trace/counts.ts";
import { formatNumber } from "../format.ts";
import { flatten, type GraphNode, type Lane } from "./graph-model.ts";

/** A drawn graph. */
export interface GraphView {
  readonly element: HTMLElement;
  /** Shows how often each node ran, and how it ended. */
  readonly showCounts: (counts: ReadonlyMap<string, Counts>) => void;
  /** Marks one node as the one that is being looked at. */
  readonly mark: (id: string | undefined) => void;
}

/** What is drawn of a node and changes later. */
interface Drawn {
  readonly box: HTMLElement;
  readonly open: HTMLButtonElement;
  readonly counts: HTMLElement;
}

/** Draws a graph top-down as nested boxes, which the browser lays out. `onOpen` is called with the node that is pressed. */
export function graphView(nodes: readonly GraphNode[], onOpen: (node: GraphNode) => void): GraphView {
  const drawn = new Map<string, Drawn>();
  const flow = drawNodes(nodes, drawn, onOpen);
  flow.prepend(element("li", { class: "terminal" }, "Request"));
  flow.append(element("li", { class: "terminal" }, "Result"));
  const canvas = element("div", { class: "canvas", tabindex: 0, role: "region", "aria-label": "Graph" }, flow);
  return {
    element: element("div", { class: "graph" }, foldAll(nodes, drawn), canvas),
    showCounts: (counts) => {
      for (const [id, each] of drawn) showNodeCounts(each, counts.get(id));
    },
    mark: (id) => {
      for (const [each, { open }] of drawn) setAttributes(open, { "aria-pressed": each === id ? "true" : "false" });
    },
  };
}

function drawNodes(
  nodes: readonly GraphNode[],
  drawn: Map<string, Drawn>,
  onOpen: (node: GraphNode) => void,
): HTMLOListElement {
  const steps = nodes.map((node) => element("li", {}, drawNode(node, drawn, onOpen)));
  return element("ol", { class: "flow" }, ...steps);
}

function drawNode(node: GraphNode, drawn: Map<string, Drawn>, onOpen: (node: GraphNode) => void): HTMLElement {
  const counts = element("span", { class: "counts" });
  const open = drawOpen(node, counts, () => onOpen(node));
  const box = element("div", { class: node.lanes.length === 0 ? "node leaf" : "node group", "data-kind": node.kind });
  drawn.set(node.id, { box, open, counts });
  if (node.lanes.length === 0) {
    fill(box, open);
    return box;
  }
  const drawLane = (lane: Lane) =>
    element(
      "div",
      { class: "lane" },
      lane.label === undefined ? undefined : element("div", { class: "lane-label" }, lane.label),
      drawNodes(lane.nodes, drawn, onOpen),
    );
  const lanes = element(
    "div",
    { class: node.sideBySide ? "lanes side-by-side" : "lanes" },
    ...node.lanes.map(drawLane),
  );
  fill(box, element("div", { class: "group-head" }, foldButton(node, lanes), open), lanes);
  return box;
}

function drawOpen(node: GraphNode, counts: HTMLElement, onClick: () => void): HTMLButtonElement {
  const subtitle = node.subtitle === undefined ? "" : `${node.subtitle} · `;
  const label = [
    element("span", { class: "node-title" }, node.title, element("span", { class: "node-id" }, node.id)),
    element("span", { class: "node-detail" }, subtitle, element("span", { class: "code" }, node.detail)),
    counts,
  ];
  return button(label, onClick, { class: "node-open", "aria-pressed": "false" });
}

function foldButton(node: GraphNode, lanes: HTMLElement): HTMLButtonElement {
  const size = flatten(node.lanes.flatMap((lane) => lane.nodes)).length;
  const fold = button(
    [],
    () => {
      lanes.hidden = !lanes.hidden;
      setAttributes(fold, { "aria-expanded": lanes.hidden ? "false" : "true" });
    },
    {
      class: "fold",
      "aria-expanded": "true",
      "aria-label": `Contents of ${node.title} ${node.id}`,
      title: `${size} inside`,
    },
  );
  return fold;
}

/** Folds or unfolds all boxes of a large graph at once. */
function foldAll(nodes: readonly GraphNode[], drawn: ReadonlyMap<string, Drawn>): HTMLElement | undefined {
  if (flatten(nodes).filter(({ lanes }) => lanes.length > 0).length < 4) return undefined;
  const set = (open: boolean) => () => {
    for (const { box } of drawn.values()) {
      const fold = box.querySelector<HTMLButtonElement>(":scope > .group-head > .fold");
      if (fold !== null && (fold.getAttribute("aria-expanded") === "true") !== open) fold.click();
    }
  };
  return element("div", { class: "tools" }, button("Fold all", set(false)), button("Unfold all", set(true)));
}

function showNodeCounts({ box, counts }: Drawn, found: Counts | undefined): void {
  setAttributes(box, { "data-status": overallStatus(found) });
  const text = found === undefined ? "not run" : countsText(found);
  if (counts.title === text) return;
  counts.title = text;
  if (found === undefined) return fill(counts, element("span", { class: "hidden" }, text));
  const chips = STATUSES.filter((status) => found[status] > 0).map((status) =>
    element(
      "span",
      { class: "count", "data-status": status },
      formatNumber(found[status]),
      element("span", { class: "hidden" }, ` ${status} `),
    ),
  );
  fill(counts, ...chips);
}
