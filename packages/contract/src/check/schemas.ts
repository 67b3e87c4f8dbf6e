import type { Bundle } from "../bundle.ts";
import { bodiesOf } from "../bodies.ts";
import type { Node, Program } from "../generated/v2.ts";
import type { Issue } from "../issue.ts";
import type { JsonSchema } from "../json.ts";
import { checkSchema } from "../schema/check-schema.ts";
import { Report } from "./report.ts";

/** Checks every schema in a bundle of the right shape. */
export function checkSchemas(bundle: Bundle): Issue[] {
  const report = new Report();
  // Where a bundle was made in this process, one schema stands at many places.
  const checked = new Set<JsonSchema>();
  for (const [schema, pointer] of schemasOf(bundle)) {
    if (checked.has(schema)) continue;
    checked.add(schema);
    for (const { code, message, pointer: at } of checkSchema(schema, pointer)) report.add(code, message, at);
    if (report.isFull) break;
  }
  return report.issues;
}

type Found = [schema: JsonSchema, pointer: string];

function* schemasOf(bundle: Bundle): Generator<Found> {
  const waiting: [Node, string][] = at(bundle.nodes, "/nodes");
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [node, pointer] = next;
    yield* ofNode(node, pointer);
    for (const body of bodiesOf(node).reverse()) waiting.push(...at(body.nodes, pointer + body.pointer));
  }
  yield [bundle.output_schema, "/output_schema"];
}

/** The nodes of a list with their pointers, the last one first, as a stack needs them. */
function at(nodes: readonly Node[], pointer: string): [Node, string][] {
  return nodes.map((node, index): [Node, string] => [node, `${pointer}/${index}`]).reverse();
}

function* ofNode(node: Node, pointer: string): Generator<Found> {
  if (node.type === "chat_completion" && node.response_schema !== undefined) {
    yield [node.response_schema, `${pointer}/response_schema`];
  }
  if (node.type === "python" || node.type === "javascript") yield* ofProgram(node.program, `${pointer}/program`);
  if (node.type === "if") yield* ofProgram(node.condition, `${pointer}/condition`);
  yield [node.output_schema, `${pointer}/output_schema`];
}

function* ofProgram(program: Program, pointer: string): Generator<Found> {
  for (const [index, { schema }] of program.parameters.entries()) {
    yield [schema, `${pointer}/parameters/${index}/schema`];
  }
  yield [program.returns, `${pointer}/returns`];
}
