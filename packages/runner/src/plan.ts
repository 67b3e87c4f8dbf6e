import type { Bundle, Node } from "@espalier/contract";

/** What a node is to the scheduler. All chat completions and programs are leaves; an `if` runs its predicate like one. */
export type PlanKind = "leaf" | "sequence" | "parallel" | "for_each" | "if";

/** The two kinds of gateway slot. */
export type Pool = "calls" | "programs";
export const POOLS: readonly Pool[] = ["calls", "programs"];

/** A node of a bundle, indexed for running. Its definition is kept for drivers; the core never looks at it. */
export interface PlanNode {
  readonly id: string;
  readonly kind: PlanKind;
  readonly definition: Node;
  /** The node list it stands in, and its place there. */
  readonly parent: Block;
  readonly position: number;
  /** Its first occurrence number, counted from the start of its block. */
  readonly offset: number;
  /** How many occurrence numbers one execution takes, itself included. */
  readonly span: number;
  /** Work charged when it is entered: every node execution that is certain by then. */
  readonly charge: number;
  /** Branches, exits, or the one body. */
  readonly blocks: readonly Block[];
  readonly maxConcurrency: number;
  /** For loops; 0 elsewhere. */
  readonly maxItems: number;
  /** The rest is for leaves and predicates. */
  readonly pool: Pool;
  readonly maxAttempts: number;
  readonly timeoutMs: number;
  readonly initialBackoffMs: number;
  readonly backoffMultiplier: number;
  readonly maxBackoffMs: number;
}

/** A list of nodes that run in order: the workflow, a sequence's or a loop's body, a branch, an exit. */
export interface Block {
  /** A branch's name, `then` or `otherwise`; undefined for a body. */
  readonly name: string | undefined;
  readonly owner: PlanNode | undefined;
  readonly nodes: readonly PlanNode[];
  /** First occurrence number, counted from its owner's number + 1. */
  readonly base: number;
  readonly span: number;
  readonly charge: number;
}

/**
 * A bundle's node tree, indexed once for running.
 *
 * Every execution that a bundle can ever have has one number, its occurrence, in preorder: 0 is the run, a node's
 * blocks follow the node, item i of a loop starts at `occ + 1 + i * span(body)`. So trace order is numeric order and a
 * subtree is a range.
 */
export interface Plan {
  readonly root: Block;
  /** In preorder. */
  readonly nodes: readonly PlanNode[];
  /** How many occurrence numbers there are. */
  readonly span: number;
}

export interface PlanSettings {
  /** The timeout of leaves that name none, and of predicates. */
  readonly leafTimeoutMs: number;
}

type Draft<T> = { -readonly [Key in keyof T]: T[Key] };

/** Indexes an admissible bundle (`checkBundle` found nothing). */
export function compilePlan(bundle: Bundle, settings: PlanSettings = { leafTimeoutMs: 60_000 }): Plan {
  const nodes: PlanNode[] = [];
  const root = planBlock(bundle.nodes, undefined, undefined, 0, { nodes, settings });
  return { root, nodes, span: root.span + 1 };
}

interface Building {
  readonly nodes: PlanNode[];
  readonly settings: PlanSettings;
}

function planBlock(
  definitions: readonly Node[],
  owner: PlanNode | undefined,
  name: string | undefined,
  base: number,
  building: Building,
): Block {
  const nodes: PlanNode[] = [];
  const block: Draft<Block> = { name, owner, nodes, base, span: 0, charge: 0 };
  for (const definition of definitions) {
    const node = planNode(definition, block, nodes.length, building);
    nodes.push(node);
    block.span += node.span;
    block.charge += node.charge;
  }
  return block;
}

function planNode(definition: Node, parent: Block, position: number, building: Building): PlanNode {
  const blocks: Block[] = [];
  const kind = kindOf(definition);
  const node: Draft<PlanNode> = {
    id: definition.id,
    kind,
    definition,
    parent,
    position,
    offset: parent.span,
    span: 1,
    charge: 1,
    blocks,
    maxConcurrency: "max_concurrency" in definition ? definition.max_concurrency : 1,
    maxItems: definition.type === "for_each" ? definition.max_items : 0,
    pool: definition.type === "chat_completion" ? "calls" : "programs",
    ...leafTimes(definition, building.settings),
  };
  building.nodes.push(node);
  let inner = 0;
  for (const { name, nodes } of blocksOf(definition)) {
    const block = planBlock(nodes, node, name, inner, building);
    blocks.push(block);
    inner += block.span;
    if (kind === "sequence" || kind === "parallel") node.charge += block.charge;
  }
  node.span = 1 + (kind === "for_each" ? node.maxItems * inner : inner);
  return node;
}

function kindOf(definition: Node): PlanKind {
  switch (definition.type) {
    case "chat_completion":
    case "python":
    case "javascript":
      return "leaf";
    default:
      return definition.type;
  }
}

function blocksOf(definition: Node): { name: string | undefined; nodes: readonly Node[] }[] {
  switch (definition.type) {
    case "sequence":
    case "for_each":
      return [{ name: undefined, nodes: definition.nodes }];
    case "parallel":
      return [...definition.branches];
    case "if":
      return [
        { name: "then", nodes: definition.then },
        { name: "otherwise", nodes: definition.otherwise },
      ];
    default:
      return [];
  }
}

function leafTimes(definition: Node, settings: PlanSettings) {
  const timeout = "timeout_seconds" in definition ? definition.timeout_seconds : undefined;
  const retry = "retry" in definition ? definition.retry : undefined;
  return {
    timeoutMs: timeout === undefined ? settings.leafTimeoutMs : timeout * 1000,
    maxAttempts: retry?.max_attempts ?? 1,
    initialBackoffMs: (retry?.initial_backoff_seconds ?? 1) * 1000,
    backoffMultiplier: retry?.backoff_multiplier ?? 2,
    maxBackoffMs: (retry?.max_backoff_seconds ?? 30) * 1000,
  };
}
