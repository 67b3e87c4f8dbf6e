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

/** Whoever starts in the root folder by mistake is told, instead of waiting for hours. */
const MAX_ENTRIES = 200_000;

interface Walk {
  readonly start: string;
  readonly name: RegExp;
  readonly visited: Set<string>;
  readonly found: string[];
  entries: number;
}

/**
 * The files below a folder whose name matches, in the order of their paths. Symbolic links are followed, and every
 * real folder is visited once, so that links in a circle end. Folders below that may not be read are passed over.
 *
 * Throws a `UserError` when the folder itself cannot be read, or holds more than 200,000 entries.
 */
export async function filesBelow(folder: string, name: RegExp, limit = MAX_ENTRIES): Promise<string[]> {
  const walk: Walk = { start: folder, name, visited: new Set(), found: [], entries: 0 };
  await visit(folder, walk, limit);
  return walk.found;
}

/** The folder and those below it that {@link filesBelow} looks into, by their real paths. */
export async function foldersBelow(folder: string): Promise<string[]> {
  const walk: Walk = { start: folder, name: /^$/, visited: new Set(), found: [], entries: 0 };
  await visit(folder, walk, MAX_ENTRIES);
  return [...walk.visited];
}

/** Whether folders of this name are passed over. */
export function isPassedOver(name: string): boolean {
  return PASSED_OVER.has(name) || name.startsWith(".");
}

async function visit(folder: string, walk: Walk, limit: number): Promise<void> {
  const entries = await entriesOf(folder, walk);
  walk.entries += entries.length;
  if (walk.entries > limit)
    throw usageError(`there are more than ${limit} files below "${walk.start}"`, {
      hint: "name the flow files, or a smaller folder",
    });
  for (const entry of entries) {
    const path = join(folder, entry.name);
    const kind = entry.isSymbolicLink() ? await stat(path).catch(() => entry) : entry;
    if (kind.isDirectory()) {
      if (!isPassedOver(entry.name)) await visit(path, walk, limit);
    } else if (kind.isFile() && walk.name.test(entry.name)) walk.found.push(path);
  }
}

/** Nothing for a folder that was visited before. */
async function entriesOf(folder: string, { start, visited }: Walk) {
  try {
    const real = await realpath(folder);
    if (visited.has(real)) return [];
    visited.add(real);
    const entries = await readdir(folder, { withFileTypes: true });
    return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    if (folder !== start) return [];
    throw usageError(`cannot look into the folder "${folder}": ${systemReason(error)}`, { cause: error });
  }
}
