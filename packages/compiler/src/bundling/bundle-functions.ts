import { existsSync } from "node:fs";
import { join, relative, sep } from "node:path";
import type { FunctionTag } from "@espalier/jsx";
import type { OutputChunk, RollupError } from "rollup";
import type { Finding, Resolved } from "../finding.ts";
import { createModuleCompiler } from "../modules/compile-module.ts";
import { createResolution } from "../modules/resolution.ts";
import { loadRollup } from "../modules/rollup-plugins.ts";
import { sortFindings } from "../modules/sort-findings.ts";
import { createTransformCache } from "../modules/transform-cache.ts";
import type { BundledFunction, BundledFunctions, BundlingOptions, ProgramMap } from "./bundled-function.ts";
import { checkProgram } from "./check-program.ts";
import { entrypointOf } from "./entrypoint.ts";
import { type ProgramContext, programPlugin, type ProgramRecord } from "./program-plugin.ts";

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
    resolve: await createResolution(),
    compile: await createModuleCompiler(),
    cache: options.cache ?? createTransformCache(),
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
  if (!existsSync(tag.file))
    return failed(notFound(tag, `The file of the function "${tag.name}" is not there any more.`));
  const record: ProgramRecord = { importers: new Map(), missing: new Set(), findings: [] };
  const entrypoint = entrypointOf(tag.name);
  let chunk: OutputChunk;
  try {
    chunk = await generate(tag, entrypoint, context, record);
  } catch (error) {
    return failed(
      ...(record.findings.length > 0 ? sortFindings(record.findings) : [rollupFinding(tag, error as RollupError)]),
    );
  }
  const map = chunk.map ?? { sources: [], names: [], mappings: "" };
  const findings = await checkProgram({ tag, chunk, map: { ...map, version: 3 }, record });
  if (findings.length > 0) return failed(...sortFindings(findings));
  return { ok: true, value: { source: chunk.code, entrypoint, map: relativeMap(map, root) }, findings: [] };
}

async function generate(
  tag: FunctionTag,
  entrypoint: string,
  context: ProgramContext,
  record: ProgramRecord,
): Promise<OutputChunk> {
  const { rollup, nodeResolve, commonjs, json } = await loadRollup();
  const bundle = await rollup({
    input: "espalier:program",
    logLevel: "silent",
    treeshake: { moduleSideEffects: false, propertyReadSideEffects: false, unknownGlobalSideEffects: false },
    plugins: [programPlugin(tag.file, tag.name, context, record), nodeResolve(), commonjs(), json()],
  });
  try {
    if (record.findings.length > 0) throw new Error("The author's files do not compile.");
    const { output } = await bundle.generate({
      format: "iife",
      name: entrypoint,
      exports: "default",
      generatedCode: "es2015",
      indent: "  ",
      sourcemap: "hidden",
      sourcemapExcludeSources: true,
      sourcemapPathTransform: (source, map) => join(map, "..", source),
    });
    return output[0];
  } finally {
    await bundle.close();
  }
}

/** The map for the side file: no folder of this machine is in it. */
function relativeMap(map: Pick<ProgramMap, "sources" | "names" | "mappings">, root: string): ProgramMap {
  const sources = map.sources.map((source) => relative(root, source).split(sep).join("/"));
  return { version: 3, sources, names: map.names, mappings: map.mappings };
}

function rollupFinding(tag: FunctionTag, error: RollupError): Finding {
  const { code, loc, id } = error;
  if (code === "INVALID_TLA_FORMAT") {
    return {
      ...notFound(tag, `The file of the function "${tag.name}" waits at its top level, and a program cannot.`),
      hint: "Move the function to a file of its own, without a top-level `await`.",
    };
  }
  if (code === "MISSING_EXPORT" && error.exporter === tag.file && error.binding?.endsWith(tag.name) === true) {
    return notFound(tag, `"${tag.name}" is not a function at the top level of its file.`);
  }
  const place = { file: loc?.file ?? id ?? tag.file, line: loc?.line ?? 1, column: (loc?.column ?? 0) + 1 };
  return { code: "forbidden-import", message: `"${tag.name}" cannot be bundled: ${error.message}`, place };
}

function notFound({ file, line, column }: FunctionTag, message: string): Finding {
  return { code: "not-a-program", message, place: { file, line, column } };
}

function failed(...findings: Finding[]): Resolved<BundledFunction> {
  return { ok: false, findings };
}
