import type { Place } from "@espalier/jsx/tree";
import type { TreeNode } from "../build/tree.ts";
import type { Origin } from "../diagnostics/reporter.ts";
import type { Check } from "./check.ts";

/**
 * No binding decides anything while the workflow is written: `{Input.previous.field("ok") && <X />}` is always `<X />`;
 * and a dollar before one, as in a template literal, is text. What JSX recorded does not show it, so the files are read in which the workflow's elements were written.
 */
export const bindingSlips: Check = ({ reporter, sources }) => {
  const files = new Set<string>();
  const add = ({ place, stack }: Origin): void => {
    const places: (Place | undefined)[] = [place, ...stack.map((frame) => frame.place)];
    for (const { file } of places.filter((known) => known !== undefined)) files.add(file);
  };
  return {
    node: (node: TreeNode) => add(node.origin),
    workflow(tree) {
      add(tree.origin);
      for (const file of files) {
        for (const { kind, expression, place } of sources.bindingSlips(file)) {
          const at = { place, stack: [] };
          if (kind === "condition") reporter.report(at, "binding-as-condition", "expression", { expression });
          else reporter.report(at, "stray-dollar", "text", { expression });
        }
      }
    },
  };
};
