import type { Block, Plan, PlanNode } from "./plan.ts";

/** One step of the way from the run down to an occurrence. */
export interface Step {
  readonly node: PlanNode;
  /** The node's occurrence. */
  readonly occ: number;
  /** Where its block (the one it stands in) starts. */
  readonly base: number;
  /** Which of its blocks, or which item, the way enters next; undefined at the last step. */
  readonly entered: { readonly block: Block; readonly index: number } | undefined;
}

/** The way from the run down to `occ`, which must be one of the plan's (1 … span - 1). */
export function wayTo(plan: Plan, occ: number): Step[] {
  if (!Number.isInteger(occ) || occ < 1 || occ >= plan.span) throw new RangeError(`no occurrence ${occ} in this plan`);
  const way: Step[] = [];
  let block = plan.root;
  let base = 1;
  for (;;) {
    const node = nodeAt(block, occ - base);
    const at = base + node.offset;
    if (at === occ) {
      way.push({ node, occ, base, entered: undefined });
      return way;
    }
    const entered = blockAt(node, occ - at - 1);
    way.push({ node, occ: at, base, entered });
    base = blockStart(node, at, entered.index);
    block = entered.block;
  }
}

/** The node that an occurrence number executes. */
export function nodeOf(plan: Plan, occ: number): PlanNode {
  return wayTo(plan, occ).at(-1)!.node;
}

/** Branch, exit or body: the block behind the index of a branch, exit or item. */
export function blockOf(node: PlanNode, index: number): Block {
  return node.blocks[node.kind === "for_each" ? 0 : index]!;
}

/** Where a branch, exit or item of a container at `occ` starts. */
export function blockStart(node: PlanNode, occ: number, index: number): number {
  if (node.kind === "for_each") return occ + 1 + index * node.blocks[0]!.span;
  return occ + 1 + node.blocks[index]!.base;
}

/** The text form that people see: `node_2[risk]/node_4[17]/node_6[then]/node_7`. The run itself is `""`. */
export function pathOf(plan: Plan, occ: number): string {
  if (occ === 0) return "";
  return wayTo(plan, occ).map(stepText).join("/");
}

function stepText({ node, entered }: Step): string {
  if (entered === undefined || node.kind === "sequence") return node.id;
  return `${node.id}[${node.kind === "for_each" ? entered.index : entered.block.name}]`;
}

const PART = /^([A-Za-z0-9_]+)(?:\[([^\]/]+)\])?$/;

/** The inverse of `pathOf`; undefined when the plan has no such path. */
export function occurrenceOf(plan: Plan, path: string): number | undefined {
  if (path === "") return 0;
  const parts = path.split("/");
  let block = plan.root;
  let base = 1;
  for (const [depth, part] of parts.entries()) {
    const match = PART.exec(part);
    const node = block.nodes.find(({ id }) => id === match?.[1]);
    if (node === undefined) return undefined;
    const occ = base + node.offset;
    if (depth === parts.length - 1) return match?.[2] === undefined ? occ : undefined;
    const index = indexOf(node, match?.[2]);
    if (index === undefined) return undefined;
    block = node.kind === "for_each" ? node.blocks[0]! : node.blocks[index]!;
    base = blockStart(node, occ, index);
  }
  return undefined;
}

function indexOf(node: PlanNode, text: string | undefined): number | undefined {
  if (node.kind === "leaf") return undefined;
  if (node.kind === "sequence") return text === undefined ? 0 : undefined;
  if (node.kind === "for_each") {
    const index = Number(text);
    return text !== undefined && /^(0|[1-9]\d*)$/.test(text) && index < node.maxItems ? index : undefined;
  }
  const index = node.blocks.findIndex(({ name }) => name === text);
  return index < 0 ? undefined : index;
}

/** The node of a block whose range holds an offset; by halving, because blocks can be long. */
function nodeAt(block: Block, offset: number): PlanNode {
  let low = 0;
  let high = block.nodes.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (block.nodes[middle]!.offset <= offset) low = middle;
    else high = middle - 1;
  }
  return block.nodes[low]!;
}

function blockAt(node: PlanNode, offset: number): { block: Block; index: number } {
  if (node.kind === "for_each") {
    const block = node.blocks[0]!;
    return { block, index: Math.floor(offset / block.span) };
  }
  const index = node.blocks.findLastIndex(({ base }) => base <= offset);
  return { block: node.blocks[index]!, index };
}
