import { setImmediate as nextTurn } from "node:timers/promises";
import { bodiesOf, checkBundle, type Bundle, type JsonSchema, type Node, type Program } from "@espalier/contract";
import type { GatewayContext } from "./http/context.ts";
import { HttpError } from "./http/http-error.ts";

/** How many issues of a bundle are told at once. */
const MOST_ISSUES = 20;

/** How long schemas are compiled at a stretch: those of a large bundle take seconds, and runs go on meanwhile. */
const STRETCH_MS = 10;

/** A bundle that this gateway can run, or rejects with the refusal that says what it lacks. No compiler is trusted. */
export async function admitBundle(
  value: unknown,
  context: Pick<GatewayContext, "languages" | "validator">,
): Promise<Bundle> {
  const issues = checkBundle(value);
  if (issues.length > 0) {
    const told = issues.slice(0, MOST_ISSUES).map((issue) => `${issue.pointer || "/"}: ${issue.message}`);
    const code = issues[0]!.code === "unsupported_contract_version" ? "unsupported_contract_version" : "invalid_bundle";
    throw new HttpError(told.join("\n"), { status: 400, code, param: issues[0]!.pointer });
  }
  let until = performance.now() + STRETCH_MS;
  for (const { node, pointer } of nodesOf(value as Bundle)) {
    for (const { program, at } of programsOf(node, pointer)) refuseLanguage(program, at, context.languages);
    for (const { schema, at } of schemasOf(node, pointer)) {
      const problem = context.validator.refuse(schema);
      if (problem !== undefined)
        throw new HttpError(`${at}: ${problem}`, { status: 400, code: "unsupported_schema", param: at });
    }
    if (performance.now() < until) continue;
    await nextTurn();
    until = performance.now() + STRETCH_MS;
  }
  return value as Bundle;
}

function refuseLanguage({ language }: Program, at: string, languages: GatewayContext["languages"]): void {
  const state = languages[language];
  if (state.available) return;
  throw new HttpError(`this gateway runs no ${language} programs: ${state.reason}`, {
    status: 400,
    code: "unsupported_language",
    param: at,
  });
}

/** A part of a bundle with its JSON Pointer. */
type At<Part> = Part & { readonly at: string };

interface PlacedNode {
  readonly node: Node;
  readonly pointer: string;
}

/** All nodes, containers before what they hold. */
function* nodesOf(bundle: Bundle): Generator<PlacedNode> {
  const open = listed(bundle.nodes, "/nodes");
  for (let next = open.shift(); next !== undefined; next = open.shift()) {
    yield next;
    for (const body of bodiesOf(next.node)) open.push(...listed(body.nodes, next.pointer + body.pointer));
  }
}

function listed(nodes: readonly Node[], pointer: string): PlacedNode[] {
  return nodes.map((node, index) => ({ node, pointer: `${pointer}/${index}` }));
}

function* programsOf(node: Node, pointer: string): Generator<At<{ program: Program }>> {
  if ("program" in node) yield { program: node.program, at: `${pointer}/program` };
  if ("condition" in node) yield { program: node.condition, at: `${pointer}/condition` };
}

function* schemasOf(node: Node, pointer: string): Generator<At<{ schema: JsonSchema }>> {
  yield { schema: node.output_schema, at: `${pointer}/output_schema` };
  if ("response_schema" in node && node.response_schema !== undefined)
    yield { schema: node.response_schema, at: `${pointer}/response_schema` };
  for (const { program, at } of programsOf(node, pointer)) {
    yield { schema: program.returns, at: `${at}/returns` };
    for (const [index, { schema }] of program.parameters.entries())
      yield { schema, at: `${at}/parameters/${index}/schema` };
  }
}
