import { readFile, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { usageError } from "../exit.ts";
import { isGenerated } from "../types/declarations.ts";
import { filesBelow } from "./walk.ts";

const SOURCE = /\.(?:[cm]?[jt]s|[jt]sx)$/;
const DECLARATIONS = /\.d\.py\.ts$/;
const PYTHON_IMPORT = /\bfrom\s*["'](\.{1,2}\/[^"'\n]+\.py)["']/g;

/** What is written for `x.py`: `x.d.py.ts`. */
export function declarationFile(file: string): string {
  return file.replace(/\.py$/, ".d.py.ts");
}

/**
 * The `.py` files that paths name, those that source files below the paths import, and those that declarations below the
 * paths were once generated from, even if they are gone by now. Absolute, sorted, without repeats.
 */
export async function findPythonFiles(paths: readonly string[], cwd: string): Promise<string[]> {
  const found = new Set<string>();
  for (const path of paths.length === 0 ? ["."] : paths) {
    const absolute = resolve(cwd, path);
    const info = await stat(absolute).catch(() => undefined);
    if (info === undefined)
      throw usageError(`there is no file or folder "${path}"`, { hint: "paths are read from the current folder" });
    if (!info.isDirectory() && absolute.endsWith(".py")) found.add(absolute);
    else {
      for (const source of info.isDirectory() ? await filesBelow(absolute, SOURCE) : [absolute])
        for (const file of await importsOf(source)) found.add(file);
      if (info.isDirectory()) for (const file of await declaredBelow(absolute)) found.add(file);
    }
  }
  return [...found].sort();
}

async function declaredBelow(folder: string): Promise<string[]> {
  const found: string[] = [];
  for (const file of await filesBelow(folder, DECLARATIONS))
    if (isGenerated(await readFile(file, "utf8").catch(() => ""))) found.push(file.replace(DECLARATIONS, ".py"));
  return found;
}

async function importsOf(source: string): Promise<string[]> {
  const text = await readFile(source, "utf8");
  const found: string[] = [];
  for (const match of text.matchAll(PYTHON_IMPORT)) {
    const file = resolve(dirname(source), match[1]!);
    if (await isFile(file)) found.push(file);
  }
  return found;
}

function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    (info) => info.isFile(),
    () => false,
  );
}
