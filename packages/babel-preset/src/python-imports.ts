import { createRequire } from "node:module";
import { dirname, resolve } from "node:path";
import { addNamed } from "@babel/helper-module-imports";
import type { NodePath, PluginObj, PluginPass, types } from "@babel/core";
import { fileNameOf, insertAfterImports, placeProperties } from "./place.ts";

interface Options {
  readonly importSource: string;
}
type Types = typeof types;
type Program = NodePath<types.Program>;
type Specifier = types.ImportSpecifier | types.ExportSpecifier;

const REMEDY = `Name what you need: import { my_function } from`;

/**
 * `import { f as g } from "./x.py"` becomes `const g = python("/…/x.py", "f", { file, line, column })`, a reference that
 * `<Python run={g} />` takes. `export { f } from "./x.py"` likewise. Nothing is imported from the file when the module runs.
 */
export function pythonImports({ types: t }: { types: Types }, { importSource }: Options): PluginObj {
  return {
    name: "espalier-python-imports",
    visitor: {
      Program(program, pass) {
        const references = new References(t, program, pass, importSource);
        for (const statement of program.get("body")) {
          if (statement.isImportDeclaration()) rewriteImport(statement, references);
          else if (statement.isExportNamedDeclaration()) rewriteExport(t, statement, references);
          else if (statement.isExportAllDeclaration()) refuseExportAll(statement);
        }
        references.insert();
      },
      // Both spellings that Babel has for `import("./x.py")`.
      CallExpression(call) {
        if (call.node.callee.type === "Import") refuseDynamic(call, call.node.arguments[0]);
      },
      ImportExpression(dynamic) {
        refuseDynamic(dynamic, dynamic.node.source);
      },
    },
  };
}

function rewriteImport(statement: NodePath<types.ImportDeclaration>, references: References): void {
  const { node } = statement;
  if (!isPythonFile(node.source) || node.importKind === "type") return;
  if (node.specifiers.length === 0) {
    throw statement.buildCodeFrameError(
      `A Python file is not run when a workflow is built, so importing it for its effects does nothing. ${REMEDY} "${node.source.value}".`,
    );
  }
  for (const specifier of statement.get("specifiers")) {
    if (!specifier.isImportSpecifier()) {
      const kind = specifier.isImportDefaultSpecifier() ? "has no default export" : "cannot be imported as a whole";
      throw specifier.buildCodeFrameError(`A Python file ${kind}. ${REMEDY} "${node.source.value}".`);
    }
    if (specifier.node.importKind === "type") continue;
    references.add(specifier, specifier.node.local.name, node.source.value);
  }
  statement.remove();
}

function rewriteExport(t: Types, statement: NodePath<types.ExportNamedDeclaration>, references: References): void {
  const { node } = statement;
  if (node.source == null || !isPythonFile(node.source) || node.exportKind === "type") return;
  const exported: types.ExportSpecifier[] = [];
  for (const specifier of statement.get("specifiers")) {
    if (!specifier.isExportSpecifier()) {
      throw specifier.buildCodeFrameError(
        `A Python file cannot be exported as a whole. Name what you need: export { my_function } from "${node.source.value}".`,
      );
    }
    if (specifier.node.exportKind === "type") continue;
    const local = statement.scope.generateUidIdentifier(specifier.node.local.name);
    references.add(specifier, local.name, node.source.value);
    exported.push(t.exportSpecifier(local, specifier.node.exported));
  }
  if (exported.length === 0) statement.remove();
  else statement.replaceWith(t.exportNamedDeclaration(null, exported));
}

function refuseExportAll(statement: NodePath<types.ExportAllDeclaration>): void {
  const { source, exportKind } = statement.node;
  if (!isPythonFile(source) || exportKind === "type") return;
  throw statement.buildCodeFrameError(
    `A Python file cannot be exported as a whole. Name what you need: export { my_function } from "${source.value}".`,
  );
}

function refuseDynamic(call: NodePath, source: types.Node | undefined): void {
  if (source?.type !== "StringLiteral" || !isPythonFile(source)) return;
  throw call.buildCodeFrameError(
    `A Python file cannot be imported while the module runs. Write at the top of the file: import { my_function } from "${source.value}".`,
  );
}

function isPythonFile(source: types.StringLiteral): boolean {
  return source.value.endsWith(".py");
}

/** The references of one module, collected and then put where no statement comes before them. */
class References {
  readonly #statements: types.Statement[] = [];
  #callee: types.Identifier | undefined;
  readonly #t: Types;
  readonly #program: Program;
  readonly #pass: PluginPass;
  readonly #importSource: string;

  constructor(t: Types, program: Program, pass: PluginPass, importSource: string) {
    this.#t = t;
    this.#program = program;
    this.#pass = pass;
    this.#importSource = importSource;
  }

  /** Makes `const <local> = python(<file>, <name>, <place>)` for one specifier. */
  add(specifier: NodePath<Specifier>, local: string, source: string): void {
    const t = this.#t;
    const name = importedName(specifier.node);
    if (name === "default") {
      throw specifier.buildCodeFrameError(`A Python file has no default export. ${REMEDY} "${source}".`);
    }
    const file = fileNameOf(this.#pass);
    const place = t.objectExpression(placeProperties(t, file, specifier.node));
    const target = t.stringLiteral(locate(specifier, file, source));
    // The import is added before the old one goes, at a place that is still there.
    this.#callee ??= addNamed(this.#program, "python", this.#importSource, {
      importedInterop: "uncompiled",
      importPosition: "after",
    });
    const call = t.callExpression(t.cloneNode(this.#callee), [target, t.stringLiteral(name), place]);
    this.#statements.push(t.variableDeclaration("const", [t.variableDeclarator(t.identifier(local), call)]));
  }

  insert(): void {
    if (this.#statements.length === 0) return;
    insertAfterImports(this.#program, this.#statements);
    // The names were imports and are constants now: later plugins ask the scope about them.
    this.#program.scope.crawl();
  }
}

function importedName(specifier: Specifier): string {
  const name = specifier.type === "ImportSpecifier" ? specifier.imported : specifier.local;
  return name.type === "Identifier" ? name.name : (name as types.StringLiteral).value;
}

/** The absolute name of the file that is imported; one inside a package is found as Node finds it. */
function locate(specifier: NodePath, from: string, source: string): string {
  if (source.startsWith(".") || source.startsWith("/")) return resolve(dirname(from), source);
  try {
    return createRequire(from).resolve(source);
  } catch {
    throw specifier.buildCodeFrameError(
      `"${source}" cannot be found. Write where the Python file is, starting with "./" or "../".`,
    );
  }
}
