import { type ElementItem, expand, type Item } from "@espalier/jsx/tree";
import { describeValue } from "../build/describe.ts";
import { componentName } from "../build/describe.ts";
import { reportFailure } from "../build/placement.ts";
import type { Reporter } from "../diagnostics/reporter.ts";

/** What a value holds: its workflows, and everything else. */
export interface Found {
  readonly workflows: readonly ElementItem[];
  readonly others: readonly Item[];
}

/** The workflows in a value: an element, an array, a component's element. Components are called. */
export function findWorkflows(value: unknown): Found {
  const items = expand(value);
  const workflows = items.filter(isWorkflow);
  return { workflows, others: items.filter((item) => !isWorkflow(item)) };
}

function isWorkflow(item: Item): item is ElementItem {
  return item.type === "element" && item.kind === "workflow";
}

/** Reports what stands where a workflow should. */
export function reportOthers(others: readonly Item[], reporter: Reporter): void {
  for (const item of others) {
    if (item.type === "failure") reportFailure(item, reporter);
    else reporter.report(item, "not-a-workflow", "value", { what: describeItem(item) });
  }
}

function describeItem(item: Exclude<Item, { type: "failure" }>): string {
  return item.type === "element" ? `<${componentName(item.kind)}>` : describeValue(item.value);
}
