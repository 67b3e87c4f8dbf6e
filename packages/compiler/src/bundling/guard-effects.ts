import type { NodePath, PluginObj, types } from "@babel/core";
import { exposedName } from "./expose-functions.ts";
import { isSandboxGlobal } from "./sandbox-globals.ts";
import { type Effects, effectsSpecifier, EVERYTHING } from "./kept-effects.ts";

type Types = typeof types;

/** What the pass must know of a module: which of its imports are the author's own files. */
export interface GuardOptions {
  readonly isOwn: (specifier: string) => boolean;
}

/**
 * Puts a condition before every statement at the top level of a module that is there for what it does, such as
 * `table.set("a", 1);` or `app.listen(80);`. A program says for each whether it needs it (see `keptEffects`), and Rollup
 * leaves out the others with all that only they use.
 */
export function guardEffects(options: GuardOptions): (api: { types: Types }) => PluginObj {
  return ({ types: t }) => ({
    name: "espalier-guard-effects",
    visitor: {
      Program: {
        exit(program, { file }) {
          const statements = program.get("body").filter(isEffect);
          // What a CommonJS module does is to fill `exports`.
          const isModule = program.get("body").some((statement) => statement.isModuleDeclaration());
          if (statements.length === 0 || !isModule || /\.c[jt]s$/.test(file.opts.filename ?? "")) return;
          program.scope.crawl();
          const specifier = effectsSpecifier(effectsOf(program, statements, options));
          const names = statements.map((_, index) => program.scope.generateUid(`keep${index}`));
          for (const [index, statement] of statements.entries())
            statement.replaceWith(t.ifStatement(t.identifier(names[index] as string), statement.node));
          const imported = names.map((name, index) =>
            t.importSpecifier(t.identifier(name), t.identifier(`keep${index}`)),
          );
          program.unshiftContainer("body", t.importDeclaration(imported, t.stringLiteral(specifier)));
        },
      },
    },
  });
}

function isEffect(statement: NodePath<types.Statement>): boolean {
  return statement.isStatement() && !statement.isDeclaration() && !statement.isEmptyStatement();
}

/** Which names of a module lead to which, and which each of its effects may change. */
function effectsOf(
  program: NodePath<types.Program>,
  statements: readonly NodePath<types.Statement>[],
  options: GuardOptions,
): Effects {
  const uses: Record<string, string[]> = {};
  const functions: string[] = [];
  const touched: string[][] = statements.map((statement) => (changesLanguage(statement) ? [EVERYTHING] : []));
  for (const [name, binding] of Object.entries(program.scope.bindings)) {
    const called = nameOf(name, binding.path, options);
    if (binding.constant && isFunction(binding.path)) functions.push(called);
    for (const reference of [...binding.referencePaths, ...binding.constantViolations]) {
      const owner = topStatement(reference);
      const index = statements.findIndex(({ node }) => node === owner?.node);
      if (index < 0) for (const user of declaredBy(owner, reference)) (uses[user] ??= []).push(called);
      // `f.cache = …` changes the function itself.
      else touched[index]?.push(called, ...(reference.parentPath?.isMemberExpression() === true ? [`${called}.`] : []));
    }
  }
  return { uses, functions, touched, exported: exportedNames(program) };
}

/** A name of a module; what comes from one other module is one, because that may change all of it. */
function nameOf(name: string, path: NodePath, options: GuardOptions): string {
  const declaration = path.parentPath;
  if (declaration?.isImportDeclaration() !== true) return name;
  const specifier = declaration.node.source.value;
  return `${options.isOwn(specifier) ? "own" : "package"} ${specifier}`;
}

function isFunction(path: NodePath): boolean {
  if (path.isFunctionDeclaration()) return true;
  const init = path.isVariableDeclarator() ? (path.get("init") as NodePath) : undefined;
  return init?.node != null && (init.isFunction() || init.isLiteral());
}

function topStatement(path: NodePath): NodePath | null {
  return path.findParent((parent) => parent.parentPath?.isProgram() === true);
}

/** The names that a top-level statement declares; of several variables, those of the one that the reference is in. */
function declaredBy(statement: NodePath | null, reference: NodePath): string[] {
  if (statement === null) return [];
  const names = Object.keys(statement.getBindingIdentifiers());
  if (statement.isExportDefaultDeclaration()) return ["default", ...names];
  const declarator = reference.findParent((path) => path.isVariableDeclarator() && isTopVariable(path, statement));
  return declarator === null ? names : Object.keys(declarator.getBindingIdentifiers());
}

function isTopVariable({ parentPath }: NodePath, statement: NodePath): boolean {
  const isExported = parentPath?.parentPath === statement && statement.isExportNamedDeclaration();
  return parentPath === statement || isExported;
}

function exportedNames(program: NodePath<types.Program>): string[] {
  return program.get("body").flatMap((statement) => {
    if (statement.isExportDefaultDeclaration()) return ["default"];
    if (!statement.isExportNamedDeclaration() || statement.node.source != null) return [];
    const specifiers = statement.node.specifiers.flatMap((specifier) => {
      if (specifier.type !== "ExportSpecifier") return [];
      const isOurs =
        specifier.exported.type === "Identifier" && specifier.exported.name === exposedName(specifier.local.name);
      return isOurs ? [] : [specifier.local.name];
    });
    return [...specifiers, ...Object.keys(statement.getBindingIdentifiers())];
  });
}

/** Whether a statement changes what everything can see: `Array.prototype.last = …`, `Object.assign(globalThis, …)`. */
function changesLanguage(statement: NodePath<types.Statement>): boolean {
  let found = false;
  statement.traverse({
    AssignmentExpression(path) {
      if (path.node.left.type === "MemberExpression") found ||= isOfLanguage(path.get("left") as NodePath);
    },
    CallExpression(path) {
      const [first] = path.get("arguments");
      const isDefinition = /^(?:Object|Reflect)$/.test(rootName(path.get("callee") as NodePath));
      if (isDefinition && first !== undefined) found ||= isOfLanguage(first);
    },
  });
  return found;
}

function isOfLanguage(path: NodePath): boolean {
  const name = rootName(path);
  return name !== "" && isSandboxGlobal(name) && !path.scope.hasBinding(name, true);
}

function rootName(path: NodePath): string {
  let root = path;
  while (root.isMemberExpression()) root = root.get("object") as NodePath;
  return root.isIdentifier() ? root.node.name : "";
}
