import type { Bundle, Json, JsonSchema, Node, Program } from "@espalier/contract";
import { answerTo } from "./counting-model.ts";

const ANY: JsonSchema = {};
const TEXT: JsonSchema = { type: "string" };
const TEXTS: JsonSchema = { type: "array", items: TEXT };

/**
 * A list of as many items as the message says (`<tag> <count>`), and for each a model call, a condition on its answer,
 * and a second call or a program. Every prompt of every run is another one when tags are.
 */
export function wideWorkflow(name: string, maxConcurrency: number): Bundle {
  const items = program(
    "function items(input) { const [tag, n] = input[0].content.split(' '); return Array.from({ length: Number(n) }, (_, i) => tag + '/' + i); }",
    "items",
    "messages",
    TEXTS,
  );
  const loop: Node = {
    id: "node_2",
    type: "for_each",
    items: { source: "previous" },
    max_items: 1000,
    max_concurrency: maxConcurrency,
    output_schema: TEXTS,
    nodes: [
      ask("node_3", "item", ""),
      {
        id: "node_4",
        type: "if",
        condition: condition(),
        then: [ask("node_5", "previous", "again ")],
        otherwise: [
          { ...program("function mark(input) { return 'odd ' + input; }", "mark", "previous", TEXT), id: "node_6" },
        ],
        output_schema: TEXT,
      },
    ],
  };
  return {
    contract_version: 2,
    name,
    nodes: [{ ...items, id: "node_1" }, loop],
    output_schema: TEXTS,
  };
}

/** What a run of it gives. */
export function wideResult(tag: string, count: number): Json {
  return Array.from({ length: count }, (_, index) => {
    const answer = answerTo(`${tag}/${index}`);
    return index % 2 === 0 ? answerTo(`again ${answer}`) : `odd ${answer}`;
  });
}

function condition(): Program & { language: "javascript" } {
  return {
    language: "javascript",
    source: "function even(input) { return Number(input.slice(input.indexOf('/') + 1, -1)) % 2 === 0; }",
    entrypoint: "even",
    parameters: [{ name: "input", schema: ANY, required: true }],
    returns: { type: "boolean" },
  };
}

function program(source: string, entrypoint: string, from: "messages" | "previous", returns: JsonSchema): Node {
  return {
    id: "",
    type: "javascript",
    program: {
      language: "javascript",
      source,
      entrypoint,
      parameters: [{ name: "input", schema: ANY, required: true }],
      returns,
    },
    inputs: { input: { source: from } },
    output_schema: returns,
  };
}

function ask(id: string, from: "item" | "previous", before: string): Node {
  return {
    id,
    type: "chat_completion",
    model: "m",
    messages: [
      { role: "user", content: [{ text: before }, { binding: { source: from } }].slice(before === "" ? 1 : 0) },
    ],
    retry: { max_attempts: 3, initial_backoff_seconds: 0.01, backoff_multiplier: 2, max_backoff_seconds: 1 },
    output_schema: TEXT,
  } as Node;
}
