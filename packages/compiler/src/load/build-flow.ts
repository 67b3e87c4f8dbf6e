import { join } from "node:path";
import type { OutputChunk, RollupError } from "rollup";
import type { Finding } from "../finding.ts";
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
export async function buildFlow(file: string, cache: TransformCache): Promise<BuiltFlow | readonly Finding[]> {
  const record: FlowRecord = { findings: [], packages: new Map() };
  const { rollup, nodeResolve, json } = await loadRollup();
  try {
    const bundle = await rollup({
      input: file,
      treeshake: false,
      logLevel: "silent",
      plugins: [
        flowPlugin(file, cache, record),
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
    return record.findings.length > 0 ? sortFindings(record.findings) : [rollupFinding(file, error as RollupError)];
  }
}

/** What Rollup itself finds: an import of a name that a module does not have, and the like. */
function rollupFinding(file: string, error: RollupError): Finding {
  const { loc } = error;
  const place = { file: loc?.file ?? error.id ?? file, line: loc?.line ?? 1, column: (loc?.column ?? 0) + 1 };
  if (error.code !== "MISSING_EXPORT") return { code: "load-failed", message: error.message, place };
  const message = `"${error.binding}" is not exported by ${JSON.stringify(error.exporter)}.`;
  return {
    code: "load-failed",
    message,
    hint: "If it is a type, write `import { type … }` or `export { type … }`.",
    place,
  };
}
