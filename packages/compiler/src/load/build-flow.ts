import { join } from "node:path";
import type { OutputChunk, RollupError } from "rollup";
import type { Finding } from "../finding.ts";
import { rollupFinding } from "../modules/rollup-finding.ts";
import { isInstalled } from "../modules/resolution.ts";
import { loadRollup } from "../modules/rollup-plugins.ts";
import { sortFindings } from "../modules/sort-findings.ts";
import type { TransformCache } from "../modules/transform-cache.ts";
import { type FlowRecord, flowPlugin } from "./flow-plugin.ts";

/** A flow joined into one module, before it runs. */
export interface BuiltFlow {
  readonly code: string;
  /** Source map whose sources are absolute. */
  readonly map: NonNullable<OutputChunk["map"]>;
  readonly files: readonly string[];
  readonly packages: FlowRecord["packages"];
}

/** Joins a flow and the author's own files that it imports into one module, or says why that cannot be done. */
export async function buildFlow(
  file: string,
  cache: TransformCache,
  note: (file: string) => void,
): Promise<BuiltFlow | readonly Finding[]> {
  const record: FlowRecord = { findings: [], packages: new Map() };
  const { rollup, nodeResolve, json } = await loadRollup();
  try {
    const bundle = await rollup({
      input: file,
      treeshake: false,
      logLevel: "silent",
      plugins: [
        flowPlugin(file, cache, record, note),
        nodeResolve({ exportConditions: ["node", "module-sync"], preferBuiltins: true }),
        json(),
      ],
    });
    if (record.findings.length > 0) return sortFindings(record.findings);
    const { output } = await bundle.generate({
      format: "es",
      inlineDynamicImports: true,
      sourcemap: true,
      sourcemapExcludeSources: true,
      sourcemapPathTransform: (relative, map) => join(map, "..", relative),
    });
    const files = bundle.watchFiles.filter((id) => !id.startsWith("\0") && !isInstalled(id)).sort();
    await bundle.close();
    return { code: output[0].code, map: output[0].map!, files, packages: record.packages };
  } catch (error) {
    return record.findings.length > 0
      ? sortFindings(record.findings)
      : [rollupFinding("load-failed", file, error as RollupError)];
  }
}
