import { isBinding } from "@espalier/jsx";
import { describeBinding, type ElementItem, type Item, stringifiedBinding, type ValueItem } from "@espalier/jsx/tree";
import { PROMPT_PROPS } from "../diagnostics/codes/props.ts";
import type { Reporter } from "../diagnostics/reporter.ts";
import { componentName, describeValue, shortText } from "./describe.ts";
import { bindingValue } from "./inputs.ts";
import { reportChild, reportFailure } from "./placement.ts";
import type { PromptContent, PromptPart } from "./tree.ts";

/** The parts of a `ChatCompletion`'s prompt. */
export function readPrompt(item: ElementItem, reporter: Reporter): PromptPart[] {
  // A prompt that stands in a prop is reported there, with where it belongs.
  const isElsewhere = PROMPT_PROPS.some((prop) => item.props[prop] !== undefined);
  if (item.children.length === 0 && !isElsewhere) reporter.report(item, "empty-prompt", "chat", {});
  return item.children.flatMap((child) => readPart(child, reporter) ?? []);
}

function readPart(child: Item, reporter: Reporter): PromptPart | undefined {
  if (child.type === "failure") {
    reportFailure(child, reporter);
    return undefined;
  }
  if (child.type === "value") return readSplice(child, reporter);
  switch (child.kind) {
    case "system":
    case "user":
    case "assistant":
      return { kind: "message", role: child.kind, content: readContent(child, reporter), origin: child };
    default:
      reportChild(child, "<ChatCompletion>", reporter);
      return undefined;
  }
}

/** `{Input.messages}` beside the parts; nothing else may stand there. */
function readSplice(child: ValueItem, reporter: Reporter): PromptPart | undefined {
  const { value } = child;
  if (isBinding(value)) {
    const binding = bindingValue(value, child, reporter);
    if (binding?.source === "messages") return { kind: "messages" };
    if (binding !== undefined)
      reporter.report(child, "invalid-prompt", "splice", { binding: describeBinding(binding) });
  } else if (typeof value === "string" || typeof value === "number") {
    const binding = stringifiedBinding(String(value));
    if (binding !== undefined) reporter.report(child, "invalid-prompt", "stringified", { binding });
    else reporter.report(child, "invalid-prompt", "bareText", { text: shortText(String(value)) });
  } else {
    reportChild(child, "<ChatCompletion>", reporter);
  }
  return undefined;
}

/** The text of a part, with neighbouring pieces of text joined. */
function readContent(part: ElementItem, reporter: Reporter): PromptContent[] {
  rejectPartProps(part, reporter);
  const owner = `<${componentName(part.kind)}>`;
  const pieces = part.children.map((child) => readPiece(child, owner, reporter));
  const content = joined(pieces.filter((piece) => piece !== undefined));
  const blank = content.every((piece) => typeof piece === "string" && piece.trim() === "");
  // A piece that was refused has been reported; without it the part may look empty.
  if (blank && !pieces.includes(undefined)) {
    reporter.report(part, "empty-prompt", "part", { component: componentName(part.kind) });
  }
  return content;
}

function readPiece(child: Item, owner: string, reporter: Reporter): PromptContent | undefined {
  if (child.type === "failure") {
    reportFailure(child, reporter);
    return undefined;
  }
  if (child.type === "element") {
    reportChild(child, owner, reporter);
    return undefined;
  }
  const { value } = child;
  if (isBinding(value)) {
    const binding = bindingValue(value, child, reporter);
    return binding === undefined ? undefined : { binding, origin: child };
  }
  if (typeof value === "string") return readText(value, child, reporter);
  if (typeof value === "number") {
    if (Number.isFinite(value)) return String(value);
    reporter.report(child, "invalid-prompt", "number", { value: String(value) });
    return undefined;
  }
  reporter.report(child, "unexpected-child", "valueInPart", { owner, what: describeValue(value) });
  return undefined;
}

function readText(value: string, child: ValueItem, reporter: Reporter): string | undefined {
  const binding = stringifiedBinding(value);
  if (binding === undefined) return value;
  reporter.report(child, "invalid-prompt", "stringified", { binding });
  return undefined;
}

function joined(pieces: readonly PromptContent[]): PromptContent[] {
  const content: PromptContent[] = [];
  for (const piece of pieces) {
    const last = content.at(-1);
    if (typeof piece === "string" && typeof last === "string") content[content.length - 1] = last + piece;
    else if (piece !== "") content.push(piece);
  }
  return content;
}

function rejectPartProps(part: ElementItem, reporter: Reporter): void {
  const component = componentName(part.kind);
  for (const [prop, value] of Object.entries(part.props)) {
    if (value !== undefined) {
      reporter.report(part, "invalid-prop", "unknown", { component, prop, near: undefined, all: ["children"] });
    }
  }
}
