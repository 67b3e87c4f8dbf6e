import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { compileFiles } from "../compile-files.ts";
import { type Code, CODES } from "./codes.ts";
import { type Page, PAGES } from "./fixtures/pages/pages.ts";

// The code on the pages of diagnostics, compiled: what is called wrong gives the page's code and no other error, and
// what is called right gives none.

/** Pages whose code cannot stand in one file, or is no mistake of an author's, or needs packages. */
const WITHOUT = [
  "dropped-import",
  "internal",
  "large-program",
  "load-failed",
  "nesting-limit",
  "partial-package",
  "unsupported-language",
];
const pages = new URL("../../../../docs/diagnostics/", import.meta.url);
const context = fileURLToPath(new URL("fixtures/pages/context.tsx", import.meta.url));
const NAMES = [...readFileSync(context, "utf8").matchAll(/^export (interface|const) (\w+)/gm)];
const COMPONENTS =
  "Branch ChatCompletion ForEach If Input Parallel Python Script Sequence System User Workflow jsonSchema schema";

const root = realpathSync(mkdtempSync(path.join(tmpdir(), "espalier-pages-")));
const found = new Map<string, string[]>();
const CASES = Object.entries(PAGES).flatMap(([code, page]) =>
  ["Wrong", "Right"].map((title) => ({ code, page, title })),
);

/** The code under one of a page's titles. */
function codeOf(code: string, title: string): string {
  const text = readFileSync(new URL(`${code}.md`, pages), "utf8");
  return /```\w+\n([^]*?)\n```/.exec(text.slice(text.indexOf(`## ${title}`)))?.[1] ?? "";
}

/** What a page's code declares, and the nodes that it shows or that use it. */
function partsOf(text: string, page: Page): { readonly declared: string; readonly nodes: string } {
  const [first = "", ...rest] = text.split(/^\/\/ .*(?:\n|$)/m).filter((part) => part.trim() !== "");
  const isTree = (part: string): boolean => /^\s*(?:<|\{|\w+=\{)/.test(part);
  const declared = isTree(first) ? "" : first;
  const shown = isTree(first) ? first : rest.join("");
  const nodes = shown.replaceAll(/ \/\/ .*$/gm, "").replace(/;(\n\})?\s*$/, "$1");
  if (page.nodes?.includes("…") === true) return { declared, nodes: page.nodes.replace("…", nodes) };
  return { declared, nodes: nodes.trim() === "" ? (page.nodes ?? "") : nodes };
}

/** A file with everything that the page's code takes from around it, but for what it declares itself. */
function fileOf(text: string, name: string, page: Page): string {
  const { declared, nodes } = page.as === "file" ? { declared: text, nodes: "" } : partsOf(text, page);
  const free = NAMES.filter(([, , known]) => !new RegExp(`(?:const|function|interface) ${known}\\b`).test(declared));
  const names = free.map(([, kind, known]) => (kind === "interface" ? `type ${known}` : known));
  const given = `export const given = (messages: unknown): ${page.previous ?? "Invoice"} => messages as never;`;
  const before = "<Script run={given} inputs={{ messages: Input.messages }} />";
  const tree = nodes.startsWith("<Workflow") ? nodes : `<Workflow name="${name}">\n${before}\n${nodes}\n</Workflow>`;
  return [
    `import { ${COMPONENTS.split(" ").join(", ")} } from "@espalier/jsx";`,
    `import * as z from "zod";`,
    `import { ${names.join(", ")} } from "./context.tsx";`,
    page.as === "file" ? "" : given,
    declared,
    page.as === "file" ? "" : `export default (\n${tree}\n);`,
  ].join("\n");
}

function write(folder: string, text: string, name: string, page: Page): void {
  mkdirSync(folder);
  copyFileSync(context, path.join(folder, "context.tsx"));
  if (page.as !== "python") {
    writeFileSync(path.join(folder, "flow.tsx"), fileOf(text, name, page));
    return;
  }
  const called = /def (\w+)/.exec(text)?.[1] ?? "";
  writeFileSync(path.join(folder, "programs.py"), `${page.python ?? ""}${text}\n`);
  const declared = `import { ${called} } from "./programs.py";\n// …\n<Python run={${called}} />`;
  writeFileSync(path.join(folder, "flow.tsx"), fileOf(declared, name, page));
}

async function compiled(title: string) {
  const paths = Object.keys(PAGES).map((code) => `${code}.${title}/flow.tsx`);
  return (await compileFiles(paths, { root, maxDiagnostics: 1000 })).diagnostics;
}

beforeAll(async () => {
  symlinkSync(fileURLToPath(new URL("../../../../node_modules", import.meta.url)), path.join(root, "node_modules"));
  for (const { code, page, title } of CASES) {
    write(path.join(root, `${code}.${title}`), codeOf(code, title), `${code}.${title.toLowerCase()}`, page);
  }
  // What is right bears the same names as what is wrong.
  const [wrong, right] = [await compiled("Wrong"), await compiled("Right")];
  for (const { code, location, message } of [...wrong, ...right]) {
    const folder = path.relative(root, location?.file ?? "").split(path.sep)[0] ?? "";
    found.set(folder, [...(found.get(folder) ?? []), `${code}: ${message}`]);
  }
}, 120_000);

afterAll(() => rmSync(root, { recursive: true, force: true }));

test.each(Object.keys(PAGES))("the page of %s", (code) => {
  const wrong = (found.get(`${code}.Wrong`) ?? []).map((told) => told.split(":", 1)[0]);
  expect({ wrong: [...new Set(wrong)], all: found.get(`${code}.Wrong`) }).toMatchObject({ wrong: [code] });
  expect(found.get(`${code}.Right`) ?? []).toEqual([]);
});

test("nothing is told outside of the pages, and every page but a few is compiled", () => {
  expect([...found.keys()].filter((folder) => !/\.(?:Wrong|Right)$/.test(folder))).toEqual([]);
  const shown = readdirSync(pages).map((file) => file.replace(/\.md$/, "") as Code);
  const missing = shown.filter((code) => PAGES[code] === undefined && CODES[code] !== undefined);
  expect(missing.sort()).toEqual(WITHOUT);
});
