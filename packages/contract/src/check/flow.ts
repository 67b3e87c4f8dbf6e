import type { Bundle } from "../bundle.ts";
import type {
  Binding,
  ChatCompletionNode,
  ForEachNode,
  IfNode,
  JavaScriptNode,
  Node,
  ParallelNode,
  PythonNode,
} from "../generated/v2.ts";
import type { JsonSchema } from "../json.ts";
import { schemaDifference } from "../schema/difference.ts";
import { elementSchema } from "../schema/element-schema.ts";
import { arrayOf, objectOf } from "../schema/embed.ts";
import { equalSchemas } from "../schema/normal-form.ts";
import { checkInputs, checkPredicate } from "./programs.ts";
import { below } from "./report.ts";
import type { Report } from "./report.ts";
import { resolveBinding } from "./scope.ts";
import type { Scope, Source } from "./scope.ts";

const STRING: JsonSchema = { type: "string" };

/** Follows values through a bundle: what each binding reads, and that each declared result is the real one. */
export function checkFlow(bundle: Bundle, report: Report): void {
  const result = new Flow(report).nodes(bundle.nodes, { previous: undefined, item: undefined }, "/nodes");
  checkResult(bundle.output_schema, result, "the last node's", "", report);
}

class Flow {
  readonly #report: Report;

  constructor(report: Report) {
    this.#report = report;
  }

  /** Each node reads the result before it; the result of the list is the last one's, as declared. */
  nodes(nodes: readonly Node[], scope: Scope, pointer: string): JsonSchema {
    let previous = scope.previous;
    let result: JsonSchema = {};
    for (const [index, node] of nodes.entries()) {
      const at = `${pointer}/${index}`;
      const { computed, origin } = this.#node(node, { ...scope, previous }, at);
      checkResult(node.output_schema, computed, origin, at, this.#report);
      result = previous = node.output_schema;
    }
    return result;
  }

  /** What the node's result must be, and in words where that comes from. */
  #node(node: Node, scope: Scope, at: string): { computed: JsonSchema; origin: string } {
    switch (node.type) {
      case "chat_completion":
        this.#prompt(node, scope, at);
        return {
          computed: node.response_schema ?? STRING,
          origin: node.response_schema ? "`response_schema`" : "text",
        };
      case "python":
      case "javascript":
        this.#program(node, scope, at);
        return { computed: node.program.returns, origin: "the program's" };
      case "sequence":
        return { computed: this.nodes(node.nodes, scope, `${at}/nodes`), origin: "the last node's" };
      case "parallel":
        return { computed: this.#parallel(node, scope, at), origin: "that of the branches" };
      case "for_each":
        return { computed: this.#forEach(node, scope, at), origin: "that of the body" };
      case "if":
        return { computed: this.#if(node, scope, at), origin: "the exits'" };
    }
  }

  #prompt({ messages }: ChatCompletionNode, scope: Scope, at: string): void {
    for (const [index, part] of messages.entries()) {
      if (!("content" in part)) continue;
      for (const [position, content] of part.content.entries()) {
        if ("binding" in content)
          this.#bind(content.binding, scope, `${at}/messages/${index}/content/${position}/binding`);
      }
    }
  }

  #program(node: PythonNode | JavaScriptNode, scope: Scope, at: string): void {
    checkInputs(node, at, this.#report);
    for (const [name, binding] of Object.entries(node.inputs)) {
      if (node.program.parameters.some((parameter) => parameter.name === name)) {
        this.#bind(binding, scope, below(`${at}/inputs`, name));
      }
    }
  }

  #parallel({ branches }: ParallelNode, scope: Scope, at: string): JsonSchema {
    return objectOf(
      branches.map(
        ({ name, nodes }, index) => [name, this.nodes(nodes, scope, `${at}/branches/${index}/nodes`)] as const,
      ),
    );
  }

  #forEach(node: ForEachNode, scope: Scope, at: string): JsonSchema {
    const item = this.#element(node.items, scope, `${at}/items`);
    return arrayOf(this.nodes(node.nodes, { previous: item, item }, `${at}/nodes`));
  }

  /** `items` is read in the scope around the loop. */
  #element(items: Binding, scope: Scope, pointer: string): Source {
    const source = this.#bind(items, scope, pointer);
    if (source === "unknown") return source;
    if (items.source === "literal" && Array.isArray(items.value)) return { enum: items.value };
    const element = elementSchema(source);
    if (element !== undefined) return element;
    this.#report.add("not_a_list", "A loop needs a list, and this is not always one.", pointer);
    return "unknown";
  }

  #if(node: IfNode, scope: Scope, at: string): JsonSchema {
    this.#bind({ source: "previous" }, scope, `${at}/condition`);
    checkPredicate(node.condition, `${at}/condition`, this.#report);
    const then = this.nodes(node.then, scope, `${at}/then`);
    const otherwise = this.nodes(node.otherwise, scope, `${at}/otherwise`);
    if (!equalSchemas(then, otherwise)) {
      const difference = schemaDifference(then, otherwise, ["`then`", "`otherwise`"]);
      this.#report.add("exit_mismatch", `The exits declare different results. ${difference}`, at);
    }
    return then;
  }

  #bind(binding: Binding, scope: Scope, pointer: string): Source {
    return resolveBinding(binding, scope, pointer, this.#report);
  }
}

function checkResult(declared: JsonSchema, computed: JsonSchema, origin: string, at: string, report: Report): void {
  if (equalSchemas(declared, computed)) return;
  const difference = schemaDifference(declared, computed, ["`output_schema`", "the result"]);
  report.add("output_mismatch", `\`output_schema\` must equal ${origin}. ${difference}`, `${at}/output_schema`);
}
