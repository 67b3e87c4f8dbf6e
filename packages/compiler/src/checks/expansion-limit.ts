import { LIMITS } from "@espalier/contract";
import { bodiesOf, type ForEachTree, type TreeNode } from "../build/tree.ts";
import { placeText } from "../diagnostics/details.ts";
import type { Check } from "./check.ts";

/** The workflow runs at most 10,000 nodes, counting every item of every loop at its limit. */
export const expansionLimit: Check = ({ reporter, root }) => ({
  workflow(tree) {
    const total = expansion(tree.body);
    if (total <= LIMITS.expansion) return;
    const figures = { total: figure(total), limit: figure(LIMITS.expansion) };
    const loops = heaviestLoops(tree.body);
    const [outer] = loops;
    const inner = loops.at(-1);
    if (outer === undefined || inner === undefined) {
      reporter.report(tree.origin, "expansion-limit", "nodes", figures);
      return;
    }
    const factors = [...loops.map((loop) => loop.maxItems), expansion(inner.body)];
    const { place } = outer.origin;
    reporter.report(outer.origin, "expansion-limit", "loops", {
      ...figures,
      product: factors.map(figure).join(" × "),
      where: place === undefined ? "<ForEach>" : placeText(place, root),
      fits: fittingHint(tree.body, loops),
    });
  },
});

function figure(value: number): string {
  return value.toLocaleString("en-US");
}

/** The most node executions of a body, with other limits for some loops if so wished. */
function expansion(body: readonly TreeNode[], limits: ReadonlyMap<TreeNode, number> = new Map()): number {
  return body.reduce((sum, node) => sum + expansionOfNode(node, limits), 0);
}

function expansionOfNode(node: TreeNode, limits: ReadonlyMap<TreeNode, number>): number {
  const inner = bodiesOf(node).map((body) => expansion(body, limits));
  const sum = inner.reduce((total, part) => total + part, 0);
  if (node.kind === "for_each") return 1 + (limits.get(node) ?? node.maxItems) * sum;
  return node.kind === "if" ? 1 + Math.max(...inner) : 1 + sum;
}

/** The loops on the way into the heaviest part of the tree, the outermost first. */
function heaviestLoops(body: readonly TreeNode[]): ForEachTree[] {
  const heaviest = largest(body, (node) => expansionOfNode(node, new Map()));
  if (heaviest === undefined) return [];
  const inner = largest(bodiesOf(heaviest), (inside) => expansion(inside)) ?? [];
  const rest = heaviestLoops(inner);
  return heaviest.kind === "for_each" ? [heaviest, ...rest] : rest;
}

function largest<T>(items: readonly T[], weigh: (item: T) => number): T | undefined {
  return items.reduce<{ item: T; weight: number } | undefined>((best, item) => {
    const weight = weigh(item);
    return best === undefined || weight > best.weight ? { item, weight } : best;
  }, undefined)?.item;
}

/** A `maxItems` for one of the loops, the innermost if possible, with which the workflow fits. */
function fittingHint(body: readonly TreeNode[], loops: readonly ForEachTree[]): string | undefined {
  for (const loop of [...loops].reverse()) {
    const items = mostItems(body, loop);
    if (items === 0) continue;
    const which = loop === loops.at(-1) ? (loops.length > 1 ? "inner " : "") : "outer ";
    return `With maxItems={${items}} on the ${which}<ForEach> it fits.`;
  }
  return "Lower `maxItems` of every loop, or split the workflow.";
}

/** The largest limit of a loop with which the whole fits; 0 when none does. */
function mostItems(body: readonly TreeNode[], loop: ForEachTree): number {
  const fits = (items: number): boolean => expansion(body, new Map([[loop, items]])) <= LIMITS.expansion;
  let low = 0;
  let high = Math.min(loop.maxItems, LIMITS.expansion);
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}
