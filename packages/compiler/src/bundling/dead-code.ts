import type { NodePath, types } from "@babel/core";
import { constantValue, globalName } from "./global-object.ts";
import { isHostGlobal, isSandboxGlobal } from "./sandbox-globals.ts";

/** A value that is known before the program runs. */
interface Known {
  readonly value: unknown;
}

/**
 * The parts of a statement or expression that never run, because they ask for a global that programs do not have:
 * `typeof process === "undefined" ? "" : process.env.HOME`.
 */
export function deadParts(path: NodePath): readonly (types.Node | null | undefined)[] {
  if (path.isIfStatement() || path.isConditionalExpression()) {
    const test = truthOf(path.get("test") as NodePath);
    if (test === undefined) return [];
    return [test ? path.node.alternate : path.node.consequent];
  }
  if (path.isLogicalExpression()) return isDecided(path) ? [path.node.right] : [];
  if (path.isOptionalMemberExpression() || path.isOptionalCallExpression()) return skippedByQuestion(path);
  return path.isBlockStatement() || path.isProgram() ? afterExit(path) : [];
}

/** `globalThis.process?.[key(x)]`: what comes after the question mark does not run. */
function skippedByQuestion(
  path: NodePath<types.OptionalMemberExpression | types.OptionalCallExpression>,
): readonly types.Node[] {
  const from = path.isOptionalMemberExpression() ? "object" : "callee";
  const known = valueOf(path.get(from) as NodePath);
  if (known === undefined || known.value != null) return [];
  return path.node.type === "OptionalMemberExpression" ? [path.node.property] : path.node.arguments;
}

/** Whether the right side of `&&`, `||` or `??` is never asked for. */
function isDecided(path: NodePath<types.LogicalExpression>): boolean {
  const { operator } = path.node;
  if (operator !== "??") return truthOf(path.get("left")) === (operator === "||");
  const left = valueOf(path.get("left"));
  return left !== undefined && left.value != null;
}

/** What stands behind `if (typeof process === "undefined") return;`. Functions there are declared all the same. */
function afterExit(block: NodePath<types.BlockStatement | types.Program>): readonly types.Node[] {
  const statements = block.get("body");
  const exit = statements.findIndex(
    (statement) =>
      statement.isIfStatement() && truthOf(statement.get("test")) === true && leaves(statement.node.consequent),
  );
  if (exit < 0) return [];
  return statements.slice(exit + 1).flatMap(({ node }) => (node.type === "FunctionDeclaration" ? [] : [node]));
}

function leaves(node: types.Statement): boolean {
  const last = node.type === "BlockStatement" ? node.body.at(-1) : node;
  return last?.type === "ReturnStatement" || last?.type === "ThrowStatement";
}

/** Whether a condition holds, where that is known. */
function truthOf(path: NodePath): boolean | undefined {
  if (path.isUnaryExpression({ operator: "!" })) {
    const truth = truthOf(path.get("argument") as NodePath);
    return truth === undefined ? undefined : !truth;
  }
  if (path.isLogicalExpression() && path.node.operator !== "??") {
    // One side that settles it is enough: `ready && typeof process !== "undefined"`.
    const settles = path.node.operator === "||";
    const sides = [truthOf(path.get("left")), truthOf(path.get("right"))];
    if (sides.includes(settles)) return settles;
    return sides.includes(undefined) ? undefined : !settles;
  }
  const constant = path.isIdentifier() ? constantValue(path) : undefined;
  if (constant !== undefined) return truthOf(constant);
  const known = valueOf(path);
  return known === undefined ? undefined : Boolean(known.value);
}

function valueOf(path: NodePath): Known | undefined {
  if (path.isStringLiteral() || path.isNumericLiteral() || path.isBooleanLiteral()) return { value: path.node.value };
  if (path.isNullLiteral()) return { value: null };
  if (path.isUnaryExpression()) return valueOfUnary(path);
  if (path.isBinaryExpression()) return valueOfComparison(path);
  if (path.isIdentifier()) {
    if (globalName(path) === "undefined") return { value: undefined };
    const constant = constantValue(path);
    return constant === undefined ? undefined : valueOf(constant);
  }
  if (path.isOptionalMemberExpression()) {
    const object = valueOf(path.get("object"));
    if (object !== undefined && object.value == null) return { value: undefined };
  }
  return isLacking(path) ? { value: undefined } : undefined;
}

function valueOfUnary(path: NodePath<types.UnaryExpression>): Known | undefined {
  const argument = path.get("argument");
  switch (path.node.operator) {
    case "typeof":
      return isLacking(argument) ? { value: "undefined" } : undefined;
    case "void":
      return { value: undefined };
    case "!": {
      const truth = truthOf(argument);
      return truth === undefined ? undefined : { value: !truth };
    }
    default:
      return undefined;
  }
}

function valueOfComparison(path: NodePath<types.BinaryExpression>): Known | undefined {
  const { operator } = path.node;
  const [left, right] = [valueOf(path.get("left")), valueOf(path.get("right"))];
  if (operator === "in") {
    const isThere = typeof left?.value !== "string" || !isHostGlobal(left.value);
    return !isThere && globalName(path.get("right")) === "globalThis" ? { value: false } : undefined;
  }
  if (left === undefined || right === undefined) return undefined;
  const isSame = left.value === right.value || (operator.length === 2 && left.value == null && right.value == null);
  if (operator === "===" || operator === "==") return { value: isSame };
  return operator === "!==" || operator === "!=" ? { value: !isSame } : undefined;
}

/** Whether an expression names a global that programs do not have; a package may have put others there itself. */
function isLacking(path: NodePath): boolean {
  const name = globalName(path);
  return name !== "" && (path.isIdentifier() ? !isSandboxGlobal(name) : isHostGlobal(name));
}
