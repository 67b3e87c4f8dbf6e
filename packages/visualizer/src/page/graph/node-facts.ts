import type { ChatCompletionNode, Content, JavaScriptNode, Node, Part, Program, PythonNode } from "@espalier/contract";
import { plural } from "../format.ts";
import { bindingText } from "./binding-text.ts";

/** One thing to know about a node. */
export interface NodeFact {
  readonly label: string;
  readonly value: string;
  /** `block` is shown as preformatted text. */
  readonly form: "line" | "block";
}

const line = (label: string, value: string | number): NodeFact => ({ label, value: String(value), form: "line" });
const block = (label: string, value: string): NodeFact => ({ label, value, form: "block" });

/** Everything about a node that is not another node, in the order in which one wants to know it. */
export function nodeFacts(node: Node): NodeFact[] {
  return [...ownFacts(node), block("Result", JSON.stringify(node.output_schema, null, 2))];
}

function ownFacts(node: Node): NodeFact[] {
  switch (node.type) {
    case "chat_completion":
      return [line("Model", node.model), ...paramFacts(node), ...limitFacts(node), ...node.messages.map(partFact)];
    case "python":
    case "javascript":
      return [
        ...Object.entries(node.inputs).map(([name, binding]) => line(`Input ${name}`, bindingText(binding))),
        line("Function", node.program.entrypoint),
        ...limitFacts(node),
        sourceFact(node.program),
      ];
    case "sequence":
      return [line("Steps", node.nodes.length)];
    case "parallel":
      return [
        line("Branches", node.branches.map(({ name }) => name).join(", ")),
        line("At once", node.max_concurrency),
      ];
    case "for_each":
      return [
        line("Items", bindingText(node.items)),
        line("At most", plural(node.max_items, "item")),
        line("At once", node.max_concurrency),
      ];
    case "if":
      return [line("Function", node.condition.entrypoint), sourceFact(node.condition)];
  }
}

function partFact(part: Part): NodeFact {
  if ("binding" in part) return block("Request", "the messages of the request");
  const label = part.role.charAt(0).toUpperCase() + part.role.slice(1);
  return block(label, part.content.map(contentText).join(""));
}

function contentText(content: Content): string {
  return "text" in content ? content.text : `{${bindingText(content.binding)}}`;
}

function paramFacts({ params = {}, response_schema }: ChatCompletionNode): NodeFact[] {
  return [
    ...Object.entries(params).map(([name, value]) => line(name, typeof value === "object" ? value.join(", ") : value)),
    line("Answers with", response_schema === undefined ? "text" : "JSON of the schema below"),
  ];
}

function sourceFact({ language, source }: Program): NodeFact {
  return block(language === "python" ? "Python" : "JavaScript", source);
}

function limitFacts({ timeout_seconds, retry }: ChatCompletionNode | PythonNode | JavaScriptNode): NodeFact[] {
  return [
    ...(timeout_seconds === undefined ? [] : [line("Timeout", `${timeout_seconds} s`)]),
    ...(retry === undefined
      ? []
      : [
          line(
            "Attempts",
            `${retry.max_attempts}, waiting ${retry.initial_backoff_seconds} s × ${retry.backoff_multiplier} up to ${retry.max_backoff_seconds} s`,
          ),
        ]),
  ];
}
