import { button, element, fill, setAttributes } from "../dom.ts";
import { formatNumber, plural } from "../format.ts";
import { countsText, overallStatus, STATUSES, type Counts } from "../trace/counts.ts";
import { flatten, type GraphNode } from "./graph-model.ts";

/** A drawn graph. */
export interface GraphView {
  readonly element: HTMLElement;
  /** Shows how often each node ran, and how it ended. */
  readonly showCounts: (counts: ReadonlyMap<string, Counts>) => void;
  /** Marks one node as the one that is being looked at. */
  readonly mark: (id: string | undefined) => void;
}

/** A graph while it is drawn. */
interface Drawing {
  readonly onOpen: (node: GraphNode) => void;
  /** What changes later, by node id. */
  readonly drawn: Map<string, Drawn>;
  /** Boxes from this level on are folded at first. */
  readonly foldedFrom: number;
}

interface Drawn {
  readonly box: HTMLElement;
  readonly open: HTMLButtonElement;
  readonly counts: HTMLElement;
  readonly fold: HTMLButtonElement | undefined;
}

const LARGE = 80;
const LEVELS_OF_LARGE = 2;

/** Draws a graph top-down as nested boxes, which the browser lays out. `onOpen` is called with the node that is pressed. */
export function graphView(nodes: readonly GraphNode[], onOpen: (node: GraphNode) => void): GraphView {
  const all = flatten(nodes);
  const large = all.length > LARGE;
  const drawing: Drawing = { onOpen, drawn: new Map(), foldedFrom: large ? LEVELS_OF_LARGE : Infinity };
  const flow = drawFlow(nodes, 0, drawing);
  flow.prepend(element("li", { class: "terminal" }, "Request"));
  flow.append(element("li", { class: "terminal" }, "Result"));
  const canvas = element("div", { class: "canvas", tabindex: 0, role: "region", "aria-label": "Graph" }, flow);
  canvas.classList.toggle("large", large);
  new ResizeObserver(() => alignStart(canvas)).observe(canvas);
  new ResizeObserver(() => alignStart(canvas)).observe(flow);
  const tools = all.filter(({ lanes }) => lanes.length > 0).length > 3 && foldAll(drawing);
  return {
    element: element("div", { class: "graph" }, tools, canvas),
    showCounts: (counts) => {
      for (const [id, each] of drawing.drawn) showNodeCounts(each, counts.get(id));
    },
    mark: (id) => {
      for (const [each, { open }] of drawing.drawn) setAttributes(open, { "aria-pressed": String(each === id) });
    },
  };
}

/** A graph that is wider than its place begins at the left edge; centred, its beginning would be out of sight. */
function alignStart(canvas: HTMLElement): void {
  canvas.classList.toggle("from-start", canvas.scrollWidth > canvas.clientWidth);
}

function drawFlow(nodes: readonly GraphNode[], level: number, drawing: Drawing): HTMLOListElement {
  const steps = nodes.map((node) => element("li", {}, drawNode(node, level, drawing)));
  return element("ol", { class: "flow" }, ...steps);
}

function drawNode(node: GraphNode, level: number, drawing: Drawing): HTMLElement {
  const leaf = node.lanes.length === 0;
  const box = element("div", { class: leaf ? "node leaf" : "node group", "data-kind": node.kind });
  const counts = element("span", { class: "counts" });
  const open = drawOpen(node, counts, () => drawing.onOpen(node));
  const lanes = leaf ? undefined : drawLanes(node, level, drawing);
  const fold = lanes && foldButton(node, lanes);
  drawing.drawn.set(node.id, { box, open, counts, fold });
  if (fold === undefined) fill(box, open);
  else fill(box, element("div", { class: "group-head" }, fold, open), lanes);
  if (level >= drawing.foldedFrom) fold?.click();
  return box;
}

function drawLanes(node: GraphNode, level: number, drawing: Drawing): HTMLElement {
  const lanes = node.lanes.map(({ label, nodes }) => {
    const name = label === undefined ? undefined : element("div", { class: "lane-label" }, label);
    return element("div", { class: "lane" }, name, drawFlow(nodes, level + 1, drawing));
  });
  return element("div", { class: node.sideBySide ? "lanes side-by-side" : "lanes" }, ...lanes);
}

function drawOpen(node: GraphNode, counts: HTMLElement, onClick: () => void): HTMLButtonElement {
  const { id, title, subtitle, subject, limits, lanes } = node;
  const size = flatten(lanes.flatMap((lane) => lane.nodes)).length;
  const words = [subtitle, subject && element("span", { class: "code" }, subject), limits].filter(Boolean);
  const detail = words.flatMap((word, index) => (index === 0 ? [word] : [" · ", word]));
  const inside = size > 0 && element("span", { class: "inside" }, ` · ${plural(size, "node")} inside`);
  const label = [
    element("span", { class: "node-title" }, title, element("span", { class: "node-id" }, id)),
    element("span", { class: "node-detail" }, ...detail, inside),
    counts,
  ];
  return button(label, onClick, { class: "node-open", "aria-pressed": "false" });
}

function foldButton({ id, title }: GraphNode, lanes: HTMLElement): HTMLButtonElement {
  const attributes = { class: "fold", "aria-expanded": "true", "aria-label": `Contents of ${title} ${id}` };
  const fold = button(
    [],
    () => {
      lanes.hidden = !lanes.hidden;
      setAttributes(fold, { "aria-expanded": String(!lanes.hidden) });
    },
    attributes,
  );
  return fold;
}

/** Folds or unfolds all boxes at once. */
function foldAll({ drawn }: Drawing): HTMLElement {
  const set = (open: boolean) => () => {
    for (const { fold } of drawn.values())
      if (fold !== undefined && (fold.getAttribute("aria-expanded") === "true") !== open) fold.click();
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
