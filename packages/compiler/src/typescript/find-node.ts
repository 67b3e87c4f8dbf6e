import type { Place } from "@espalier/jsx";
import type ts from "typescript";
import { offsetOf } from "./places.ts";
import type { TypeScript } from "./typescript.ts";

/** A top-level function: where its name stands, and the function itself. */
export interface FoundFunction {
  readonly name: ts.Node;
  readonly node: ts.FunctionDeclaration | ts.FunctionExpression | ts.ArrowFunction;
  /** The variable that holds it, when it is no declaration. */
  readonly variable: ts.VariableDeclaration | undefined;
}

/** The function that a top-level name is bound to; `default` is the default export without a name of its own. */
export function findFunction(ts: TypeScript, file: ts.SourceFile, name: string): FoundFunction | undefined {
  for (const statement of file.statements) {
    const found = functionIn(ts, statement, name);
    if (found !== undefined) return found;
  }
  return undefined;
}

function functionIn(ts: TypeScript, statement: ts.Statement, name: string): FoundFunction | undefined {
  if (ts.isFunctionDeclaration(statement)) {
    const isNamed = (statement.name?.text ?? "default") === name;
    return isNamed && statement.body
      ? { name: statement.name ?? statement, node: statement, variable: undefined }
      : undefined;
  }
  if (ts.isExportAssignment(statement) && name === "default") {
    const node = functionOf(ts, statement.expression);
    return node && { name: node, node, variable: undefined };
  }
  if (!ts.isVariableStatement(statement)) return undefined;
  const variable = statement.declarationList.declarations.find(
    (one) => ts.isIdentifier(one.name) && one.name.text === name,
  );
  const node = variable?.initializer && functionOf(ts, variable.initializer);
  return variable && node && { name: variable.name, node, variable };
}

/** The function that is written in an expression, whatever types are asserted around it. */
function functionOf(ts: TypeScript, expression: ts.Expression): FoundFunction["node"] | undefined {
  let inner = expression;
  while (isAround(ts, inner)) inner = inner.expression;
  return ts.isArrowFunction(inner) || ts.isFunctionExpression(inner) ? inner : undefined;
}

type Wrapper = ts.ParenthesizedExpression | ts.AssertionExpression | ts.SatisfiesExpression | ts.NonNullExpression;

function isAround(ts: TypeScript, node: ts.Expression): node is Wrapper {
  return (
    ts.isParenthesizedExpression(node) ||
    ts.isAssertionExpression(node) ||
    ts.isSatisfiesExpression(node) ||
    ts.isNonNullExpression(node)
  );
}

/** The call `schema<T>()` that starts at a place. Of calls that start at one place it is the innermost. */
export function findCall(ts: TypeScript, file: ts.SourceFile, place: Place): ts.CallExpression | undefined {
  const found = callAt(ts, file, offsetOf(file, place));
  if (found !== undefined || place.line > 1) return found;
  // Babel counts a byte order mark as a column of the first line when it is given one; TypeScript never sees it.
  return callAt(ts, file, offsetOf(file, { ...place, column: place.column - 1 }));
}

function callAt(ts: TypeScript, file: ts.SourceFile, start: number | undefined): ts.CallExpression | undefined {
  if (start === undefined) return undefined;
  const around = (child: ts.Node): ts.Node | undefined => (child.pos <= start && start < child.end ? child : undefined);
  let found: ts.CallExpression | undefined;
  for (let node: ts.Node | undefined = file; node !== undefined; node = ts.forEachChild(node, around)) {
    if (ts.isCallExpression(node) && node.getStart(file) === start) found = node;
  }
  return found;
}
