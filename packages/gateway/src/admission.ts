import { checkBundle, type Bundle, type JsonSchema, type Program } from "@espalier/contract";
import type { GatewayContext } from "./http/context.ts";
import { HttpError } from "./http/http-error.ts";

/** How many issues of a bundle are told at once. */
const MOST_ISSUES = 20;

/** A bundle that this gateway can run, or the refusal that says what it lacks. No compiler is trusted. */
export function admitBundle(value: unknown, context: Pick<GatewayContext, "languages" | "validator">): Bundle {
  const issues = checkBundle(value);
  if (issues.length > 0) {
    const told = issues.slice(0, MOST_ISSUES).map((issue) => `${issue.pointer || "/"}: ${issue.message}`);
    const code = issues[0]!.code === "unsupported_contract_version" ? "unsupported_contract_version" : "invalid_bundle";
    throw new HttpError(told.join("\n"), { status: 400, code, param: issues[0]!.pointer });
  }
  for (const { node, pointer } of nodesOf(value as Bundle)) {
    for (const { program, at } of programsOf(node, pointer)) refuseLanguage(program, at, context.languages);
    for (const { schema, at } of schemasOf(node, pointer)) {
      const problem = context.validator.refuse(schema);
      if (problem !== undefined)
        throw new HttpError(`${at}: ${problem}`, { status: 400, code: "unsupported_schema", param: at });
    }
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

type AnyNode = Readonly<Record<string, unknown>>;
/** A part of a bundle with its JSON Pointer. */
type At<Part> = Part & { readonly at: string };

/** All nodes, containers before what they hold. */
function* nodesOf(bundle: Bundle): Generator<{ node: AnyNode; pointer: string }> {
  const open = listed(bundle.nodes, "/nodes");
  for (let next = open.shift(); next !== undefined; next = open.shift()) {
    yield next;
    const { node, pointer } = next;
    for (const key of ["nodes", "then", "otherwise"]) open.push(...listed(node[key], `${pointer}/${key}`));
    const branches = (node["branches"] ?? []) as readonly AnyNode[];
    for (const [index, branch] of branches.entries())
      open.push(...listed(branch["nodes"], `${pointer}/branches/${index}/nodes`));
  }
}

function listed(nodes: unknown, pointer: string): { node: AnyNode; pointer: string }[] {
  if (!Array.isArray(nodes)) return [];
  return nodes.map((node: AnyNode, index) => ({ node, pointer: `${pointer}/${index}` }));
}

function* programsOf(node: AnyNode, pointer: string): Generator<At<{ program: Program }>> {
  for (const key of ["program", "condition"])
    if (node[key] !== undefined) yield { program: node[key] as Program, at: `${pointer}/${key}` };
}

function* schemasOf(node: AnyNode, pointer: string): Generator<At<{ schema: JsonSchema }>> {
  for (const key of ["output_schema", "response_schema"])
    if (node[key] !== undefined) yield { schema: node[key] as JsonSchema, at: `${pointer}/${key}` };
  for (const { program, at } of programsOf(node, pointer)) {
    yield { schema: program.returns as JsonSchema, at: `${at}/returns` };
    for (const [index, { schema }] of program.parameters.entries())
      yield { schema: schema as JsonSchema, at: `${at}/parameters/${index}/schema` };
  }
}
