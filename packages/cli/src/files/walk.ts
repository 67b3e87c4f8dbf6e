import { readdir, realpath, stat } from "node:fs/promises";
import { join } from "node:path";
import { usageError } from "../exit.ts";
import { systemReason } from "./system-reason.ts";

/** Folders with code that somebody else wrote or a tool made. Those with a leading dot are passed over as well. */
const PASSED_OVER = new Set([
  "node_modules",
  "bower_components",
  "dist",
  "build",
  "out",
  "coverage",
  "target",
  "vendor",
  "venv",
  "__pycache__",
  "site-packages",
]);

/**
 * The files below a folder whose name matches, in the order of their paths. Symbolic links are followed, and every
 * real folder is visited once, so that links in a circle end.
 */
export async function filesBelow(folder: string, name: RegExp): Promise<string[]> {
  const found: string[] = [];
  const visited = new Set<string>();
  await visit(folder, name, visited, found);
  return found;
}

async function visit(folder: string, name: RegExp, visited: Set<string>, found: string[]): Promise<void> {
  const real = await realpath(folder);
  if (visited.has(real)) return;
  visited.add(real);
  for (const entry of await entriesOf(folder)) {
    const path = join(folder, entry.name);
    const kind = entry.isSymbolicLink() ? await stat(path).catch(() => entry) : entry;
    if (kind.isDirectory()) {
      if (!PASSED_OVER.has(entry.name) && !entry.name.startsWith(".")) await visit(path, name, visited, found);
    } else if (kind.isFile() && name.test(entry.name)) found.push(path);
  }
}

async function entriesOf(folder: string) {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    throw usageError(`cannot look into the folder "${folder}": ${systemReason(error)}`, { cause: error });
  }
}
