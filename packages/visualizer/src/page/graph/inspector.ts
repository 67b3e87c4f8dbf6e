import { button, element, fill, type Child } from "../dom.ts";
import { textBlock } from "../parts.ts";
import { kindName, type GraphNode } from "./graph-model.ts";
import { nodeFacts, type NodeFact } from "./node-facts.ts";

/** Shows everything about one node. */
export interface Inspector {
  readonly element: HTMLElement;
  readonly show: (node: GraphNode) => void;
  readonly close: () => void;
}

/** An inspector that shows nothing yet. `extra` stands between a node's title and its facts. */
export function inspector(onClose: () => void, extra: (node: GraphNode) => Child = () => undefined): Inspector {
  const panel = element("aside", { class: "inspector", "aria-label": "Node", hidden: true });
  let opener: Element | null = null;
  const close = () => {
    if (panel.hidden) return;
    panel.hidden = true;
    onClose();
    if (opener instanceof HTMLElement) opener.focus();
  };
  panel.addEventListener("keydown", ({ key }) => key === "Escape" && close());
  return {
    element: panel,
    close,
    show: (node) => {
      opener = document.activeElement;
      panel.hidden = false;
      panel.scrollTop = 0;
      fill(
        panel,
        element(
          "div",
          { class: "inspector-head" },
          element("h3", { tabindex: -1 }, node.title),
          button("Close", close, { class: "plain" }),
        ),
        element("p", { class: "quiet" }, `${kindName(node.kind)} · ${node.id}`),
        extra(node),
        ...nodeFacts(node.definition).map(drawFact),
      );
      panel.querySelector("h3")?.focus({ preventScroll: true });
      panel.scrollIntoView({ block: "nearest" });
    },
  };
}

function drawFact({ label, value, form }: NodeFact): HTMLElement {
  if (form === "block")
    return element("div", { class: "fact-block" }, element("h4", {}, label), textBlock(value, label));
  return element(
    "p",
    { class: "fact-line" },
    element("span", { class: "quiet" }, label),
    " ",
    element("span", {}, value),
  );
}
