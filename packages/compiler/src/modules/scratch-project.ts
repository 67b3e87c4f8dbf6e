import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** A folder for one test: the given files by name, and `@espalier/jsx` installed as a link to ours. */
export interface ScratchProject {
  readonly root: string;
  file(name: string): string;
  remove(): void;
}

/** Writes a project of an author's into a new folder. */
export function createScratchProject(files: Readonly<Record<string, string>>): ScratchProject {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "scratch-")));
  const file = (name: string): string => join(root, name);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(file(name)), { recursive: true });
    writeFileSync(file(name), text);
  }
  mkdirSync(file("node_modules/@espalier"), { recursive: true });
  symlinkSync(fileURLToPath(new URL("../../../jsx", import.meta.url)), file("node_modules/@espalier/jsx"));
  return { root, file, remove: () => rmSync(root, { recursive: true, force: true }) };
}
