import type { SyntaxNode } from "@lezer/common";
import type { Source } from "./source.ts";

/** The children of a node without comments. */
export function childrenOf(node: SyntaxNode): SyntaxNode[] {
  const children: SyntaxNode[] = [];
  for (let child = node.firstChild; child; child = child.nextSibling) {
    if (child.name !== "Comment") children.push(child);
  }
  return children;
}

/** The text that a node covers. */
export function textOf(source: Source, node: SyntaxNode): string {
  return source.text.slice(node.from, node.to);
}

/** An identifier as Python compares it: `ﬁnd` and `find` are one name. */
export function identifier(source: Source, node: SyntaxNode): string {
  return textOf(source, node).normalize("NFKC");
}

/** Whether the parser had to skip or invent something inside a node. */
export function hasError(node: SyntaxNode): boolean {
  let found = false;
  node.toTree().iterate({
    enter(inner) {
      found ||= inner.type.isError;
      return !found;
    },
  });
  return found;
}

/** The statements of a file or a body, without the wrappers that `;` makes. Decorated ones stay wrapped. */
export function statementsOf(node: SyntaxNode): SyntaxNode[] {
  return childrenOf(node)
    .flatMap((child) => (child.name === "StatementGroup" ? childrenOf(child) : [child]))
    .filter((child) => child.name !== ";");
}

/** A definition without its decorators, and the decorators. */
export function undecorated(statement: SyntaxNode): { definition: SyntaxNode; decorators: SyntaxNode[] } {
  if (statement.name !== "DecoratedStatement") return { definition: statement, decorators: [] };
  const children = childrenOf(statement);
  return {
    definition: children.find((child) => child.name !== "Decorator") ?? statement,
    decorators: children.filter((child) => child.name === "Decorator"),
  };
}

/** The children of a node between its brackets, in groups that commas divide. */
export function commaGroups(node: SyntaxNode): SyntaxNode[][] {
  const groups: SyntaxNode[][] = [[]];
  for (const child of childrenOf(node)) {
    if (child.name === ",") groups.push([]);
    else if (!BRACKETS.has(child.name)) groups.at(-1)?.push(child);
  }
  return groups.filter((group) => group.length > 0);
}

const BRACKETS = new Set(["(", ")", "[", "]", "{", "}"]);
