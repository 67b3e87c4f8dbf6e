import { existsSync } from "node:fs";
import { relative, sep } from "node:path";
import type { FunctionTag } from "@espalier/jsx";
import type { OutputChunk, RollupError } from "rollup";
import { CODES, isCode } from "../diagnostics/codes.ts";
import type { Finding, Resolved } from "../finding.ts";
import { createModuleCompiler } from "../modules/compile-module.ts";
import { createResolution } from "../modules/resolution.ts";
import { rollupFinding } from "../modules/rollup-finding.ts";
import { sortFindings } from "../modules/sort-findings.ts";
import { createTransformCache } from "../modules/transform-cache.ts";
import type { BundledFunction, BundledFunctions, BundlingOptions, ProgramMap } from "./bundled-function.ts";
import { checkProgram } from "./check-program.ts";
import { droppedImports } from "./dropped-imports.ts";
import { entrypointOf } from "./entrypoint.ts";
import { generateProgram } from "./generate-program.ts";
import type { ProgramContext, ProgramRecord } from "./program-plugin.ts";
import { largeProgram } from "./program-size.ts";

/**
 * Makes of each function a script that contains everything the function uses and nothing else. The text of a script
 * depends on the sources alone: not on the machine, the folder, or which other functions are bundled with it.
 *
 * What a program cannot have is a finding: `forbidden-import`, `forbidden-global`, `not-a-program` for a function that
 * cannot be found again, `load-failed` for a file that does not compile.
 */
export async function bundleFunctions(
  tags: readonly FunctionTag[],
  options: BundlingOptions,
): Promise<BundledFunctions> {
  const context: ProgramContext = {
    resolve: createResolution(),
    compile: await createModuleCompiler({ development: false, provenance: false }),
    cache: options.cache ?? createTransformCache(),
    modules: new Map(),
    inPackages: { importers: new Map(), missing: new Set() },
    outlines: new WeakMap(),
    circular: new Set(),
  };
  const done = new Map<string, Resolved<BundledFunction>>();
  const results: BundledFunctions = new Map();
  for (const tag of tags) {
    const key = `${tag.file}\0${tag.name}`;
    const result = done.get(key) ?? (await bundleFunction(tag, context, options.root));
    done.set(key, result);
    results.set(tag, result);
  }
  return results;
}

async function bundleFunction(
  tag: FunctionTag,
  context: ProgramContext,
  root: string,
): Promise<Resolved<BundledFunction>> {
  const wasCircular = context.circular.has(tag.file);
  const result = await bundleOnce(tag, context, root);
  // Only while a file is put together it shows that others need more of it than its function does.
  return context.circular.has(tag.file) === wasCircular ? result : bundleOnce(tag, context, root);
}

async function bundleOnce(tag: FunctionTag, context: ProgramContext, root: string): Promise<Resolved<BundledFunction>> {
  if (!existsSync(tag.file))
    return failed(notFound(tag, `The file of the function "${tag.name}" is not there any more.`));
  const record: ProgramRecord = {
    importers: new Map(),
    packages: new Set(),
    missing: new Set(),
    inPackages: context.inPackages,
    effects: [],
    effectful: new Set(),
    findings: [],
  };
  const entrypoint = entrypointOf(tag.name);
  let chunk: OutputChunk;
  try {
    chunk = await generateProgram(tag, entrypoint, context, record);
  } catch (error) {
    return failed(
      ...(record.findings.length > 0 ? sortFindings(record.findings) : [buildFinding(tag, error as RollupError)]),
    );
  }
  const map = chunk.map ?? { sources: [], names: [], mappings: "" };
  const findings = checkProgram({ tag, chunk, map: { ...map, version: 3 }, record });
  if (findings.some(isError)) return failed(...sortFindings(findings));
  const warnings = sortFindings([
    ...findings,
    ...droppedImports(tag, chunk, record),
    ...largeProgram(tag, chunk, record),
  ]);
  return { ok: true, value: { source: chunk.code, entrypoint, map: relativeMap(map, root) }, findings: warnings };
}

/** The map for the side file: no folder of this machine is in it. */
function relativeMap(map: Pick<ProgramMap, "sources" | "names" | "mappings">, root: string): ProgramMap {
  const sources = map.sources.map((source) => relative(root, source).split(sep).join("/"));
  return { version: 3, sources, names: map.names, mappings: map.mappings };
}

function buildFinding(tag: FunctionTag, error: RollupError): Finding {
  const { code } = error;
  if (code === "INVALID_TLA_FORMAT") {
    return {
      ...notFound(tag, `The file of the function "${tag.name}" waits at its top level, and a program cannot.`),
      hint: "Move the function to a file of its own, without a top-level `await`.",
    };
  }
  if (code === "MISSING_EXPORT" && error.exporter === tag.file && error.binding?.endsWith(tag.name) === true) {
    return notFound(tag, `"${tag.name}" is not a function at the top level of its file.`);
  }
  const found = rollupFinding("forbidden-import", tag.file, error);
  return { ...found, message: `"${tag.name}" cannot be bundled: ${found.message}` };
}

function isError({ code }: Finding): boolean {
  return !isCode(code) || CODES[code].severity === "error";
}

function notFound({ file, line, column }: FunctionTag, message: string): Finding {
  return { code: "not-a-program", message, place: { file, line, column } };
}

function failed(...findings: Finding[]): Resolved<BundledFunction> {
  return { ok: false, findings };
}
