import { LIMITS } from "@espalier/contract";
import { componentOf } from "../build/tree.ts";
import type { Check } from "./check.ts";

/** No node stands inside more than 16 composites. Reported at the first node that does, not at each inside it. */
export const nestingLimit: Check = ({ reporter }) => ({
  node(node, depth) {
    if (depth !== LIMITS.nesting + 1) return;
    reporter.report(node.origin, "nesting-limit", "node", { component: componentOf(node), limit: LIMITS.nesting });
  },
});
