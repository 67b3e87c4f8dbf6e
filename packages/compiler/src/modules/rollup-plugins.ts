import type { Plugin } from "rollup";

// These four are typed as CommonJS but are ES modules where we run, so TypeScript looks for their functions one level
// too deep.
interface DefaultExport<Options> {
  readonly default: (options?: Options) => Plugin;
}

/**
 * Rollup and the plugins of its own that we use, loaded when first needed: they take a while. (One after the other:
 * jest's loader of ES modules mixes up imports that overlap.)
 */
export async function loadRollup() {
  const { rollup } = await import("rollup");
  const nodeResolve = await import("@rollup/plugin-node-resolve");
  const commonjs = await import("@rollup/plugin-commonjs");
  const inject = await import("@rollup/plugin-inject");
  const json = await import("@rollup/plugin-json");
  return {
    rollup,
    nodeResolve: (
      nodeResolve as unknown as DefaultExport<import("@rollup/plugin-node-resolve").RollupNodeResolveOptions>
    ).default,
    commonjs: (commonjs as unknown as DefaultExport<import("@rollup/plugin-commonjs").RollupCommonJSOptions>).default,
    inject: (inject as unknown as DefaultExport<import("@rollup/plugin-inject").RollupInjectOptions>).default,
    json: (json as unknown as DefaultExport<import("@rollup/plugin-json").RollupJsonOptions>).default,
  };
}
