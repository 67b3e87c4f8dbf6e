import type { SyntaxNode } from "@lezer/common";
import { readImport } from "../import-statement.ts";
import { childrenOf, statementsOf, textOf } from "../tree.ts";
import type { Rule } from "./rule.ts";

/** `raise E, "x"` was Python 2. */
export const raiseRule: Rule = (_source, node) => {
  const comma = childrenOf(node).find((child) => child.name === ",");
  return comma && { offset: comma.from, message: `"raise" takes one exception.`, hint: 'Write raise E("x").' };
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

/** `assert` has a condition and a message. */
export const assertRule: Rule = (_source, node) => {
  const [, second] = node.getChildren(",");
  return second && { offset: second.from, message: `"assert" has a condition and a message.` };
};

/** Between two statements on a line stands one semicolon. */
export const semicolonRule: Rule = (_source, node) => {
  const extra = childrenOf(node).find((child) => child.name === ";" && child.prevSibling?.name === ";");
  return extra && { offset: extra.from, message: "A statement is missing between the semicolons." };
};

/** `not` binds less than what compares and calculates, so that behind it, it needs brackets. */
export const notRule: Rule = (_source, node) => {
  const operator = node.firstChild?.name === "not" && node.parent?.name === "BinaryExpression" && node.prevSibling;
  if (!operator || operator.name === "and" || operator.name === "or") return undefined;
  return { offset: node.from, message: `"not" needs brackets here.`, hint: "Write (not …)." };
};

/** Lists without brackets do not end with a comma. */
export const trailingCommaRule: Rule = (_source, node) => {
  const last = childrenOf(node).at(-1);
  return last?.name === "," ? { offset: last.from, message: "The statement cannot end with a comma." } : undefined;
};

const FROM_HINT = "Write from a.b import c.";
const FEATURES =
  "nested_scopes generators division absolute_import with_statement print_function unicode_literals barry_as_FLUFL generator_stop annotations";
const FUTURE: ReadonlySet<string> = new Set(FEATURES.split(" "));

/** `import *` stands at the top level; what comes from `__future__` exists and comes first. */
export const importRule: Rule = (source, node) => {
  const { from } = readImport(source, node);
  const children = childrenOf(node);
  const imported = children.slice(children.findIndex((child) => child.name === "import") + 1);
  const odd = imported.find((child) => child.name === (from ? "." : "("));
  if (odd) return { offset: odd.from, message: "Python cannot import this way.", hint: from ? FROM_HINT : undefined };
  if (from?.star && isNested(node)) {
    return { offset: node.from, message: `"import *" stands at the top level of a file only.` };
  }
  if (from?.module !== "__future__" || from.relative) return undefined;
  if (from.star) return { offset: node.from, message: `From "__future__", features are imported by name.` };
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
      first && statement.name === "ExpressionStatement" && isPlainString(source, statement.firstChild);
    const isFuture =
      statement.name === "ImportStatement" && readImport(source, statement).from?.module === "__future__";
    if (!isDocstring && !isFuture) return false;
    first = false;
  }
  return true;
}

function isPlainString(source: Parameters<Rule>[0], node: SyntaxNode | null): boolean {
  const parts = node?.name === "ContinuedString" ? childrenOf(node) : node ? [node] : [];
  return parts.length > 0 && parts.every((part) => part.name === "String" && !/^[^'"]*b/i.test(textOf(source, part)));
}
