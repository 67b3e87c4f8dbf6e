import { existsSync, statSync } from "node:fs";
import { isBuiltin } from "node:module";
import { dirname, resolve } from "node:path";
import type ts from "typescript";
import { loadTypeScript } from "../typescript/typescript.ts";
import { createOptionsFinder } from "./typescript-options.ts";

/** What an import of the author's own code refers to. */
export type Target =
  /** A file of the author's own, to be compiled. */
  | { readonly kind: "source"; readonly file: string }
  /** A module that Node has built in. */
  | { readonly kind: "builtin"; readonly name: string }
  /** Code of a package, to be found by Node's rules. */
  | { readonly kind: "package" }
  /** A relative import of something that is not there. */
  | { readonly kind: "missing" };

/** Finds what `specifier`, written in `importer`, refers to. Both the importer and the result are absolute files. */
export type Resolve = (specifier: string, importer: string) => Target;

/**
 * Resolves the imports of the author's own files as TypeScript does, so that path aliases and workspace packages that
 * consist of TypeScript source work without being built.
 */
export function createResolution(): Resolve {
  const typescript = loadTypeScript();
  const optionsOf = createOptionsFinder(typescript);
  return (specifier, importer) => {
    if (isBuiltin(specifier)) return { kind: "builtin", name: specifier };
    // One copy of the language, the author's, for everything that takes part.
    if (/^@espalier\/jsx(\/|$)/.test(specifier)) return { kind: "package" };
    const options = optionsOf(importer);
    const found = typescript.resolveModuleName(specifier, importer, options, typescript.sys).resolvedModule;
    const isPath = specifier.startsWith(".") || specifier.startsWith("/");
    return (
      (isPath ? pathTarget(specifier, importer, found) : bareTarget(found)) ?? { kind: isPath ? "missing" : "package" }
    );
  };
}

/** Whether a file is one of an installed package, not of the author's own. */
export function isInstalled(file: string): boolean {
  return /[\\/]node_modules[\\/]/.test(file);
}

/** Whether a file is one that the Babel preset compiles. */
export function isCompiled(file: string): boolean {
  return /\.(?:[mc]?[jt]s|[jt]sx)$/.test(file) && !isInstalled(file);
}

function pathTarget(specifier: string, importer: string, found: ts.ResolvedModuleFull | undefined): Target | undefined {
  const written = resolve(dirname(importer), specifier);
  const file = found === undefined || isDeclaration(found) ? runtimeFile(written, found) : found.resolvedFileName;
  return file === undefined ? undefined : { kind: "source", file };
}

/** A package's TypeScript, or anything that a path alias points to, is the author's own; the rest is left to Node. */
function bareTarget(found: ts.ResolvedModuleFull | undefined): Target | undefined {
  if (found === undefined || isDeclaration(found) || isInstalled(found.resolvedFileName)) return undefined;
  const isTypeScript = /\.[mc]?tsx?$/.test(found.resolvedFileName);
  if (!isTypeScript && found.isExternalLibraryImport === true) return undefined;
  return { kind: "source", file: found.resolvedFileName };
}

/** TypeScript prefers `x.d.ts` to `x.js`; what runs is the latter. */
function runtimeFile(written: string, found: ts.ResolvedModuleFull | undefined): string | undefined {
  if (isFile(written)) return written;
  const beside = found?.resolvedFileName.replace(/\.d\.([mc]?)ts$/, ".$1js");
  return beside !== undefined && isFile(beside) ? beside : undefined;
}

function isDeclaration(found: ts.ResolvedModuleFull): boolean {
  return /\.d\.([^./]+\.)?[mc]?ts$/.test(found.resolvedFileName);
}

function isFile(file: string): boolean {
  return existsSync(file) && statSync(file).isFile();
}
