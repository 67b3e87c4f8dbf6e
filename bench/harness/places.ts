import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of the benchmarks, which are built into a folder below it. */
export const BENCH = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
/** The folder of the repository. */
export const ROOT = dirname(BENCH);
/** The `espalier` command. */
export const ESPALIER = join(ROOT, "packages", "cli", "bin", "espalier.js");

/** Whether a package that stands beside us is installed. */
export function isInstalled(name: string): boolean {
  return existsSync(join(BENCH, "node_modules", name));
}
