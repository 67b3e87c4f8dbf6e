import type { SyntaxNode } from "@lezer/common";
import type { Source } from "../source.ts";
import type { Mistake, Rule } from "./rule.ts";

/** The statements of a block stand in one column, further to the right than the block around it. */
export const indentationRule: Rule = (source, node) => {
  const outer = node.name.endsWith("Body") ? indentOf(source, blockOwner(node)) : undefined;
  let expected = node.name === "Script" ? "" : undefined;
  for (let child = node.firstChild; child; child = child.nextSibling) {
    if (child.name === "Comment" || child.name === ":" || child.type.isError) continue;
    const indent = indentOf(source, child);
    if (indent === undefined) continue;
    if (expected === undefined && outer !== undefined && !isDeeper(indent, outer))
      return wrong(child, "Tabs and spaces are mixed.");
    expected ??= indent;
    if (!isSame(indent, expected)) return wrong(child, "The line is not indented like those around it.");
  }
  return undefined;
};

function wrong(node: SyntaxNode, message: string): Mistake {
  return { offset: node.from, message };
}

/** How wide an indentation is when a tab goes to the next multiple of `tab`. */
function widthOf(indent: string, tab: number): number {
  let width = 0;
  for (const character of indent) width = character === "\t" ? (Math.floor(width / tab) + 1) * tab : width + 1;
  return width;
}

/** Python wants the same answer whether tabs are wide or narrow. */
function isDeeper(indent: string, outer: string): boolean {
  return [1, 8].every((tab) => widthOf(indent, tab) > widthOf(outer, tab));
}

function isSame(indent: string, other: string): boolean {
  return [1, 8].every((tab) => widthOf(indent, tab) === widthOf(other, tab));
}

/** The statement that a body belongs to, with its decorators. */
function blockOwner(body: SyntaxNode): SyntaxNode {
  const owner = body.parent ?? body;
  return owner.parent?.name === "DecoratedStatement" ? owner.parent : owner;
}

/** What stands before a statement on its line, if that is nothing but space. */
function indentOf(source: Source, node: SyntaxNode): string | undefined {
  const start = source.text.lastIndexOf("\n", node.from - 1) + 1;
  const before = node.from === 0 ? "" : source.text.slice(start, node.from).replaceAll("\f", "");
  return /^[ \t]*$/.test(before) ? before : undefined;
}
