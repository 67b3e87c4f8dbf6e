import type { Place } from "@espalier/jsx/tree";
import type ts from "typescript";
import { loadTypeScript } from "../typescript/typescript.ts";

/** A binding that is used as if it had a value. */
export interface BindingCondition {
  /** As written. */
  readonly expression: string;
  readonly place: Place;
}

/** Every place in a file where a binding stands as a condition: before `&&`, `||`, `??`, `?`, after `!`, in `if`. */
export function findBindingConditions(file: string, text: string): BindingCondition[] {
  if (!/\bInput\b/.test(text)) return [];
  const typescript = loadTypeScript();
  const source = typescript.createSourceFile(
    file,
    text,
    typescript.ScriptTarget.Latest,
    true,
    kindOf(typescript, file),
  );
  const names = readNames(typescript, source);
  const found: BindingCondition[] = [];
  const visit = (node: ts.Node): void => {
    const condition = conditionOf(typescript, node);
    if (condition !== undefined && isBinding(typescript, condition, names)) {
      const start = condition.getStart(source);
      const { line, character } = source.getLineAndCharacterOfPosition(start);
      const place = { file, line: line + 1, column: character + 1 };
      found.push({ expression: condition.getText(source).replaceAll(/\s+/g, " "), place });
    }
    typescript.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function kindOf(typescript: typeof ts, file: string): ts.ScriptKind {
  return /\.[mc]?ts$/.test(file) ? typescript.ScriptKind.TS : typescript.ScriptKind.TSX;
}

/** What a file calls `Input`, and the constants that hold a binding. */
interface Names {
  readonly input: ReadonlySet<string>;
  /** Initial values of constants whose name is declared once in the file. */
  readonly constants: ReadonlyMap<string, ts.Expression>;
}

function readNames(typescript: typeof ts, source: ts.SourceFile): Names {
  const input = new Set<string>();
  const constants = new Map<string, ts.Expression>();
  const declared = new Map<string, number>();
  const visit = (node: ts.Node): void => {
    if (typescript.isImportDeclaration(node)) for (const name of importedInput(typescript, node)) input.add(name);
    if (
      (typescript.isVariableDeclaration(node) || typescript.isParameter(node)) &&
      typescript.isIdentifier(node.name)
    ) {
      const name = node.name.text;
      declared.set(name, (declared.get(name) ?? 0) + 1);
      const isConstant = (node.parent.flags & typescript.NodeFlags.Const) !== 0;
      if (isConstant && node.initializer !== undefined) constants.set(name, node.initializer);
    }
    typescript.forEachChild(node, visit);
  };
  visit(source);
  for (const [name, count] of declared) if (count > 1) constants.delete(name);
  return { input, constants };
}

function importedInput(typescript: typeof ts, { moduleSpecifier, importClause }: ts.ImportDeclaration): string[] {
  const bindings = importClause?.namedBindings;
  if (!typescript.isStringLiteral(moduleSpecifier) || moduleSpecifier.text !== "@espalier/jsx") return [];
  if (bindings === undefined || !typescript.isNamedImports(bindings)) return [];
  const named = bindings.elements.filter((element) => (element.propertyName ?? element.name).text === "Input");
  return named.map((element) => element.name.text);
}

/** The expression that decides, in a node that is decided by one. */
function conditionOf(typescript: typeof ts, node: ts.Node): ts.Expression | undefined {
  if (typescript.isConditionalExpression(node)) return node.condition;
  if (typescript.isIfStatement(node)) return node.expression;
  if (typescript.isPrefixUnaryExpression(node)) {
    return node.operator === typescript.SyntaxKind.ExclamationToken ? node.operand : undefined;
  }
  if (!typescript.isBinaryExpression(node)) return undefined;
  const { AmpersandAmpersandToken, BarBarToken, QuestionQuestionToken } = typescript.SyntaxKind;
  const decides = [AmpersandAmpersandToken, BarBarToken, QuestionQuestionToken];
  return decides.some((kind) => kind === node.operatorToken.kind) ? node.left : undefined;
}

const SOURCES = ["messages", "previous", "item"];

/** Whether an expression is `Input.previous`, with any `.field(…)` after it, or a constant that is one. */
function isBinding(typescript: typeof ts, expression: ts.Expression, names: Names, depth: number = 0): boolean {
  const inner = unwrap(typescript, expression);
  if (depth > 20) return false;
  if (typescript.isIdentifier(inner)) {
    const value = names.constants.get(inner.text);
    return value !== undefined && isBinding(typescript, value, names, depth + 1);
  }
  if (typescript.isCallExpression(inner)) {
    const { expression: callee } = inner;
    if (!typescript.isPropertyAccessExpression(callee) || callee.name.text !== "field") return false;
    return isBinding(typescript, callee.expression, names, depth + 1);
  }
  if (!typescript.isPropertyAccessExpression(inner) || !SOURCES.includes(inner.name.text)) return false;
  return typescript.isIdentifier(inner.expression) && names.input.has(inner.expression.text);
}

function unwrap(typescript: typeof ts, expression: ts.Expression): ts.Expression {
  let inner = expression;
  while (
    typescript.isParenthesizedExpression(inner) ||
    typescript.isAsExpression(inner) ||
    typescript.isNonNullExpression(inner) ||
    typescript.isSatisfiesExpression(inner)
  ) {
    inner = inner.expression;
  }
  return inner;
}
