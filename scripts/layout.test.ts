import { expect, test } from "@jest/globals";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** What each package may import of ours. The same table as in docs/architecture.md. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  jsx: [],
  "babel-preset": [],
  sandbox: [],
  runner: ["contract"],
  client: ["contract"],
  compiler: ["contract", "jsx", "babel-preset"],
  gateway: ["contract", "runner", "sandbox"],
  visualizer: ["contract", "client"],
  cli: ["contract", "jsx", "babel-preset", "compiler", "client", "runner", "sandbox", "gateway", "visualizer"],
};

interface PackageFile {
  readonly name: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}

const names = readdirSync(join(root, "packages")).sort();

function packageFile(name: string): PackageFile {
  return JSON.parse(readFileSync(join(root, "packages", name, "package.json"), "utf8")) as PackageFile;
}

/** Source files of a package that are shipped: neither tests nor what only tests read. */
function sources(name: string): string[] {
  const folder = join(root, "packages", name, "src");
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|(^|\/)(fixtures|catalogue|testing)\//.test(file))
    .map((file) => join(folder, file));
}

/** Names of the packages that a module imports, types included. */
function imported(text: string): string[] {
  return ts
    .preProcessFile(text, true, true)
    .importedFiles.map((file) => file.fileName)
    .filter((specifier) => !specifier.startsWith("."))
    .map((specifier) => /^(@[^/]+\/[^/]+|[^/]+)/.exec(specifier)![1]!);
}

test("the packages are the ten of the architecture", () => {
  expect(names).toEqual(Object.keys(MAY_IMPORT).sort());
});

test.each(names)("%s imports only what it may, and names it in its package file", (name) => {
  const file = packageFile(name);
  const declared = new Set([...Object.keys(file.dependencies ?? {}), ...Object.keys(file.peerDependencies ?? {})]);
  const wrong: string[] = [];
  for (const source of sources(name)) {
    for (const used of imported(readFileSync(source, "utf8"))) {
      if (used === file.name || used.startsWith("node:")) continue;
      if (used.startsWith("@espalier/") && !MAY_IMPORT[name]!.includes(used.slice("@espalier/".length)))
        wrong.push(`${source.slice(root.length + 1)} may not import ${used}`);
      else if (!declared.has(used))
        wrong.push(`${source.slice(root.length + 1)} imports ${used}, which is not declared`);
    }
  }
  expect(wrong).toEqual([]);
});

test.each(names)("%s declares none of ours that it may not import", (name) => {
  const ours = Object.keys(packageFile(name).dependencies ?? {}).filter((used) => used.startsWith("@espalier/"));
  expect(ours.filter((used) => !MAY_IMPORT[name]!.includes(used.slice("@espalier/".length)))).toEqual([]);
});

test("the lockfile names no registry", () => {
  const lock = readFileSync(join(root, "package-lock.json"), "utf8");
  expect(lock.match(/https?:\/\/[^"]*\.tgz/g)).toBeNull();
});

test("no tracked file carries a path of the machine that it was written on", () => {
  if (!existsSync(join(root, ".git"))) return;
  const grep = (pattern: string): string => {
    try {
      return execFileSync("git", ["grep", "-nIE", pattern, "--", ":!scripts/layout.test.ts"], {
        cwd: root,
        encoding: "utf8",
      });
    } catch (error) {
      if ((error as { status?: number }).status === 1) return ""; // nothing found
      throw error;
    }
  };
  expect(grep("/(work|root|home/[a-z]+)/[a-z.]")).toBe("");
});
