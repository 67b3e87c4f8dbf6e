import { arrayOf, elementSchema, equalSchemas, objectOf } from "@espalier/contract";
import type { ForEachTree, IfTree, ParallelTree, ProgramReference, TreeNode, WorkflowTree } from "../build/tree.ts";
import type { Resolution } from "../resolve/resolution.ts";
import { withoutAnnotations } from "../schemas/annotations.ts";
import { createSchemaPool, type SchemaPool } from "../schemas/pool.ts";
import { type FlowValue, known, type Scope, UNKNOWN, valueOf } from "./value.ts";

/** What flows where: the scope and the result of every node. */
export interface Flow {
  /** What the bindings of a node refer to. */
  scope(node: TreeNode): Scope;
  /** What a node gives. */
  result(node: TreeNode): FlowValue;
  /** What a body gives: the result of its last node. */
  exit(body: readonly TreeNode[]): FlowValue;
}

const NOTHING: FlowValue = { kind: "nothing", containers: [] };

/** Follows the values through the tree. It reports nothing: checks do. */
export function analyseFlow(tree: WorkflowTree, resolution: Resolution): Flow {
  const scopes = new Map<TreeNode, Scope>();
  const results = new Map<TreeNode, FlowValue>();
  const pool = createSchemaPool();
  const exit = (body: readonly TreeNode[]): FlowValue => {
    const last = body.at(-1);
    return (last === undefined ? undefined : results.get(last)) ?? UNKNOWN;
  };
  const visitBody = (body: readonly TreeNode[], incoming: FlowValue, item: FlowValue): FlowValue => {
    let previous = incoming;
    for (const node of body) {
      const scope = { previous, item };
      scopes.set(node, scope);
      previous = pooled(visitNode(node, scope), pool);
      results.set(node, previous);
    }
    return exit(body);
  };
  const visitNode = (node: TreeNode, scope: Scope): FlowValue => {
    switch (node.kind) {
      case "sequence":
        return visitBody(node.body, inside(node, scope.previous), scope.item);
      case "parallel":
        return visitParallel(node, scope);
      case "for_each":
        return visitLoop(node, scope);
      case "if":
        return visitIf(node, scope);
      case "chat_completion":
        return chatResult(resolution.model(node), node.responseModel !== undefined);
      case "program":
        return programResult(node.run, resolution);
      case "invalid":
        return UNKNOWN;
    }
  };
  const visitParallel = (node: ParallelTree, scope: Scope): FlowValue => {
    const incoming = inside(node, scope.previous);
    const exits = node.branches.map(({ body }) => visitBody(body, incoming, scope.item));
    return branchesResult(node, exits);
  };
  const visitLoop = (node: ForEachTree, scope: Scope): FlowValue => {
    const item = node.items === undefined ? UNKNOWN : pooled(itemOf(valueOf(node.items, scope)), pool);
    const result = visitBody(node.body, item, item);
    return result.kind === "schema" ? known(arrayOf(result.schema)) : UNKNOWN;
  };
  const visitIf = (node: IfTree, scope: Scope): FlowValue => {
    // The condition reads the incoming value; where there is none, that is the one mistake.
    const incoming = scope.previous.kind === "nothing" ? UNKNOWN : scope.previous;
    const then = visitBody(node.then, incoming, scope.item);
    const otherwise = visitBody(node.otherwise, incoming, scope.item);
    if (then.kind !== "schema" || otherwise.kind !== "schema") return UNKNOWN;
    return equalSchemas(then.schema, otherwise.schema) ? then : UNKNOWN;
  };
  visitBody(tree.body, NOTHING, NOTHING);
  return {
    scope: (node) => scopes.get(node) ?? { previous: UNKNOWN, item: UNKNOWN },
    result: (node) => results.get(node) ?? UNKNOWN,
    exit,
  };
}

/** A value whose schema is the one object of its kind. */
function pooled(value: FlowValue, pool: SchemaPool): FlowValue {
  return value.kind === "schema" ? known(pool(value.schema)) : value;
}

/** The incoming value as seen inside a composite. */
function inside(node: TreeNode, incoming: FlowValue): FlowValue {
  return incoming.kind === "nothing" ? { kind: "nothing", containers: [...incoming.containers, node] } : incoming;
}

/** The items of a list. What is no list is reported by a check, and so is a list that is not there. */
function itemOf(items: FlowValue): FlowValue {
  const element = items.kind === "schema" ? elementSchema(items.schema) : undefined;
  return element === undefined ? UNKNOWN : known(element);
}

/** Descriptions are for the model; what flows on is only the schema. */
function chatResult(model: ReturnType<Resolution["model"]>, hasModel: boolean): FlowValue {
  if (!hasModel) return known({ type: "string" });
  return model === undefined ? UNKNOWN : known(withoutAnnotations(model));
}

function programResult(run: ProgramReference | undefined, resolution: Resolution): FlowValue {
  const signature = run === undefined ? undefined : resolution.signature(run);
  return signature === undefined ? UNKNOWN : known(signature.returns);
}

function branchesResult(node: ParallelTree, exits: readonly FlowValue[]): FlowValue {
  const fields = node.branches.flatMap(({ name }, index) => {
    const exit = exits[index];
    return exit?.kind === "schema" ? [[name, exit.schema] as const] : [];
  });
  return fields.length === exits.length && fields.length > 0 ? known(objectOf(fields)) : UNKNOWN;
}
