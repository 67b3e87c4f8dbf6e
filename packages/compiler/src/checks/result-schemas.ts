import { checkSchema, type JsonSchema } from "@espalier/contract";
import { componentOf, type TreeNode } from "../build/tree.ts";
import type { FlowValue } from "../flow/value.ts";
import { programOf } from "../resolve/resolve.ts";
import type { Check } from "./check.ts";

/**
 * Every schema that goes into the bundle is within the limits of the contract: types can be too large, and so can a
 * result that is put together from many. Reported at the first node, since all around it repeat its schema.
 */
export const resultSchemas: Check = ({ flow, resolution, reporter }) => {
  let reported = false;
  // Most schemas flow through many nodes.
  const checked = new Map<JsonSchema, string | undefined>();
  const problemIn = (schema: JsonSchema): string | undefined => {
    if (!checked.has(schema)) checked.set(schema, checkSchema(schema)[0]?.message);
    return checked.get(schema);
  };
  const problemOf = (node: TreeNode): string | undefined => {
    const program = programOf(node);
    const signature = program === undefined ? undefined : resolution.signature(program);
    const parameters = signature?.parameters.map((parameter) => parameter.schema) ?? [];
    const model =
      node.kind === "chat_completion" && node.responseModel !== undefined ? resolution.model(node) : undefined;
    const schemas = [...parameters, ...(model === undefined ? [] : [model]), ...schemaOf(flow.result(node))];
    return schemas.map(problemIn).find((problem) => problem !== undefined);
  };
  return {
    node(node) {
      const problem = reported ? undefined : problemOf(node);
      if (problem === undefined) return;
      reported = true;
      reporter.report(node.origin, "unserializable-type", "limits", { component: componentOf(node), problem });
    },
  };
};

function schemaOf(value: FlowValue): JsonSchema[] {
  return value.kind === "schema" ? [value.schema] : [];
}
