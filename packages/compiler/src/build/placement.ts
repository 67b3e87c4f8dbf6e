import { functionTag, isBinding } from "@espalier/jsx";
import type { ElementItem, FailureItem, Item, ValueItem } from "@espalier/jsx/tree";
import { stringifiedBinding } from "@espalier/jsx/tree";
import { bindingUse } from "../diagnostics/binding-use.ts";
import type { Reporter } from "../diagnostics/reporter.ts";
import { componentName, describeValue, shortText } from "./describe.ts";

/** Reports a component that gave nothing usable. */
export function reportFailure(item: FailureItem, reporter: Reporter): void {
  const use = bindingUse(item.error);
  if (use !== undefined) reporter.found(item, [use]);
  else reporter.report(item, "component-failed", item.reason, { message: item.message });
}

/** Reports something that cannot stand where it stands. `owner` is what holds it: `<Sequence>`, `The branch "a"`. */
export function reportChild(child: Exclude<Item, FailureItem>, owner: string, reporter: Reporter): void {
  if (child.type === "element") reportElement(child, owner, reporter);
  else reportValue(child, owner, reporter);
}

function reportElement(child: ElementItem, owner: string, reporter: Reporter): void {
  const component = componentName(child.kind);
  const inPart = owner === "<System>" || owner === "<User>" || owner === "<Assistant>";
  switch (child.kind) {
    case "workflow":
      return reporter.report(child, "unexpected-child", "workflow", { owner });
    case "branch":
      return reporter.report(child, "unexpected-child", "branch", { owner });
    case "system":
    case "user":
    case "assistant":
      if (inPart) return reporter.report(child, "unexpected-child", "nestedPart", { owner, component });
      return reporter.report(child, "unexpected-child", "promptPart", { owner, component });
    default:
      if (owner === "<Parallel>") return reporter.report(child, "unexpected-child", "nodeInParallel", { component });
      return reporter.report(child, "unexpected-child", "nodeInPrompt", { owner, component });
  }
}

function reportValue(child: ValueItem, owner: string, reporter: Reporter): void {
  const { value } = child;
  if (isBinding(value)) {
    reporter.report(child, "unexpected-child", "binding", { owner });
  } else if (value === "" || value === 0 || Number.isNaN(value)) {
    reporter.report(child, "unexpected-child", "leftover", { owner, what: describeValue(value) });
  } else if (typeof value === "string") {
    if (stringifiedBinding(value) !== undefined) reporter.report(child, "unexpected-child", "binding", { owner });
    else if (value.trim() === "") reporter.report(child, "unexpected-child", "blank", { owner });
    else reporter.report(child, "unexpected-child", "text", { owner, text: shortText(value) });
  } else if (typeof value === "function") {
    const name = functionTag(value)?.name;
    if (name === undefined && owner === "<ForEach>") reporter.report(child, "unexpected-child", "functionAsBody", {});
    else if (name === undefined) reporter.report(child, "unexpected-child", "inlineFunction", { owner });
    else reporter.report(child, "unexpected-child", "function", { owner, name });
  } else {
    reporter.report(child, "unexpected-child", "value", { owner, what: describeValue(value) });
  }
}

/** Reports children where a component takes none. */
export function rejectChildren(item: ElementItem, hint: string, reporter: Reporter): void {
  if (item.children.length === 0) return;
  reporter.report(item, "unexpected-child", "none", { owner: `<${componentName(item.kind)}>`, hint });
}
