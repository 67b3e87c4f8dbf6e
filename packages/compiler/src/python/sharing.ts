import type { Declaration, PythonType } from "./type.ts";

/** Finds the named types under a type: all of them, and those that a schema has to give a definition of their own. */
export function sharedDeclarations(root: PythonType): { shared: Set<Declaration>; all: Declaration[] } {
  const uses = new Map<Declaration, number>();
  const pending = [root];
  for (let type = pending.pop(); type; type = pending.pop()) {
    pending.push(...childrenOf(type).reverse());
    if (type.kind !== "named") continue;
    const { declaration } = type;
    const count = (uses.get(declaration) ?? 0) + 1;
    uses.set(declaration, count);
    // An alias is written out in place, so what is in it is used as often as it is: once, or more than once.
    if (count === 1 || (count === 2 && declaration.body?.kind === "alias"))
      pending.push(...bodyTypes(declaration).reverse());
  }
  const all = [...uses.keys()];
  const shared = all.filter(({ body, recursive }, index) =>
    body?.kind === "object" ? (uses.get(all[index] as Declaration) ?? 0) > 1 : recursive,
  );
  return { shared: new Set(shared), all };
}

function childrenOf(type: PythonType): PythonType[] {
  switch (type.kind) {
    case "list":
      return type.items ? [type.items] : [];
    case "map":
      return type.values ? [type.values] : [];
    case "tuple":
      return [...type.items];
    case "union":
      return [...type.members];
    default:
      return [];
  }
}

function bodyTypes({ body }: Declaration): PythonType[] {
  if (body?.kind === "object") return body.fields.map((field) => field.type);
  return body?.kind === "alias" ? [body.type] : [];
}

/** Names for definitions that can stand in a `$ref` as they are. */
export function definitionNames(declarations: readonly Declaration[]): Map<Declaration, string> {
  const taken = new Set<string>();
  const names = new Map<Declaration, string>();
  for (const declaration of [...declarations].sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const plain = declaration.name.replace(/[^A-Za-z0-9_]/gu, (c) => `u${c.codePointAt(0)?.toString(16)}`);
    let name = plain === "__proto__" ? "proto" : plain;
    while (taken.has(name)) name += "_";
    taken.add(name);
    names.set(declaration, name);
  }
  return names;
}
