import { checkBundle, type Bundle, type JsonSchema, type Program } from "@espalier/contract";
import type { GatewayContext } from "./http/context.ts";
import { HttpError } from "./http/http-error.ts";

/** How many issues of a bundle are told at once. */
const MOST_ISSUES = 20;

/** A bundle that this gateway can run, or the refusal that says what it lacks. No compiler is trusted. */
export function admitBundle(value: unknown, context: GatewayContext): Bundle {
  const issues = checkBundle(value);
  if (issues.length > 0) {
    const told = issues.slice(0, MOST_ISSUES).map((issue) => `${issue.pointer || "/"}: ${issue.message}`);
    const code = issues[0]!.code === "unsupported_contract_version" ? "unsupported_contract_version" : "invalid_bundle";
    throw new HttpError(told.join("\n"), { status: 400, code, param: issues[0]!.pointer });
  }
  const bundle = value as Bundle;
  for (const { program } of programsOf(bundle)) refuseLanguage(program, context);
  for (const { schema, where } of schemasOf(bundle)) {
    const problem = context.validator.refuse(schema);
    if (problem !== undefined)
      throw new HttpError(`${where}: ${problem}`, { status: 400, code: "unsupported_schema", param: where });
  }
  return bundle;
}

function refuseLanguage(program: Program, context: GatewayContext): void {
  const state = context.languages[program.language];
  if (state.available) return;
  throw new HttpError(`this gateway runs no ${program.language} programs: ${state.reason}`, {
    status: 400,
    code: "unsupported_language",
  });
}

type AnyNode = Readonly<Record<string, unknown>> & { readonly id: string };

/** All nodes, containers before what they hold. Iterative: nesting was bounded before, but costs nothing here. */
function* nodesOf(bundle: Bundle): Generator<AnyNode> {
  const open = [...bundle.nodes] as unknown as AnyNode[];
  for (let node = open.shift(); node !== undefined; node = open.shift()) {
    yield node;
    for (const key of ["nodes", "then", "otherwise"])
      if (Array.isArray(node[key])) open.push(...(node[key] as AnyNode[]));
    if (Array.isArray(node["branches"]))
      for (const branch of node["branches"] as { nodes: AnyNode[] }[]) open.push(...branch.nodes);
  }
}

function* programsOf(bundle: Bundle): Generator<{ program: Program; id: string }> {
  for (const node of nodesOf(bundle))
    for (const program of [node["program"], node["condition"]])
      if (program !== undefined) yield { program: program as Program, id: node.id };
}

function* schemasOf(bundle: Bundle): Generator<{ schema: JsonSchema; where: string }> {
  for (const node of nodesOf(bundle)) {
    yield { schema: node["output_schema"] as JsonSchema, where: `${node.id}.output_schema` };
    if (node["response_schema"] !== undefined)
      yield { schema: node["response_schema"] as JsonSchema, where: `${node.id}.response_schema` };
  }
  for (const { program, id } of programsOf(bundle)) {
    yield { schema: program.returns as JsonSchema, where: `${id}.returns` };
    for (const parameter of program.parameters)
      yield { schema: parameter.schema as JsonSchema, where: `${id}.${parameter.name}` };
  }
}
