import { readFile, readdir, stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { EXIT, UserError } from "./exit.ts";

const SOURCE = /\.(?:[cm]?[jt]s|[jt]sx)$/;
const PASSED_OVER = new Set(["node_modules", "dist", "build", "coverage"]);
const PYTHON_IMPORT = /\bfrom\s*["'](\.{1,2}\/[^"'\n]+\.py)["']/g;

/** The `.py` files that source files below the paths import. Absolute, sorted, without repeats. */
export async function findPythonFiles(paths: readonly string[], cwd: string): Promise<string[]> {
  const found = new Set<string>();
  for (const path of paths.length === 0 ? ["."] : paths) {
    const absolute = resolve(cwd, path);
    const info = await stat(absolute).catch(() => undefined);
    if (info === undefined) throw new UserError(`there is no file or folder "${path}"`, { exitCode: EXIT.usage });
    for (const source of info.isFile() ? [absolute] : await sourcesBelow(absolute))
      for (const file of await importsOf(source)) found.add(file);
  }
  return [...found].sort();
}

async function sourcesBelow(folder: string): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!PASSED_OVER.has(entry.name) && !entry.name.startsWith(".")) found.push(...(await sourcesBelow(path)));
    } else if (entry.isFile() && SOURCE.test(entry.name)) found.push(path);
  }
  return found;
}

async function importsOf(source: string): Promise<string[]> {
  const text = await readFile(source, "utf8");
  const files = [...text.matchAll(PYTHON_IMPORT)].map((match) => resolve(dirname(source), match[1]!));
  const exist = await Promise.all(
    files.map((file) =>
      stat(file).then(
        (info) => info.isFile(),
        () => false,
      ),
    ),
  );
  return files.filter((_, index) => exist[index]);
}
