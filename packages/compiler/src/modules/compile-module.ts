import type { PluginItem } from "@babel/core";
import type { PresetOptions } from "@espalier/babel-preset";
import { loadBabel, withBabel } from "./babel.ts";
import type { Transformed } from "./transform-cache.ts";

/** How a file of the author's own is compiled. */
export interface CompileOptions {
  /** Plugins that run beside the preset's. */
  readonly plugins?: readonly PluginItem[] | undefined;
  /** Leaves out comments, but for those that say that a call is pure. */
  readonly dropComments?: boolean | undefined;
}

/** Compiles one file. Throws what Babel throws; `babelFinding` makes a finding of it. */
export type CompileModule = (file: string, text: string, options?: CompileOptions) => Transformed;

/**
 * Loads Babel, and compiles with our preset and nothing else: an author's own Babel configuration, which differs from
 * machine to machine, has no say.
 */
export async function createModuleCompiler(options: PresetOptions = {}): Promise<CompileModule> {
  const { default: preset } = await import("@espalier/babel-preset");
  // One item for all files, so that Babel sets the preset up once.
  const presets = [loadBabel().createConfigItem([preset, options], { type: "preset" })];
  return (file, text, { plugins = [], dropComments = false } = {}) =>
    withBabel(({ transformSync }) => {
      const result = transformSync(text, {
        filename: file,
        configFile: false,
        babelrc: false,
        browserslistConfigFile: false,
        inputSourceMap: false as never,
        sourceMaps: true,
        sourceType: "module",
        compact: false,
        highlightCode: false,
        ...(dropComments ? { shouldPrintComment: isPureAnnotation } : {}),
        presets,
        plugins: [...plugins],
      });
      return { code: result?.code ?? "", map: (result?.map ?? null) as Transformed["map"] };
    });
}

function isPureAnnotation(comment: string): boolean {
  return /^\s*[#@]__(?:PURE|NO_SIDE_EFFECTS)__\s*$/.test(comment);
}
