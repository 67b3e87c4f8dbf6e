import type { SyntaxNode } from "@lezer/common";
import { readImport } from "../import-statement.ts";
import { childrenOf, statementsOf, textOf } from "../tree.ts";
import type { Rule } from "./rule.ts";

/** `raise E, "x"` was Python 2. */
export const raiseRule: Rule = (_source, node) => {
  const comma = childrenOf(node).find((child) => child.name === ",");
  return comma && { offset: comma.from, message: `"raise" takes one exception.`, hint: 'Write raise E("x").' };
};

/** `try` has an `except` or a `finally`; `except A, B` has brackets. */
export const tryRule: Rule = (_source, node) => {
  const children = childrenOf(node);
  if (!children.some((child) => child.name === "except" || child.name === "finally")) {
    return { offset: node.from, message: `"try" needs an "except" or a "finally".` };
  }
  const comma = children.find((child) => child.name === ",");
  return (
    comma && { offset: comma.from, message: `Several exceptions stand in brackets.`, hint: "Write except (A, B):." }
  );
};

/** `elif` has a condition. */
export const ifRule: Rule = (_source, node) => {
  const bare = childrenOf(node).find((child) => child.name === "elif" && child.nextSibling?.name === "Body");
  return bare && { offset: bare.from, message: `"elif" needs a condition.` };
};

/** `<>` was Python 2. */
export const comparisonRule: Rule = (source, node) =>
  textOf(source, node) === "<>"
    ? { offset: node.from, message: `"<>" is not an operator.`, hint: "Write !=." }
    : undefined;

/** Lists without brackets do not end with a comma. */
export const trailingCommaRule: Rule = (_source, node) => {
  const last = childrenOf(node).at(-1);
  return last?.name === "," ? { offset: last.from, message: "The statement cannot end with a comma." } : undefined;
};

const FEATURES =
  "nested_scopes generators division absolute_import with_statement print_function unicode_literals barry_as_FLUFL generator_stop annotations";
const FUTURE: ReadonlySet<string> = new Set(FEATURES.split(" "));

/** `import *` stands at the top level; what comes from `__future__` exists and comes first. */
export const importRule: Rule = (source, node) => {
  const { from } = readImport(source, node);
  if (from?.star && isNested(node)) {
    return { offset: node.from, message: `"import *" stands at the top level of a file only.` };
  }
  if (from?.module !== "__future__" || from.relative) return undefined;
  const unknown = from.names.find(({ name }) => !FUTURE.has(name));
  if (unknown)
    return { offset: node.from, message: `The future feature ${JSON.stringify(unknown.name)} does not exist.` };
  return isFirst(source, node)
    ? undefined
    : { offset: node.from, message: `Imports from "__future__" come first in a file.` };
};

function isNested(node: SyntaxNode): boolean {
  for (let parent = node.parent; parent; parent = parent.parent) {
    if (parent.name === "FunctionDefinition" || parent.name === "ClassDefinition") return true;
  }
  return false;
}

function isFirst(source: Parameters<Rule>[0], node: SyntaxNode): boolean {
  const script = node.parent?.name === "StatementGroup" ? node.parent.parent : node.parent;
  if (script?.name !== "Script") return false;
  let first = true;
  for (const statement of statementsOf(script)) {
    if (statement.from >= node.from) return true;
    const isDocstring =
      first && statement.name === "ExpressionStatement" && statement.firstChild?.name.endsWith("String") === true;
    const isFuture =
      statement.name === "ImportStatement" && readImport(source, statement).from?.module === "__future__";
    if (!isDocstring && !isFuture) return false;
    first = false;
  }
  return true;
}
