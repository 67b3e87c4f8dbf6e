import { expect, test } from "@jest/globals";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** What TypeScript says about a file that imports every package as a user has it: from its built declarations. */
function complaints(options: ts.CompilerOptions): string[] {
  mkdirSync(join(root, ".espalier"), { recursive: true });
  const folder = mkdtempSync(join(root, ".espalier", "declarations-"));
  try {
    const file = join(folder, "user.ts");
    const packages = readdirSync(join(root, "packages"));
    writeFileSync(
      file,
      packages.map((name) => `export * as ${name.replace("-", "_")} from "@espalier/${name}";\n`).join(""),
    );
    const program = ts.createProgram([file], {
      module: ts.ModuleKind.NodeNext,
      target: ts.ScriptTarget.ES2023,
      noEmit: true,
      types: ["node"],
      ...options,
    });
    return ts.getPreEmitDiagnostics(program).map((found) => {
      const place = found.file?.fileName.slice(root.length + 1);
      return `${place}: ${ts.flattenDiagnosticMessageText(found.messageText, "\n")}`;
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

test.each<[string, ts.CompilerOptions]>([
  ["the plainest strict project", { strict: true, skipLibCheck: false }],
  ["a project with every check", { strict: true, skipLibCheck: false, exactOptionalPropertyTypes: true }],
])("the packages' declarations are right in %s", (_, options) => {
  expect(complaints(options)).toEqual([]);
});
