import type { SyntaxNode } from "@lezer/common";
import type { Source } from "./source.ts";
import { commaGroups, identifier } from "./tree.ts";

/** One parameter as it is written. */
export interface ParameterSource {
  readonly name: string;
  /** The identifier, or the star before it. */
  readonly offset: number;
  readonly kind: "named" | "list" | "map";
  readonly annotation: SyntaxNode | undefined;
  readonly hasDefault: boolean;
}

/** A parameter list, read from left to right. */
export interface ParameterList {
  readonly parameters: readonly ParameterSource[];
  /** Where `/` makes the parameters before it positional-only. */
  readonly slash: number | undefined;
}

/** Reads a `ParamList` node. */
export function readParameters(source: Source, list: SyntaxNode): ParameterList {
  const parameters = commaGroups(list).flatMap((group) => readParameter(source, group));
  return { parameters, slash: slashesOf(source, list)[0] };
}

function readParameter(source: Source, group: readonly SyntaxNode[]): ParameterSource[] {
  const name = group.find((node) => node.name === "VariableName");
  const [first] = group;
  // A star alone only makes what follows keyword-only, which is how a program is called anyway.
  if (!first || !name) return [];
  const kind = first.name === "*" ? "list" : first.name === "**" ? "map" : "named";
  const annotation = group.find((node) => node.name === "TypeDef")?.lastChild ?? undefined;
  return [
    {
      name: identifier(source, name),
      offset: first.from,
      kind,
      annotation: annotation?.type.isError ? undefined : annotation,
      hasDefault: group.some((node) => node.name === "AssignOp"),
    },
  ];
}

/**
 * Where `/` stands in a parameter list. The grammar has no node for it: it is in what is left between the nodes, and an
 * error in those of lambdas.
 */
export function slashesOf(source: Source, list: SyntaxNode): number[] {
  const slashes: number[] = [];
  let end = list.from;
  for (let child = list.firstChild; child; child = child.nextSibling) {
    const between = source.text.slice(end, child.type.isError ? child.to : child.from);
    if (between.includes("/")) slashes.push(end + between.indexOf("/"));
    end = child.to;
  }
  return slashes;
}
