import type { SyntaxNode } from "@lezer/common";
import { commaGroups, identifier, textOf } from "../tree.ts";
import type { Rule } from "./rule.ts";

/** Arguments by position come first, and no argument is named twice. */
export const argumentRule: Rule = (source, node) => {
  const names = new Set<string>();
  let named = false;
  let mapped = false;
  for (const [first, operator] of commaGroups(node)) {
    if (!first) continue;
    if (first.name === "**") mapped = true;
    else if (operator?.name === "AssignOp" && textOf(source, operator) === "=") {
      const name = identifier(source, first);
      if (names.has(name))
        return { offset: first.from, message: `The argument ${JSON.stringify(name)} is given twice.` };
      names.add(name);
      named = true;
    } else if (mapped || (named && first.name !== "*")) {
      return { offset: first.from, message: "An argument by position cannot follow one by name." };
    }
  }
  return undefined;
};

/** A generator without brackets of its own is the only argument of a call. */
export const generatorRule: Rule = (_source, node) => {
  const { first: word, isAlone } = readGenerator(node);
  if (!word || (isAlone && node.parent?.name !== "ClassDefinition")) return undefined;
  const message = "A generator is the only argument, or has brackets of its own.";
  return { offset: node.firstChild?.nextSibling?.from ?? word.from, message, hint: "Write f((x for x in y), z)." };
};

/** The first `for` of an argument list, and whether nothing else stands there. */
function readGenerator(list: SyntaxNode): { first: SyntaxNode | undefined; isAlone: boolean } {
  let first: SyntaxNode | undefined;
  let isAlone = true;
  let inTarget = false;
  for (let child = list.firstChild; child; child = child.nextSibling) {
    if (child.name === "for") first ??= child;
    if (child.name === "for" || child.name === "in") inTarget = child.name === "for";
    if (child.name === "AssignOp" || (child.name === "," && !inTarget)) isAlone = false;
  }
  return { first, isAlone };
}
