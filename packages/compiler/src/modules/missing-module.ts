import { readdirSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import leven from "leven";

/** What to do about an import of something that is not there. */
export function missingModuleHint(specifier: string, importer: string): string {
  if (!specifier.startsWith(".") && !specifier.startsWith("/")) {
    return `Install it, or write a path that starts with "./".`;
  }
  const wanted = resolve(dirname(importer), specifier);
  const near = nearest(basename(wanted), filesOf(dirname(wanted)));
  if (near === undefined) return "Write the path from this file to the one that you mean.";
  const folder = specifier.slice(0, specifier.length - basename(specifier).length);
  return `Did you mean "${folder}${near}"?`;
}

function nearest(wanted: string, names: readonly string[]): string | undefined {
  const ranked = names.map((name) => ({ name, distance: leven(wanted, name) }));
  ranked.sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1));
  const best = ranked[0];
  return best !== undefined && best.distance <= Math.max(2, wanted.length / 4) ? best.name : undefined;
}

function filesOf(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
