import type { SyntaxNode } from "@lezer/common";
import type { Place } from "@espalier/jsx/tree";
import type { Source } from "./source.ts";
import { childrenOf, commaGroups, identifier } from "./tree.ts";

/** One `import` statement, taken apart. */
export interface ImportStatement {
  /** `import a.b as c, d`: each module, and the name that it binds. Empty for `from`. */
  readonly modules: readonly ImportedModule[];
  /** `from a.b import c as d`. */
  readonly from: FromImport | undefined;
}

export interface ImportedModule {
  readonly module: string;
  readonly alias: string | undefined;
  readonly place: Place;
}

export interface FromImport {
  readonly module: string;
  readonly relative: boolean;
  readonly place: Place;
  readonly names: readonly { readonly name: string; readonly alias: string | undefined }[];
  readonly star: boolean;
}

/** Reads an `ImportStatement` node. */
export function readImport(source: Source, node: SyntaxNode): ImportStatement {
  const children = childrenOf(node);
  if (children[0]?.name !== "from") return { modules: readModules(source, node), from: undefined };
  const at = children.findIndex((child) => child.name === "import");
  const path = children.slice(1, at < 0 ? undefined : at);
  const imported = at < 0 ? [] : children.slice(at + 1);
  const names = imported.filter((child) => child.name === "VariableName" || child.name === "as");
  return {
    modules: [],
    from: {
      module: moduleName(source, path),
      relative: path[0]?.name === "." || path[0]?.name === "Ellipsis" || path[0]?.name === "...",
      place: source.placeAt(path[0]?.from ?? node.from),
      names: pairs(source, names),
      star: imported.some((child) => child.name === "*"),
    },
  };
}

function readModules(source: Source, node: SyntaxNode): ImportedModule[] {
  return commaGroups(node).flatMap((group) => {
    const parts = group.filter((child) => child.name !== "import");
    const as = parts.findIndex((child) => child.name === "as");
    const path = as < 0 ? parts : parts.slice(0, as);
    const alias = as < 0 ? undefined : parts[as + 1];
    const [first] = path;
    if (!first) return [];
    const place = source.placeAt(first.from);
    return [{ module: moduleName(source, path), alias: alias && identifier(source, alias), place }];
  });
}

function moduleName(source: Source, path: readonly SyntaxNode[]): string {
  return path
    .filter((child) => child.name === "VariableName")
    .map((child) => identifier(source, child))
    .join(".");
}

function pairs(source: Source, nodes: readonly SyntaxNode[]): FromImport["names"] {
  const names: { name: string; alias: string | undefined }[] = [];
  for (const [index, node] of nodes.entries()) {
    if (node.name !== "VariableName") continue;
    const previous = names.at(-1);
    if (nodes[index - 1]?.name === "as" && previous) previous.alias = identifier(source, node);
    else names.push({ name: identifier(source, node), alias: undefined });
  }
  return names;
}
