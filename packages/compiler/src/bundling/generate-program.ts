import { join } from "node:path";
import type { FunctionTag } from "@espalier/jsx";
import type { OutputChunk } from "rollup";
import { isInstalled } from "../modules/resolution.ts";
import { loadRollup } from "../modules/rollup-plugins.ts";
import { loadFailure } from "./load-program.ts";
import { SURROUNDED } from "./package-surroundings.ts";
import {
  isEffectful,
  type ProgramContext,
  programPlugin,
  type ProgramRecord,
  type ProgramSource,
} from "./program-plugin.ts";

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
  const draft = await generate(tag, { packages: new Set(), isStill: false }, entrypoint, context, record);
  // What describes workflows has no place in a program; the draft says so already.
  const needed = draft.imports.filter((id) => record.packages.has(id) && !/^@espalier\/jsx(\/|$)/.test(id));
  if (needed.length === 0) return draft;
  const packages = new Set(needed);
  const program = await generate(tag, { packages, isStill: false }, entrypoint, context, record);
  if (loadFailure(program.code)?.isUnrepeatable !== true) return program;
  return await generate(tag, { packages, isStill: true }, entrypoint, context, record);
}

async function generate(
  { file, name }: FunctionTag,
  round: Pick<ProgramSource, "packages" | "isStill">,
  entrypoint: string,
  context: ProgramContext,
  record: ProgramRecord,
): Promise<OutputChunk> {
  record.effects.length = 0;
  const { rollup, nodeResolve, commonjs, inject, json } = await loadRollup();
  const bundle = await rollup({
    input: "espalier:program",
    logLevel: "silent",
    cache: { modules: [...context.modules.values()] },
    treeshake: {
      moduleSideEffects: (id) => isEffectful(id, record),
      propertyReadSideEffects: false,
      unknownGlobalSideEffects: false,
    },
    plugins: [
      programPlugin({ file, name, ...round }, context, record),
      // As for workers in a browser: what packages offer to those needs no Node and no page.
      nodeResolve({ browser: true, exportConditions: ["worker", "browser", "module", "import", "default"] }),
      commonjs({ extensions: [".js", ".cjs", ".cts"] }),
      inject({ include: "**/node_modules/**", modules: SURROUNDED }),
      json(),
    ],
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
