import { join } from "node:path";
import type { FunctionTag } from "@espalier/jsx";
import type { OutputChunk } from "rollup";
import { isInstalled } from "../modules/resolution.ts";
import { loadRollup } from "../modules/rollup-plugins.ts";
import { type ProgramContext, programPlugin, type ProgramRecord } from "./program-plugin.ts";

/**
 * Lets Rollup make the script of one function. The first round leaves every package outside and so finds out which of
 * them the function needs; a file of workflows often imports large packages for something else. The second round looks
 * into those.
 */
export async function generateProgram(
  tag: FunctionTag,
  entrypoint: string,
  context: ProgramContext,
  record: ProgramRecord,
): Promise<OutputChunk> {
  const draft = await generate(tag, new Set(), entrypoint, context, record);
  const needed = draft.imports.filter((id) => record.packages.has(id));
  return needed.length === 0 ? draft : await generate(tag, new Set(needed), entrypoint, context, record);
}

async function generate(
  { file, name }: FunctionTag,
  packages: ReadonlySet<string>,
  entrypoint: string,
  context: ProgramContext,
  record: ProgramRecord,
): Promise<OutputChunk> {
  const { rollup, nodeResolve, commonjs, json } = await loadRollup();
  const bundle = await rollup({
    input: "espalier:program",
    logLevel: "silent",
    cache: { modules: [...context.modules.values()] },
    treeshake: { moduleSideEffects: false, propertyReadSideEffects: false, unknownGlobalSideEffects: false },
    plugins: [programPlugin({ file, name, packages }, context, record), nodeResolve(), commonjs(), json()],
  });
  try {
    for (const module of bundle.cache?.modules ?? [])
      if (isInstalled(module.id)) context.modules.set(module.id, module);
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
