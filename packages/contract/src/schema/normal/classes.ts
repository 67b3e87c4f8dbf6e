import { createHash } from "node:crypto";
import { canonicalJson } from "../../canonical.ts";
import type { SchemaNode, VariantNode } from "./graph.ts";

/** Rounds times nodes: far more than schemas that people write need, and well under a second. */
const MOST_WORK = 30_000;

/** Which schemas are equal: those of one class. Classes depend on meaning alone, and sort the same way everywhere. */
export interface Classes {
  of(node: SchemaNode | VariantNode): string;
  /** False when the work was given up; then some nodes of one class may differ. */
  readonly settled: boolean;
}

/**
 * Finds which schemas are equal, recursive ones compared coinductively: all are taken as equal until a difference
 * shows, which makes those that lead to them different in the next round.
 */
export function classify(roots: readonly SchemaNode[]): Classes {
  const nodes = reachable(roots);
  const classes = new Map<SchemaNode | VariantNode, string>();
  const of = (node: SchemaNode | VariantNode): string => classes.get(node) ?? "";
  const open = assignFromLeaves(nodes, classes, of);
  let distinct = Math.min(open.length, 1);
  for (let work = open.length; work <= MOST_WORK; work += open.length) {
    refine(open, classes, of);
    const count = new Set(open.map(of)).size;
    if (count === distinct) return { of, settled: true };
    distinct = count;
  }
  return { of, settled: false };
}

function reachable(roots: readonly SchemaNode[]): SchemaNode[] {
  const found = new Set(roots);
  for (const node of found) for (const child of successors(node)) found.add(child);
  return [...found];
}

function successors(node: SchemaNode): SchemaNode[] {
  return node.variants.flatMap(({ edges, sets }) => [
    ...edges.map((edge) => edge.node),
    ...sets.flatMap((set) => set.members),
  ]);
}

type Assigned = Map<SchemaNode | VariantNode, string>;
type ClassOf = Classes["of"];

/** Gives their class to all nodes from which no cycle can be reached, leaves first, and returns the others. */
function assignFromLeaves(nodes: readonly SchemaNode[], classes: Assigned, of: ClassOf): SchemaNode[] {
  const unknown = new Map<SchemaNode, number>();
  const parents = new Map<SchemaNode, SchemaNode[]>(nodes.map((node) => [node, []]));
  for (const node of nodes) {
    const children = successors(node);
    unknown.set(node, children.length);
    for (const child of children) parents.get(child)?.push(node);
  }
  const ready = nodes.filter((node) => unknown.get(node) === 0);
  for (let node = ready.pop(); node !== undefined; node = ready.pop()) {
    refine([node], classes, of);
    for (const parent of parents.get(node) ?? []) {
      const left = (unknown.get(parent) ?? 0) - 1;
      unknown.set(parent, left);
      if (left === 0) ready.push(parent);
    }
  }
  return nodes.filter((node) => !classes.has(node));
}

/** One round: variants by the classes of the schemas inside them, then schemas by those of their variants. */
function refine(nodes: readonly SchemaNode[], classes: Assigned, of: ClassOf): void {
  const variants = nodes.flatMap((node) => node.variants);
  const next = variants.map((variant) => variantClass(variant, of));
  variants.forEach((variant, index) => classes.set(variant, next[index] ?? ""));
  for (const node of nodes) classes.set(node, hash([...new Set(node.variants.map(of))].sort()));
}

function variantClass({ edges, sets, values }: VariantNode, of: ClassOf): string {
  const below = edges.map(({ key, keyword, node }) => [keyword, key ?? null, of(node)]);
  const beside = sets.map(({ keyword, members }) => {
    const each = members.map(of).sort();
    return [keyword, keyword === "oneOf" ? each : [...new Set(each)]];
  });
  return hash([values, below, beside]);
}

function hash(value: unknown): string {
  return createHash("sha256").update(canonicalJson(value)).digest("base64");
}
