import { isAbsolute } from "node:path";
import type { Plugin, PluginContext } from "rollup";
import type { Finding } from "../finding.ts";
import { babelFinding } from "../modules/babel-finding.ts";
import type { CompileModule } from "../modules/compile-module.ts";
import { isCompiled, type Resolve } from "../modules/resolution.ts";
import type { TransformCache } from "../modules/transform-cache.ts";
import { annotatePure } from "./annotate-pure.ts";
import { exposedName, exposeFunctions } from "./expose-functions.ts";

const ENTRY = "\0espalier-program";

/** What `import.meta` becomes, to be found again in what is left of the module. */
export const IMPORT_META = "__espalier_import_meta__";

/** One import, as it was written. */
export interface ImportEdge {
  readonly specifier: string;
  readonly importer: string;
}

/** What becomes known while a program is put together. */
export interface ProgramRecord {
  /** Who imports a module, by the module's id. */
  readonly importers: Map<string, ImportEdge[]>;
  /** Imports that lead nowhere, by what was written. */
  readonly missing: Set<string>;
  /** Files that cannot be compiled. */
  readonly findings: Finding[];
}

/** What all the programs of one call share. */
export interface ProgramContext {
  readonly resolve: Resolve;
  readonly compile: CompileModule;
  readonly cache: TransformCache;
}

/**
 * The Rollup plugin that gives one function of one file as a module, compiled without places and tags, so that the
 * output is the same on every machine. What cannot be in a program stays outside, to be reported if it is still there
 * after everything unused is gone.
 */
export function programPlugin(file: string, name: string, context: ProgramContext, record: ProgramRecord): Plugin {
  const outside = (id: string) => ({ id, external: true, moduleSideEffects: false }) as const;
  const note = (id: string, specifier: string, importer: string): void => {
    // Plugins ask again with the file that they have found; what the author wrote is known by then.
    if (isAbsolute(specifier)) return;
    const edge = { specifier, importer: fileOf(importer) };
    record.importers.set(fileOf(id), [...(record.importers.get(fileOf(id)) ?? []), edge]);
  };
  return {
    name: "espalier-program",
    async resolveId(specifier, importer) {
      if (specifier === ENTRY || importer === undefined) return ENTRY;
      if (importer === ENTRY) return file;
      if (specifier.startsWith("\0")) return null;
      const found = await find(this, specifier, importer, context.resolve);
      if (found === undefined) {
        record.missing.add(specifier);
        note(specifier, specifier, importer);
        return outside(specifier);
      }
      note(found.id, specifier, importer);
      return found.external ? outside(found.id) : found.id;
    },
    resolveDynamicImport(specifier) {
      return typeof specifier === "string" ? { id: specifier, external: true } : null;
    },
    load(id) {
      if (id !== ENTRY) return null;
      const exported = name === "default" ? "default" : exposedName(name);
      return `export { ${exported} as default } from "espalier:program";`;
    },
    async transform(text, id) {
      if (!isCompiled(id)) return null;
      try {
        return await context.cache.get({ file: id, text, purpose: "program" }, () => compile(id, text, context));
      } catch (error) {
        record.findings.push(babelFinding("load-failed", id, error));
        return { code: "", map: null };
      }
    },
    resolveImportMeta: () => IMPORT_META,
  };
}

/** The file behind a name that a plugin of Rollup's made up: `\0/project/a.js?commonjs-module`. */
export function fileOf(id: string): string {
  return id.replace(/^\0|\?.*$/g, "");
}

function compile(file: string, text: string, context: ProgramContext) {
  const isOwn = (specifier: string): boolean => context.resolve(specifier, file).kind === "source";
  return context.compile(file, text, {
    preset: { development: false, provenance: false },
    plugins: [exposeFunctions, annotatePure({ isOwn })],
    dropComments: true,
  });
}

/** What an import refers to: by TypeScript's rules in the author's own files, by Node's in packages. */
async function find(
  rollup: PluginContext,
  specifier: string,
  importer: string,
  resolve: Resolve,
): Promise<{ id: string; external: boolean } | undefined> {
  const target = resolve(specifier, fileOf(importer));
  if (target.kind === "builtin") return { id: target.name, external: true };
  if (isCompiled(importer)) {
    if (target.kind === "source") return { id: target.file, external: false };
    if (target.kind === "missing") return undefined;
  }
  const found = await rollup.resolve(specifier, importer, { skipSelf: true });
  return found === null ? undefined : { id: found.id, external: found.external !== false };
}
