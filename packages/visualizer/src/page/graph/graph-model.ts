import type { Bundle, Node } from "@espalier/contract";
import { plural } from "../format.ts";
import { bindingText } from "./binding-text.ts";

/** A node as the graph shows it. */
export interface GraphNode {
  readonly id: string;
  readonly kind: Node["type"];
  /** The author's name for it, or what it is. */
  readonly title: string;
  /** What it is, when the title does not say so. */
  readonly subtitle: string | undefined;
  /** What it calls or goes over: the model, the entrypoint, the list. */
  readonly subject: string | undefined;
  /** How much it contains or may do at once. */
  readonly limits: string | undefined;
  /** What it contains; a leaf has none. */
  readonly lanes: readonly Lane[];
  /** Lanes stand side by side: they are alternatives or run together. */
  readonly sideBySide: boolean;
  readonly definition: Node;
}

/** Nodes that run one after the other. */
export interface Lane {
  readonly label: string | undefined;
  readonly nodes: readonly GraphNode[];
}

const KINDS: Readonly<Record<Node["type"], string>> = {
  chat_completion: "Model call",
  python: "Python",
  javascript: "JavaScript",
  sequence: "Sequence",
  parallel: "Parallel",
  for_each: "For each",
  if: "If",
};

/** What a kind of node is called. A kind of a newer gateway goes by its own name. */
export function kindName(kind: string): string {
  return Object.hasOwn(KINDS, kind) ? KINDS[kind as Node["type"]] : kind;
}

/** The graph of a bundle, top-down. The gateway has checked that it is at most 16 levels deep. */
export function graphOf(bundle: Bundle): readonly GraphNode[] {
  return graphNodes(bundle.nodes);
}

/** All nodes of a graph, in preorder. */
export function flatten(nodes: readonly GraphNode[]): GraphNode[] {
  return nodes.flatMap((node) => [node, ...node.lanes.flatMap((lane) => flatten(lane.nodes))]);
}

function graphNodes(nodes: readonly Node[]): GraphNode[] {
  return nodes.map((node) => {
    const kind = kindName(node.type);
    return {
      id: node.id,
      kind: node.type,
      title: node.name ?? kind,
      subtitle: node.name === undefined ? undefined : kind,
      subject: subjectOf(node),
      limits: limitsOf(node),
      lanes: lanesOf(node),
      sideBySide: node.type === "parallel" || node.type === "if",
      definition: node,
    };
  });
}

function subjectOf(node: Node): string | undefined {
  switch (node.type) {
    case "chat_completion":
      return node.model;
    case "python":
    case "javascript":
      return node.program.entrypoint;
    case "for_each":
      return bindingText(node.items);
    case "if":
      return node.condition.entrypoint;
    default:
      return undefined;
  }
}

function limitsOf(node: Node): string | undefined {
  switch (node.type) {
    case "sequence":
      return plural(node.nodes.length, "step");
    case "parallel":
      return `${plural(node.branches.length, "branch", "branches")}, ${node.max_concurrency} at once`;
    case "for_each":
      return `up to ${plural(node.max_items, "item")} × ${node.max_concurrency} at once`;
    default:
      return undefined;
  }
}

function lanesOf(node: Node): Lane[] {
  switch (node.type) {
    case "sequence":
    case "for_each":
      return [{ label: undefined, nodes: graphNodes(node.nodes) }];
    case "parallel":
      return node.branches.map(({ name, nodes }) => ({ label: name, nodes: graphNodes(nodes) }));
    case "if":
      return [
        { label: "then", nodes: graphNodes(node.then) },
        { label: "otherwise", nodes: graphNodes(node.otherwise) },
      ];
    default:
      return [];
  }
}
