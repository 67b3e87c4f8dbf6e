import type { Bundle } from "../bundle.ts";
import { bodiesOf } from "../bodies.ts";
import { LIMITS } from "../constants.ts";
import { expansion } from "../expansion.ts";
import type { Node } from "../generated/v2.ts";
import type { Issue } from "../issue.ts";
import { checkFlow } from "./flow.ts";
import { Report } from "./report.ts";

/**
 * What no schema can say about a bundle whose shape and schemas are right: ids, names, bindings, programs, results
 * and limits.
 */
export function checkStructure(bundle: Bundle): Issue[] {
  const report = new Report();
  const nodes = preorder(bundle.nodes, report);
  // The rest goes down the tree recursively.
  if (report.issues.length > 0) return report.issues;
  checkIds(nodes, report);
  checkBranchNames(nodes, report);
  checkExpansion(bundle.nodes, report);
  checkFlow(bundle, report);
  return report.issues;
}

interface Placed {
  readonly node: Node;
  readonly pointer: string;
  /** How many composites are around it. */
  readonly depth: number;
}

/** All nodes with their places, in preorder; those too deep are reported and not looked into. */
function preorder(nodes: readonly Node[], report: Report): Placed[] {
  const found: Placed[] = [];
  const waiting = place(nodes, "/nodes", 0);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { depth, node, pointer } = next;
    found.push(next);
    if (depth > LIMITS.nesting) {
      report.add("nesting_limit", `A node stands inside at most ${LIMITS.nesting} composites.`, pointer);
      continue;
    }
    for (const body of bodiesOf(node).reverse()) waiting.push(...place(body.nodes, pointer + body.pointer, depth + 1));
  }
  return found;
}

/** The last node comes first, as a stack needs it. */
function place(nodes: readonly Node[], pointer: string, depth: number): Placed[] {
  return nodes.map((node, index) => ({ node, pointer: `${pointer}/${index}`, depth })).reverse();
}

/** Ids are `node_1` to `node_N` in preorder. After the first that is not, the others say nothing new. */
function checkIds(nodes: readonly Placed[], report: Report): void {
  const ids = new Set<string>();
  let inOrder = true;
  for (const [index, { node, pointer }] of nodes.entries()) {
    const expected = `node_${index + 1}`;
    if (ids.has(node.id)) {
      report.add("duplicate_id", `The id "${node.id}" is used twice.`, `${pointer}/id`);
    } else if (inOrder && node.id !== expected) {
      report.add("id_order", `Ids count the nodes in preorder: this must be "${expected}".`, `${pointer}/id`);
    }
    inOrder &&= node.id === expected;
    ids.add(node.id);
  }
}

function checkBranchNames(nodes: readonly Placed[], report: Report): void {
  for (const { node, pointer } of nodes) {
    if (node.type !== "parallel") continue;
    const names = new Set<string>();
    for (const [index, { name }] of node.branches.entries()) {
      if (names.has(name)) {
        report.add("duplicate_branch", `Two branches are named "${name}".`, `${pointer}/branches/${index}/name`);
      }
      names.add(name);
    }
  }
}

function checkExpansion(nodes: readonly Node[], report: Report): void {
  const count = expansion(nodes);
  if (count <= LIMITS.expansion) return;
  const message = `The workflow may need ${count} node executions; at most ${LIMITS.expansion} are allowed.`;
  report.add("expansion_limit", message, "/nodes");
}
