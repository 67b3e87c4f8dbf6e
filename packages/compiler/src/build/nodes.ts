import type { ElementItem, Item } from "@espalier/jsx/tree";
import type { Origin, Reporter } from "../diagnostics/reporter.ts";
import { buildForEach, buildIf, buildParallel, buildSequence } from "./composites.ts";
import { buildChat, buildProgram } from "./leaves.ts";
import { reportChild, reportFailure } from "./placement.ts";
import type { TreeNode } from "./tree.ts";

/**
 * The nodes of a body. `owner` names it in sentences. A body without nodes is reported, unless something was there
 * that has been reported itself.
 */
export function buildBody(items: readonly Item[], owner: string, at: Origin, reporter: Reporter): TreeNode[] {
  if (items.length === 0) reporter.report(at, "empty-body", "owner", { owner });
  return items.flatMap((item) => buildItem(item, owner, reporter) ?? []);
}

function buildItem(item: Item, owner: string, reporter: Reporter): TreeNode | undefined {
  if (item.type === "failure") {
    reportFailure(item, reporter);
    return { kind: "invalid", origin: item };
  }
  const node = item.type === "element" ? buildNode(item, reporter) : undefined;
  if (node !== undefined) return node;
  reportChild(item, owner, reporter);
  // Text was hardly meant as a node; an element or a function was, and what it would have given is not known.
  const meant = item.type === "element" || typeof item.value === "function";
  return meant ? { kind: "invalid", origin: item } : undefined;
}

function buildNode(item: ElementItem, reporter: Reporter): TreeNode | undefined {
  switch (item.kind) {
    case "sequence":
      return buildSequence(item, reporter);
    case "parallel":
      return buildParallel(item, reporter);
    case "for_each":
      return buildForEach(item, reporter);
    case "if":
      return buildIf(item, reporter);
    case "chat_completion":
      return buildChat(item, reporter);
    case "python":
      return buildProgram(item, "Python", reporter);
    case "script":
      return buildProgram(item, "Script", reporter);
    default:
      return undefined;
  }
}
