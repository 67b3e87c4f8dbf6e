import { join } from "node:path";
import type { OutputOptions, RollupError } from "rollup";
import type { Finding } from "../finding.ts";
import { rollupFinding } from "../modules/rollup-finding.ts";
import { isInstalled } from "../modules/resolution.ts";
import { loadRollup } from "../modules/rollup-plugins.ts";
import { sortFindings } from "../modules/sort-findings.ts";
import type { TransformCache } from "../modules/transform-cache.ts";
import { type BuiltFlow, ENTRY_MODULE } from "./flow-modules.ts";
import { entryOf, type FlowRecord, flowPlugin } from "./flow-plugin.ts";

/** How modules and their maps are written. */
export const OUTPUT = {
  format: "es",
  sourcemap: true,
  sourcemapExcludeSources: true,
  sourcemapPathTransform: (relative, map) => join(map, "..", relative),
} as const satisfies OutputOptions;

/** Joins a flow and the author's own files that it imports into one module, or says why that cannot be done. */
export async function buildFlow(
  file: string,
  cache: TransformCache,
  note: (file: string) => void,
): Promise<BuiltFlow | readonly Finding[]> {
  const record: FlowRecord = { findings: [], packages: [], note };
  try {
    const bundle = await rollupFlows(entryOf(file), cache, record);
    if (record.findings.length > 0) return sortFindings(record.findings);
    const { output } = await bundle.generate({ ...OUTPUT, inlineDynamicImports: true });
    const files = bundle.watchFiles.filter((id) => !id.startsWith("\0") && !isInstalled(id)).sort();
    await bundle.close();
    const [{ code, map }] = output;
    const packages = new Map(record.packages.map((used) => [used.id, used]));
    return { modules: [{ name: ENTRY_MODULE, code, map }], files, packages };
  } catch (error) {
    return record.findings.length > 0
      ? sortFindings(record.findings)
      : [rollupFinding("load-failed", file, error as RollupError)];
  }
}

/** Lets Rollup read the modules behind one or several inputs. `onCycle` is told the modules of circular imports. */
export async function rollupFlows(
  input: string | string[],
  cache: TransformCache,
  record: FlowRecord,
  onCycle: (ids: readonly string[]) => void = () => {},
) {
  const { rollup, nodeResolve, json } = await loadRollup();
  return await rollup({
    input,
    treeshake: false,
    onLog(_, { code, ids }) {
      if (code === "CIRCULAR_DEPENDENCY") onCycle(ids ?? []);
    },
    plugins: [
      flowPlugin(cache, record),
      nodeResolve({ exportConditions: ["node", "module-sync"], preferBuiltins: true }),
      json(),
    ],
  });
}
