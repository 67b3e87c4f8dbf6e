import { expect, test } from "@jest/globals";
import { compileFiles } from "@espalier/compiler";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const names = readdirSync(here).filter((name) => existsSync(join(here, name, "flow.tsx")));

async function compileIn(folder: string) {
  const flows = names.map((name) => join(folder, name, "flow.tsx"));
  const { workflows, diagnostics } = await compileFiles(flows, { root: folder });
  expect(diagnostics).toEqual([]);
  return workflows.map(({ name, json, digest, map }) => ({ name, json, digest, map }));
}

/** The installed packages as they are, but the examples' own as they stand in the copy. */
function linkModules(target: string, copy: string): void {
  const installed = join(here, "..", "node_modules");
  mkdirSync(join(target, "@espalier-examples"), { recursive: true });
  for (const name of readdirSync(installed))
    if (name !== "@espalier-examples") symlinkSync(join(installed, name), join(target, name));
  const shared = join("support-inbox", "packages", "house-style");
  symlinkSync(join(copy, shared), join(target, "@espalier-examples", "house-style"));
}

test("the examples are the four of the README", () => {
  expect(names).toEqual(["flat-v1", "invoice-triage", "statement-audit", "support-inbox"]);
});

test("two folders and two compilations give the same bytes, digests and maps", async () => {
  const elsewhere = mkdtempSync(join(tmpdir(), "espalier elsewhere "));
  try {
    const copy = join(elsewhere, "deeper", "examples");
    cpSync(here, copy, { recursive: true });
    linkModules(join(elsewhere, "deeper", "node_modules"), copy);
    const first = await compileIn(here);
    expect(first.map((one) => one.digest?.slice(0, 7))).toEqual(names.map(() => "sha256:"));
    expect(await compileIn(here)).toEqual(first);
    expect(await compileIn(copy)).toEqual(first);
  } finally {
    rmSync(elsewhere, { recursive: true, force: true });
  }
});
