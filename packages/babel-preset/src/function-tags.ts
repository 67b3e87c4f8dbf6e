import type { NodePath, PluginObj, PluginPass, types } from "@babel/core";
import { fileNameOf, insertAfterImports, placeProperties } from "./place.ts";

type Types = typeof types;
type Program = NodePath<types.Program>;

/**
 * Says on every top-level function where it comes from: `fn["~espalier"] = { kind, file, name, line, column }`. Line and
 * column are those of the name. The tag is all that the compiler needs to find the function's types and text again.
 *
 * Declarations are tagged before anything in the module runs, since they can be used before they are written;
 * functions held by a `const` right after their statement.
 */
export function functionTags({ types: t }: { types: Types }): PluginObj {
  return {
    name: "espalier-function-tags",
    visitor: {
      Program(program, pass) {
        const hoisted: types.Statement[] = [];
        for (const statement of program.get("body")) tagStatement(t, program, statement, pass, hoisted);
        insertAfterImports(program, hoisted);
      },
    },
  };
}

function tagStatement(
  t: Types,
  program: Program,
  statement: NodePath<types.Statement>,
  pass: PluginPass,
  hoisted: types.Statement[],
): void {
  if (statement.isExportDefaultDeclaration()) {
    tagDefault(t, program, statement, pass, hoisted);
    return;
  }
  const declaration = statement.isExportNamedDeclaration() ? statement.get("declaration") : statement;
  if (declaration.isFunctionDeclaration()) {
    const { id } = declaration.node;
    if (id != null && isNeverReassigned(program, id.name)) hoisted.push(tag(t, statement, pass, id.name, id.name, id));
  } else if (declaration.isVariableDeclaration()) {
    const tags = declaration.get("declarations").flatMap(({ node: { id, init } }) => {
      if (id.type !== "Identifier" || !isFunction(init) || !isNeverReassigned(program, id.name)) return [];
      return [tag(t, statement, pass, id.name, id.name, id)];
    });
    if (tags.length > 0) statement.insertAfter(tags);
  }
}

/** A default export that has no name of its own gets one here, and "default" as the name in its tag. */
function tagDefault(
  t: Types,
  program: Program,
  statement: NodePath<types.ExportDefaultDeclaration>,
  pass: PluginPass,
  hoisted: types.Statement[],
): void {
  const { declaration } = statement.node;
  if (declaration.type === "FunctionDeclaration") {
    const name = declaration.id ?? (declaration.id = program.scope.generateUidIdentifier("default"));
    const tagged = name.loc == null ? "default" : name.name;
    if (tagged === "default" || isNeverReassigned(program, name.name)) {
      hoisted.push(tag(t, statement, pass, name.name, tagged, name.loc == null ? declaration : name));
    }
  } else if (isFunction(declaration)) {
    const id = program.scope.generateUidIdentifier("default");
    const held = t.variableDeclaration("const", [t.variableDeclarator(id, declaration as types.Expression)]);
    const exported = t.exportNamedDeclaration(null, [t.exportSpecifier(t.cloneNode(id), t.identifier("default"))]);
    const tagged = tag(t, statement, pass, id.name, "default", declaration);
    statement.replaceWithMultiple([t.inherits(held, statement.node), tagged, exported]);
  }
}

/** Whether an initial value is written as a function, whatever types are asserted around it. */
function isFunction(node: types.Node | null | undefined): boolean {
  switch (node?.type) {
    case "ArrowFunctionExpression":
    case "FunctionExpression":
      return true;
    case "TSAsExpression":
    case "TSSatisfiesExpression":
    case "TSNonNullExpression":
    case "TSTypeAssertion":
    case "ParenthesizedExpression":
      return isFunction(node.expression);
    default:
      return false;
  }
}

/** A reassigned name would say of another function what was true of the first. */
function isNeverReassigned(program: Program, name: string): boolean {
  return program.scope.getOwnBinding(name)?.constant === true;
}

/** `Reflect.defineProperty` gives false for a frozen function where `Object.defineProperty` throws. */
function tag(
  t: Types,
  statement: NodePath,
  pass: PluginPass,
  local: string,
  name: string,
  where: types.Node,
): types.Statement {
  const reflect = statement.scope.hasBinding("Reflect", true)
    ? t.memberExpression(t.identifier("globalThis"), t.identifier("Reflect"))
    : t.identifier("Reflect");
  const [file, ...position] = placeProperties(t, fileNameOf(pass), where);
  const value = t.objectExpression([
    t.objectProperty(t.identifier("kind"), t.stringLiteral("function")),
    ...(file === undefined ? [] : [file]),
    t.objectProperty(t.identifier("name"), t.stringLiteral(name)),
    ...position,
  ]);
  const descriptor = t.objectExpression([
    t.objectProperty(t.identifier("value"), value),
    t.objectProperty(t.identifier("configurable"), t.booleanLiteral(true)),
  ]);
  return t.expressionStatement(
    t.callExpression(t.memberExpression(reflect, t.identifier("defineProperty")), [
      t.identifier(local),
      t.stringLiteral("~espalier"),
      descriptor,
    ]),
  );
}
