import { readFileSync } from "node:fs";
import type { types } from "@babel/core";
import { parsePythonModule } from "../python/index.ts";
import { type Babel, withBabel } from "./babel.ts";
import { parseFile } from "./parse.ts";

/** The names at the top level of a file. */
export interface ModuleNames {
  /** Declared or imported, and there when the file runs. */
  readonly values: readonly string[];
  /** Interfaces, type aliases and what is imported or exported as a type. */
  readonly types: readonly string[];
  /** What another file can import as a value. */
  readonly exports: readonly string[];
  readonly imports: readonly ImportedName[];
}

/** A name that is imported as a value. */
export interface ImportedName {
  /** Its name where it comes from. */
  readonly name: string;
  readonly specifier: string;
}

/** Reads the names of a file, TypeScript, JavaScript or Python, for hints. A file that cannot be read has none. */
export function moduleNames(file: string): ModuleNames {
  const names: Names = { values: [], types: [], exports: [], imports: [] };
  const text = textOf(file);
  if (file.endsWith(".py")) return { ...names, exports: parsePythonModule(text, file).functions };
  return withBabel((babel) => {
    for (const statement of parseFile(babel, file, text)?.program.body ?? []) addStatement(babel, statement, names);
    return names;
  });
}

interface Names {
  readonly values: string[];
  readonly types: string[];
  readonly exports: string[];
  readonly imports: ImportedName[];
}

function addStatement(babel: Babel, statement: types.Statement, names: Names): void {
  switch (statement.type) {
    case "ImportDeclaration":
      return addImports(statement, names);
    case "TSInterfaceDeclaration":
    case "TSTypeAliasDeclaration":
      names.types.push(statement.id.name);
      return;
    case "ExportDefaultDeclaration":
      names.exports.push("default");
      return;
    case "ExportNamedDeclaration":
      return addExports(babel, statement, names);
    default:
      names.values.push(...declared(babel, statement));
  }
}

function addImports(statement: types.ImportDeclaration, names: Names): void {
  for (const specifier of statement.specifiers) {
    const isNamed = specifier.type === "ImportSpecifier";
    if (statement.importKind === "type" || (isNamed && specifier.importKind === "type")) {
      names.types.push(specifier.local.name);
      continue;
    }
    names.values.push(specifier.local.name);
    if (isNamed) names.imports.push({ name: nameOf(specifier.imported), specifier: statement.source.value });
  }
}

function addExports(babel: Babel, statement: types.ExportNamedDeclaration, names: Names): void {
  if (statement.declaration != null) {
    addStatement(babel, statement.declaration, names);
    names.exports.push(...declared(babel, statement.declaration));
  }
  for (const specifier of statement.specifiers) {
    const isType =
      statement.exportKind === "type" || (specifier.type === "ExportSpecifier" && specifier.exportKind === "type");
    (isType ? names.types : names.exports).push(nameOf(specifier.exported));
  }
}

function declared(babel: Babel, statement: types.Statement): string[] {
  return Object.keys(babel.types.getOuterBindingIdentifiers(statement));
}

function nameOf(name: types.Identifier | types.StringLiteral): string {
  return name.type === "Identifier" ? name.name : name.value;
}

function textOf(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return "";
  }
}
