import type { Place } from "@espalier/jsx/tree";
import { placeAt } from "../modules/import-place.ts";
import { createPlaceFinder } from "../modules/original-place.ts";
import type { BuiltFlow } from "./flow-modules.ts";

/** Where a flow waits while it is loaded, in its own files. */
export async function topLevelAwaits(flow: BuiltFlow): Promise<readonly Place[]> {
  const { parseAst } = await import("rollup/parseAst");
  return flow.modules.flatMap(({ code, map }) => {
    if (map === null) return [];
    const placeOf = createPlaceFinder(map);
    const offsets: number[] = [];
    collectAwaits(parseAst(code), offsets);
    return offsets.flatMap((offset) => {
      const { line, column } = placeAt("", code, offset);
      return placeOf(line, column) ?? [];
    });
  });
}

/** The offsets of all `await`s that are in no function, in order. */
function collectAwaits(node: unknown, offsets: number[]): void {
  if (Array.isArray(node)) {
    for (const inner of node) collectAwaits(inner, offsets);
  } else if (isNode(node) && !/Function/.test(node.type)) {
    if (node.type === "AwaitExpression" || (node.type === "ForOfStatement" && node.await === true)) {
      offsets.push(node.start);
    }
    collectAwaits(Object.values(node), offsets);
  }
}

interface AnyNode {
  readonly type: string;
  readonly start: number;
  readonly await?: unknown;
}

function isNode(value: unknown): value is AnyNode {
  return typeof value === "object" && value !== null && "type" in value && "start" in value;
}
