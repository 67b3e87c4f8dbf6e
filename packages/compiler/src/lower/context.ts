import type { JsonSchema } from "@espalier/contract";
import type { TreeNode } from "../build/tree.ts";
import type { Flow } from "../flow/flow.ts";
import type { Resolution } from "../resolve/resolution.ts";
import { present } from "./absent.ts";

/** What lowering needs beside the node. */
export interface LowerContext {
  readonly resolution: Resolution;
  readonly flow: Flow;
  /** What every node has. */
  common(node: TreeNode): { id: string; name?: string; output_schema: JsonSchema };
}

/** A context for the nodes of one tree. */
export function lowerContext(ids: ReadonlyMap<TreeNode, string>, resolution: Resolution, flow: Flow): LowerContext {
  return {
    resolution,
    flow,
    common: (node) =>
      present({
        id: must(ids.get(node), "id"),
        name: node.kind === "invalid" ? undefined : node.name,
        output_schema: schemaOf(flow.result(node)),
      }),
  };
}

/** The schema of a value that is known, as all are in a tree without errors. */
export function schemaOf(value: ReturnType<Flow["result"]>): JsonSchema {
  if (value.kind === "schema") return value.schema;
  throw new Error("A result is not known, and no diagnostic says why.");
}

/** What must be there in a tree without errors. Otherwise the compiler is wrong, not the author. */
export function must<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`A ${what} is missing, and no diagnostic says so.`);
  return value;
}
