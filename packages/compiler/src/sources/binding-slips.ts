import type { Node, NodePath, types } from "@babel/core";
import type { Place } from "@espalier/jsx/tree";
import { type Babel, withBabel } from "../modules/babel.ts";
import { parseFile } from "../modules/parse.ts";

/** A binding that is written as if it had a value, or as a template literal would take it. */
export interface BindingSlip {
  /** A condition stands before `&&`, `||`, `??`, `?`, after `!`, in `if`; a dollar before the braces: `Review ${…}`. */
  readonly kind: "condition" | "dollar";
  /** The binding as written. */
  readonly expression: string;
  /** Where the binding is, or the dollar. */
  readonly place: Place;
}

/** Every place in a file where a binding stands as a condition, or after a dollar in the text of JSX. */
export function findBindingSlips(file: string, text: string): BindingSlip[] {
  if (!text.includes("@espalier/jsx") || !/\bInput\b/.test(text)) return [];
  // Parsing takes a while, and a file that decides nothing and has no dollar need not be.
  if (!/&&|\|\||[?!$]|\bif\b/.test(text)) return [];
  return withBabel((babel) => findWith(babel, file, text));
}

function findWith(babel: Babel, file: string, text: string): BindingSlip[] {
  const tree = parseFile(babel, file, text);
  const found: BindingSlip[] = [];
  if (tree === null) return found;
  const written = ({ node: { start, end } }: NodePath): string =>
    text.slice(start ?? 0, end ?? 0).replaceAll(/\s+/g, " ");
  const check = (condition: NodePath): void => {
    const { loc } = condition.node;
    if (!isBinding(condition) || loc == null) return;
    const place = { file, line: loc.start.line, column: loc.start.column + 1 };
    found.push({ kind: "condition", expression: written(condition), place });
  };
  babel.traverse(tree, {
    LogicalExpression: (path) => check(path.get("left")),
    ConditionalExpression: (path) => check(path.get("test")),
    IfStatement: (path) => check(path.get("test")),
    UnaryExpression: (path) => {
      if (path.node.operator === "!") check(path.get("argument"));
    },
    JSXText: (path) => {
      const { loc } = path.node;
      const next = path.getNextSibling();
      if (loc == null || !isDollarLast(path.node) || !next.isJSXExpressionContainer()) return;
      const expression = next.get("expression");
      if (!isBinding(expression)) return;
      const place = { file, line: loc.end.line, column: loc.end.column };
      found.push({ kind: "dollar", expression: written(expression), place });
    },
  });
  return found;
}

/** Whether a text ends in a dollar that is written as such: `&#36;` and `{"$"}` are meant. */
function isDollarLast({ extra, value }: types.JSXText): boolean {
  return String(extra?.["raw"] ?? value).endsWith("$");
}

const SOURCES = ["messages", "previous", "item"];
const MOST_STEPS = 50;

/** Whether an expression is `Input.previous`, with any `.field(…)` after it, or a constant that is one. */
function isBinding(expression: NodePath<Node>, steps: number = 0): boolean {
  const path = unwrapped(expression);
  if (steps > MOST_STEPS) return false;
  if (path.isIdentifier()) {
    const declared = path.scope.getBinding(path.node.name);
    const value =
      declared?.constant === true && declared.path.isVariableDeclarator() ? declared.path.get("init") : null;
    return value?.node != null && isBinding(value as NodePath<Node>, steps + 1);
  }
  if (path.isCallExpression()) {
    const callee = path.get("callee");
    return callee.isMemberExpression() && nameOf(callee) === "field" && isBinding(callee.get("object"), steps + 1);
  }
  if (!path.isMemberExpression() || !SOURCES.includes(nameOf(path) ?? "")) return false;
  return path.get("object").referencesImport("@espalier/jsx", "Input");
}

function nameOf(member: NodePath<Extract<Node, { type: "MemberExpression" }>>): string | undefined {
  const { computed, property } = member.node;
  return !computed && property.type === "Identifier" ? property.name : undefined;
}

/** The expression inside parentheses and type assertions. */
function unwrapped(path: NodePath<Node>): NodePath<Node> {
  if (
    path.isParenthesizedExpression() ||
    path.isTSAsExpression() ||
    path.isTSNonNullExpression() ||
    path.isTSSatisfiesExpression()
  ) {
    return unwrapped(path.get("expression") as NodePath<Node>);
  }
  return path;
}
