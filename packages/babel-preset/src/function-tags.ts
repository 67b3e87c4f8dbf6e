import type { NodePath, PluginObj, PluginPass, types } from "@babel/core";
import { fileNameOf, insertAfterImports, placeProperties } from "./place.ts";

type Types = typeof types;
type Program = NodePath<types.Program>;

/** One module while its functions are tagged. */
interface Module {
  readonly t: Types;
  readonly program: Program;
  readonly pass: PluginPass;
  /** The tags of declarations, which go before everything that runs. */
  readonly hoisted: types.Statement[];
}

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
        const module: Module = { t, program, pass, hoisted: [] };
        for (const statement of program.get("body")) tagStatement(module, statement);
        insertAfterImports(program, module.hoisted);
      },
    },
  };
}

function tagStatement(module: Module, statement: NodePath<types.Statement>): void {
  if (statement.isExportDefaultDeclaration()) {
    tagDefault(module, statement);
    return;
  }
  const declaration = statement.isExportNamedDeclaration() ? statement.get("declaration") : statement;
  if (declaration.isFunctionDeclaration()) {
    const { id } = declaration.node;
    if (id != null && isNeverReassigned(module, id.name)) module.hoisted.push(tag(module, id.name, id.name, id));
  } else if (declaration.isVariableDeclaration()) {
    const tags = declaration.node.declarations.flatMap(({ id, init }) => {
      if (id.type !== "Identifier" || !isFunction(init) || !isNeverReassigned(module, id.name)) return [];
      return [tag(module, id.name, id.name, id)];
    });
    if (tags.length > 0) statement.insertAfter(tags);
  }
}

function tagDefault(module: Module, statement: NodePath<types.ExportDefaultDeclaration>): void {
  const { declaration } = statement.node;
  if (declaration.type === "FunctionDeclaration") {
    const { id } = declaration;
    if (id == null) {
      declaration.id = module.program.scope.generateUidIdentifier("default");
      module.hoisted.push(...tagNameless(module, declaration.id.name, declaration));
    } else if (isNeverReassigned(module, id.name)) {
      module.hoisted.push(tag(module, id.name, id.name, id));
    }
  } else if (isFunction(declaration)) {
    const { t } = module;
    const id = module.program.scope.generateUidIdentifier("default");
    const held = t.variableDeclaration("const", [t.variableDeclarator(id, declaration as types.Expression)]);
    const exported = t.exportNamedDeclaration(null, [t.exportSpecifier(t.cloneNode(id), t.identifier("default"))]);
    const tags = tagNameless(module, id.name, declaration);
    statement.replaceWithMultiple([t.inherits(held, statement.node), ...tags, exported]);
  }
}

/** A default export without a name is held under one that we made up; to everybody it stays "default". */
function tagNameless(module: Module, local: string, where: types.Node): types.Statement[] {
  return [tag(module, local, "default", where), define(module, local, "name", module.t.stringLiteral("default"))];
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
function isNeverReassigned({ program }: Module, name: string): boolean {
  return program.scope.getOwnBinding(name)?.constant === true;
}

function tag(module: Module, local: string, name: string, where: types.Node): types.Statement {
  const { t, pass } = module;
  const value = t.objectExpression([
    t.objectProperty(t.identifier("kind"), t.stringLiteral("function")),
    t.objectProperty(t.identifier("name"), t.stringLiteral(name)),
    ...placeProperties(t, fileNameOf(pass), where),
  ]);
  return define(module, local, "~espalier", value);
}

/** `Reflect.defineProperty` gives false for a frozen function where `Object.defineProperty` throws. */
function define({ t, program }: Module, local: string, property: string, value: types.Expression): types.Statement {
  const reflect = program.scope.hasBinding("Reflect", true)
    ? t.memberExpression(t.identifier("globalThis"), t.identifier("Reflect"))
    : t.identifier("Reflect");
  const descriptor = t.objectExpression([
    t.objectProperty(t.identifier("value"), value),
    t.objectProperty(t.identifier("configurable"), t.booleanLiteral(true)),
  ]);
  const callee = t.memberExpression(reflect, t.identifier("defineProperty"));
  return t.expressionStatement(t.callExpression(callee, [t.identifier(local), t.stringLiteral(property), descriptor]));
}
