import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { ROOT } from "../harness/places.ts";

/** An author's project in a folder of its own. */
export interface ScratchProject {
  readonly root: string;
  remove(): void;
}

/** Writes files, by name, into a new folder, with our packages installed as links. */
export function createScratchProject(files: Readonly<Record<string, string>>): ScratchProject {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "bench-")));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  mkdirSync(join(root, "node_modules", "@espalier"), { recursive: true });
  symlinkSync(join(ROOT, "packages", "jsx"), join(root, "node_modules", "@espalier", "jsx"));
  return { root, remove: () => rmSync(root, { recursive: true, force: true }) };
}
