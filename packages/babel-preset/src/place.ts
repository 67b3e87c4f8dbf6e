import type { NodePath, PluginPass, types } from "@babel/core";

type Types = typeof types;

/** The name of the file being compiled. (Babel refuses to run a preset like ours without one.) */
export function fileNameOf(pass: PluginPass): string {
  return pass.filename ?? "";
}

/** Where a node starts, as the properties `file`, `line`, `column`; line and column start at 1. */
export function placeProperties(t: Types, file: string, node: types.Node): types.ObjectProperty[] {
  const start = node.loc?.start;
  return [
    t.objectProperty(t.identifier("file"), t.stringLiteral(file)),
    t.objectProperty(t.identifier("line"), t.numericLiteral(start?.line ?? 1)),
    t.objectProperty(t.identifier("column"), t.numericLiteral((start?.column ?? 0) + 1)),
  ];
}

/** The first statement of a module that runs: everything before it is imports, which run before the module itself. */
export function firstStatement(program: NodePath<types.Program>): NodePath<types.Statement> | undefined {
  return program.get("body").find((statement) => !statement.isImportDeclaration());
}

/** Puts statements after the imports and before everything that runs. */
export function insertAfterImports(program: NodePath<types.Program>, statements: types.Statement[]): void {
  if (statements.length === 0) return;
  const first = firstStatement(program);
  if (first === undefined) program.pushContainer("body", statements);
  else first.insertBefore(statements);
}
