import { expect, test } from "@jest/globals";
import { compileFiles, formatPretty } from "@espalier/compiler";
import { copyFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const readme = readFileSync(join(root, "README.md"), "utf8");

/** The text of the first code block in a language. */
function block(language: string): string {
  const match = new RegExp(`\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(readme);
  if (match === null) throw new Error(`the README has no ${language} block`);
  return match[1]!;
}

/** Compiles a flow that stands beside the programs of the invoice example. */
async function compileFlow(text: string) {
  mkdirSync(join(root, ".espalier"), { recursive: true });
  const folder = mkdtempSync(join(root, ".espalier", "readme-"));
  try {
    for (const file of ["money.py", "rules.ts"])
      copyFileSync(join(root, "examples", "invoice-triage", file), join(folder, file));
    writeFileSync(join(folder, "flow.tsx"), text);
    const { workflows, diagnostics } = await compileFiles([join(folder, "flow.tsx")], { root: folder });
    return { workflows, printed: formatPretty(diagnostics, { root: folder }) };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The whole block, with the comment in its first line, as somebody pastes it. */
const flow = block("tsx");

test("the README's workflow compiles", async () => {
  const { workflows, printed } = await compileFlow(flow);
  expect(printed).toBe("");
  expect(workflows.map((workflow) => workflow.name)).toEqual(["invoices"]);
});

test("its mistake is reported as the README shows it", async () => {
  const { printed } = await compileFlow(flow.replace('"invoices")', '"invoice")'));
  expect(`${printed}\n`).toBe(block("text"));
});

test("what the README links to and runs exists", () => {
  const links = [...readme.matchAll(/\]\(([^)#:]+)\)/g)].map((match) => match[1]!);
  expect(links.filter((link) => !existsSync(join(root, link)))).toEqual([]);
  const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    scripts: Record<string, string>;
  };
  const called = [...readme.matchAll(/npm run ([a-z:]+)/g)].map((match) => match[1]!);
  expect(called.filter((name) => scripts[name] === undefined)).toEqual([]);
});
