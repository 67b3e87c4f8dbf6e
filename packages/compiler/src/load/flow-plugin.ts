import { readFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { Plugin } from "rollup";
import type { Finding } from "../finding.ts";
import { babelFinding } from "../modules/babel-finding.ts";
import { type CompileModule, createModuleCompiler } from "../modules/compile-module.ts";
import { importPlace } from "../modules/import-place.ts";
import { missingModuleHint } from "../modules/missing-module.ts";
import { createResolution, isCompiled, type Resolve } from "../modules/resolution.ts";
import type { TransformCache } from "../modules/transform-cache.ts";

const ENTRY = "\0espalier-flow ";

/** The module that gives a flow's exports as one object, so that an export named `then` is nothing special. */
export function entryOf(file: string): string {
  return ENTRY + file;
}

/** An import of a package by a file of the author's. */
export interface PackageImport {
  /** The address that the package is imported from. */
  readonly id: string;
  readonly specifier: string;
  readonly importer: string;
}

/** What becomes known while flows are put together. */
export interface FlowRecord {
  /** What is wrong; empty when all is well. */
  readonly findings: Finding[];
  /** Where packages were imported. */
  readonly packages: PackageImport[];
  /** Told every file that an importer means, read or looked for in vain. */
  note(file: string, importer: string): void;
}

/**
 * The Rollup plugin that reads an author's own files. Packages and Node's own modules stay outside and
 * are imported by their full address, so that the modules can lie anywhere.
 */
export function flowPlugin(cache: TransformCache, record: FlowRecord): Plugin {
  let resolveOwn: Resolve;
  let compile: CompileModule;
  const missing = (specifier: string, importer: string): void => {
    if (specifier.startsWith(".")) record.note(resolve(dirname(importer), specifier), importer);
    const place = importPlace(importer, readFileSync(importer, "utf8"), specifier);
    const message = `"${specifier}" cannot be found.`;
    record.findings.push({ code: "load-failed", message, hint: missingModuleHint(specifier, importer), place });
  };
  const notCode = (specifier: string, importer: string): void => {
    record.findings.push({
      code: "load-failed",
      message: `"${specifier}" is neither code nor JSON, so it cannot be imported.`,
      hint: `Read it: readFileSync(new URL("${specifier}", import.meta.url), "utf8").`,
      place: importPlace(importer, readFileSync(importer, "utf8"), specifier),
    });
  };
  return {
    name: "espalier-flow",
    async buildStart() {
      resolveOwn = createResolution();
      compile = await createModuleCompiler();
    },
    async resolveId(specifier, importer) {
      if (importer === undefined || importer.startsWith(ENTRY)) return specifier;
      if (specifier.startsWith("file:") || specifier.startsWith("data:")) return { id: specifier, external: true };
      const target = resolveOwn(specifier, importer);
      if (target.kind === "builtin") return { id: target.name, external: true };
      if (target.kind === "source") {
        record.note(target.file, importer);
        if (!isModule(target.file)) notCode(specifier, importer);
        return target.file;
      }
      const found = target.kind === "package" ? await this.resolve(specifier, importer, { skipSelf: true }) : null;
      if (found === null) {
        missing(specifier, importer);
        return { id: specifier, external: true };
      }
      const id = found.external !== false ? found.id : pathToFileURL(found.id).href;
      record.packages.push({ id, specifier, importer });
      return { id, external: true };
    },
    load(id) {
      if (id.startsWith(ENTRY)) {
        return `import * as flow from ${JSON.stringify(id.slice(ENTRY.length))}; export { flow as exports };`;
      }
      return isModule(id) ? null : "";
    },
    transform(text, id) {
      if (!isCompiled(id)) return null;
      try {
        return cache.get({ file: id, text, purpose: "load" }, () => compile(id, text));
      } catch (error) {
        record.findings.push(babelFinding("load-failed", id, error, text));
        return { code: "", map: null };
      }
    },
    resolveImportMeta(property, { moduleId }) {
      const own: Record<string, string> = {
        url: pathToFileURL(moduleId).href,
        filename: moduleId,
        dirname: dirname(moduleId),
      };
      if (property === null) return JSON.stringify(own);
      return Object.hasOwn(own, property) ? JSON.stringify(own[property]) : null;
    },
  };
}

/** Whether a file is one that can be imported, going by its name. */
function isModule(file: string): boolean {
  return /\.(?:[mc]?[jt]sx?|json)$/.test(file);
}
