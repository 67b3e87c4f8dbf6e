import { isUtf8 } from "node:buffer";
import { readFileSync } from "node:fs";
import type { JsonSchema } from "@espalier/contract";
import type { FunctionTag } from "@espalier/jsx";
import type { Place } from "@espalier/jsx/tree";
import type { BundledFunction, BundledFunctions } from "../bundling/bundled-function.ts";
import { bundleFunctions } from "../bundling/index.ts";
import type { Finding, Resolved } from "../finding.ts";
import { placeAt } from "../modules/import-place.ts";
import type { TransformCache } from "../modules/transform-cache.ts";
import { parsePythonModule, type PythonModule } from "../python/index.ts";
import type { Signature } from "../signature.ts";
import { type BindingSlip, findBindingSlips } from "../sources/binding-slips.ts";
import { createTypeScriptProject } from "../typescript/index.ts";
import type { PythonSource, Sources } from "./sources.ts";

/** The author's sources on disk. Each file is read once, until it is refreshed. */
export interface ProjectSources extends Sources {
  /** Names files whose types may be asked for, so that they are read together and not one after the other. */
  expect(files: readonly string[]): void;
  /**
   * Reads changed files again and keeps the rest; without `changed`, reads everything again. Functions in files that
   * `isAffected` are bundled anew.
   */
  refresh(changed: readonly string[] | undefined, isAffected: (file: string) => boolean): void;
  /** The files that types and Python functions were read from so far, whether they were there or not. */
  files(): string[];
}

/** Sources that have read nothing yet. */
export function createProjectSources(root: string, cache?: TransformCache): ProjectSources {
  const modules = new Map<string, (PythonSource & PythonModule) | undefined>();
  const python = (file: string): (PythonSource & PythonModule) | undefined => {
    if (!modules.has(file)) modules.set(file, readPythonSource(file));
    return modules.get(file);
  };
  // The checker sees what the Python files say now, not what a declaration file beside them said once.
  const readPython = (file: string): string => python(file)?.declarations() ?? "export {};\n";
  const project = createTypeScriptProject({ root, readPython });
  const bundles = createBundles(root, cache);
  const signatures = new Map<string, Resolved<Signature>>();
  const models = new Map<string, Resolved<JsonSchema>>();
  const slips = new Map<string, readonly BindingSlip[]>();
  return {
    signature: (tag) => kept(signatures, functionKey(tag), () => project.signature(tag)),
    modelSchema: (place) => kept(models, placeKey(place), () => project.modelSchema(place)),
    expect: (files) => project.expect(files),
    bundle: (tags) => bundles.get(tags),
    python,
    bindingSlips: (file) => kept(slips, file, () => readSlips(file)),
    refresh(changed, isAffected) {
      project.refresh(changed);
      // A type may come from any file.
      signatures.clear();
      models.clear();
      for (const file of changed ?? [...slips.keys()]) slips.delete(file);
      for (const file of changed ?? [...modules.keys()]) modules.delete(file);
      bundles.drop(isAffected);
    },
    files: () => [...new Set([...project.files(), ...modules.keys()])],
  };
}

/** What is known by a key, made when it is asked for first. */
function kept<T>(known: Map<string, T>, key: string, make: () => T): T {
  if (!known.has(key)) known.set(key, make());
  return known.get(key)!;
}

function functionKey({ file, name, line, column }: FunctionTag): string {
  return [file, name, line, column].join("\0");
}

function placeKey({ file, line, column }: Place): string {
  return [file, line, column].join("\0");
}

function readSlips(file: string): readonly BindingSlip[] {
  const text = readBytes(file)?.toString("utf8");
  return text === undefined ? [] : findBindingSlips(file, text);
}

/** Bundles by function. Rollup takes a while for each, and most changes are elsewhere. */
function createBundles(root: string, cache: TransformCache | undefined) {
  const done = new Map<string, { readonly file: string; readonly result: Resolved<BundledFunction> }>();
  return {
    async get(tags: readonly FunctionTag[]): Promise<BundledFunctions> {
      const missing = tags.filter((tag) => !done.has(functionKey(tag)));
      if (missing.length > 0) {
        for (const [tag, result] of await bundleFunctions(missing, { root, cache }))
          done.set(functionKey(tag), { file: tag.file, result });
      }
      return new Map(tags.map((tag) => [tag, done.get(functionKey(tag))!.result]));
    },
    drop(isAffected: (file: string) => boolean): void {
      for (const [key, { file }] of done) if (isAffected(file)) done.delete(key);
    },
  };
}

/**
 * A Python file as Python reads it: without a byte order mark, every line break one newline. Its text travels in the
 * bundle, which must not depend on the system that the file was checked out on.
 */
function readPythonSource(file: string): (PythonSource & PythonModule) | undefined {
  const bytes = readBytes(file);
  if (bytes === undefined) return undefined;
  if (!isUtf8(bytes)) return unreadable(file, bytes);
  const text = new TextDecoder().decode(bytes).replace(/\r\n?/g, "\n");
  const module = parsePythonModule(text, file);
  return {
    text,
    get functions() {
      return module.functions;
    },
    get findings() {
      return module.findings;
    },
    signature: (name) => module.signature(name),
    declarations: () => module.declarations(),
  };
}

/** A file in another encoding; where Python is, it would be read as something else than what the author sees. */
function unreadable(file: string, bytes: Buffer): PythonSource & PythonModule {
  const text = bytes.toString("utf8");
  const finding: Finding = {
    code: "python-syntax",
    message: "This Python file is not UTF-8 text.",
    hint: "Save it as UTF-8.",
    place: placeAt(file, text, text.indexOf("\uFFFD")),
  };
  return {
    text,
    functions: [],
    findings: [finding],
    signature: () => ({ ok: false, findings: [] }),
    declarations: () => "export {};\n",
  };
}

function readBytes(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}
