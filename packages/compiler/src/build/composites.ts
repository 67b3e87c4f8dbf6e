import { DEFAULTS } from "@espalier/contract";
import { isBinding } from "@espalier/jsx";
import type { ElementItem, Item } from "@espalier/jsx/tree";
import type { Origin, Reporter } from "../diagnostics/reporter.ts";
import { bindingValue } from "./inputs.ts";
import { checkNodeName } from "./names.ts";
import { buildBody } from "./nodes.ts";
import { rejectChildren, reportChild, reportFailure } from "./placement.ts";
import { readProgram } from "./programs.ts";
import { propReader, type PropReader } from "./props.ts";
import type { BindingValue, BranchTree, ForEachTree, IfTree, ParallelTree, SequenceTree, TreeNode } from "./tree.ts";

/** A `Sequence`. */
export function buildSequence(item: ElementItem, reporter: Reporter): SequenceTree {
  const props = propReader(item, reporter);
  const name = props.nodeName();
  props.rejectUnknown();
  return { kind: "sequence", origin: item, name, body: buildBody(item.children, "<Sequence>", item, reporter) };
}

/** A `ForEach`. */
export function buildForEach(item: ElementItem, reporter: Reporter): ForEachTree {
  const props = propReader(item, reporter);
  const node: ForEachTree = {
    kind: "for_each",
    origin: item,
    items: readItems(item, props, reporter),
    maxItems: props.limit("maxItems", DEFAULTS.maxItems),
    maxConcurrency: props.limit("maxConcurrency", DEFAULTS.maxConcurrency),
    name: props.nodeName(),
    body: buildBody(item.children, "<ForEach>", item, reporter),
  };
  props.rejectUnknown();
  return node;
}

function readItems(item: ElementItem, props: PropReader, reporter: Reporter): BindingValue | undefined {
  const value = props.raw("items");
  if (isBinding(value)) return bindingValue(value, item, reporter);
  if (value === undefined) props.missing("items", "a binding to a list");
  else if (Array.isArray(value)) reporter.report(item, "invalid-prop", "literalList", {});
  else props.wrongType("items", "a binding to a list", value);
  return undefined;
}

/** An `If`. */
export function buildIf(item: ElementItem, reporter: Reporter): IfTree {
  const props = propReader(item, reporter);
  const node: IfTree = {
    kind: "if",
    origin: item,
    condition: readProgram(item, "condition", props, reporter),
    then: readExit("then", item, props, reporter),
    otherwise: readExit("otherwise", item, props, reporter),
    name: props.nodeName(),
  };
  rejectChildren(item, "Put the nodes into the props `then` and `otherwise`.", reporter);
  props.rejectUnknown();
  return node;
}

function readExit(
  prop: "then" | "otherwise",
  item: ElementItem,
  props: PropReader,
  reporter: Reporter,
): readonly TreeNode[] {
  if (props.raw(prop) === undefined) {
    const holds = prop === "then" ? "holds" : "does not hold";
    reporter.report(item, "invalid-prop", "missingExit", { prop, holds });
    return [{ kind: "invalid", origin: item }];
  }
  return buildBody(item.exits?.[prop] ?? [], `The exit "${prop}" of <If>`, item, reporter);
}

/** A `Parallel`. */
export function buildParallel(item: ElementItem, reporter: Reporter): ParallelTree {
  const props = propReader(item, reporter);
  const given = props.raw("branches");
  const maxConcurrency = props.limit("maxConcurrency", DEFAULTS.maxConcurrency);
  const name = props.nodeName();
  props.rejectUnknown();
  const branches = given === undefined ? childBranches(item, reporter) : propBranches(item, given, props, reporter);
  return { kind: "parallel", origin: item, name, maxConcurrency, branches };
}

function propBranches(item: ElementItem, given: unknown, props: PropReader, reporter: Reporter): BranchTree[] {
  if (item.children.length > 0) reporter.report(item, "invalid-prop", "both", {});
  if (item.branches === undefined) {
    props.wrongType("branches", "an object of nodes by branch name", given);
    return [];
  }
  // `{ __proto__: … }` makes no branch: it sets the object's prototype, which is the only trace of it.
  const reserved = hasForeignPrototype(given);
  if (reserved) reporter.report(item, "invalid-name", "reserved", { name: "__proto__", what: "branch" });
  else if (item.branches.length === 0) reporter.report(item, "no-branches", "parallel", {});
  return item.branches.map((branch) => buildBranch(branch.name, branch.items, item, reporter));
}

function hasForeignPrototype(given: unknown): boolean {
  const prototype: unknown = Object.getPrototypeOf(given);
  return prototype !== null && Object.getPrototypeOf(prototype) !== null;
}

function buildBranch(name: string, items: readonly Item[], at: Origin, reporter: Reporter): BranchTree {
  checkNodeName(name, "branch", at, reporter);
  return { name, body: buildBody(items, `The branch ${JSON.stringify(name)}`, at, reporter) };
}

function childBranches(item: ElementItem, reporter: Reporter): BranchTree[] {
  const branches = item.children.flatMap((child): BranchTree[] => {
    if (child.type === "failure") reportFailure(child, reporter);
    else if (child.type === "element" && child.kind === "branch") return [buildBranchElement(child, reporter)];
    else reportChild(child, "<Parallel>", reporter);
    return [];
  });
  if (item.children.length === 0) reporter.report(item, "no-branches", "parallel", {});
  return withoutDuplicates(branches, item, reporter);
}

function buildBranchElement(child: ElementItem, reporter: Reporter): BranchTree {
  const props = propReader(child, reporter);
  const name = props.requiredText("name");
  props.rejectUnknown();
  if (name !== undefined) return buildBranch(name, child.children, child, reporter);
  return { name: "", body: buildBody(child.children, "<Branch>", child, reporter) };
}

function withoutDuplicates(branches: readonly BranchTree[], parallel: ElementItem, reporter: Reporter): BranchTree[] {
  const places = parallel.children.filter((child) => child.type === "element" && child.kind === "branch");
  const first = new Map<string, Origin>();
  return branches.filter(({ name }, index) => {
    const here = places[index] ?? parallel;
    const before = first.get(name);
    if (before === undefined || name === "") {
      first.set(name, here);
      return true;
    }
    const related = [{ message: "the first branch of this name", location: before.place }];
    reporter.report(here, "duplicate-branch", "name", { name }, related);
    return false;
  });
}
