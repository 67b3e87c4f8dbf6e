import { componentOf, type TreeNode } from "../build/tree.ts";
import type { RelatedPlace } from "../diagnostics/diagnostic.ts";
import { readingsOf } from "../flow/inputs.ts";
import { sourceOf } from "../flow/value.ts";
import type { Check } from "./check.ts";

/** Every binding has something behind it: a preceding result, or a loop around it for an item. */
export const scopes: Check = ({ flow, resolution, reporter }) => ({
  node(node) {
    for (const { binding, component, at } of readingsOf(node, resolution)) {
      const source = sourceOf(binding, flow.scope(node));
      if (source.kind !== "nothing") continue;
      if (binding.source === "item") {
        reporter.report(at, "item-outside-loop", "reader", { component });
      } else if (node.kind === "if") {
        reporter.report(at, "no-previous", "condition", {}, relatedContainers(source.containers));
      } else {
        reporter.report(at, "no-previous", "reader", { component }, relatedContainers(source.containers));
      }
    }
  },
});

function relatedContainers(containers: readonly TreeNode[]): RelatedPlace[] {
  return containers.map((container) => ({
    message: `<${componentOf(container)}> starts the workflow, so nothing comes into it`,
    location: container.origin.place,
  }));
}
