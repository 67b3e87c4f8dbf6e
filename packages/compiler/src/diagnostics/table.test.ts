import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { compileFiles } from "../compile-files.ts";
import type { CompileOptions } from "../options.ts";
import { CODES } from "./codes.ts";
import type { Diagnostic } from "./diagnostic.ts";
import { bindings } from "./fixtures/bindings.ts";
import type { Case } from "./fixtures/case.ts";
import { files } from "./fixtures/files.ts";
import { habits } from "./fixtures/habits.ts";
import { placement } from "./fixtures/placement.ts";
import { programs } from "./fixtures/programs.ts";
import { props } from "./fixtures/props.ts";
import { formatPretty } from "./pretty.ts";
import { relativeFile } from "./relative.ts";

// Every case is a project folder of its own, and all are compiled together. Each must give exactly one diagnostic.
const CASES: readonly Case[] = [...files, ...placement, ...props, ...bindings, ...programs, ...habits];
const MARK = "⟦";
const HEADER = `import { Assistant, Branch, ChatCompletion, ForEach, If, Input, Parallel, Python, Script, Sequence, System, User, Workflow, jsonSchema, schema, text } from "@espalier/jsx";
import * as z from "zod";
import { always, anything, convert, either, first, isLarge, nothing, pass, rounded, shout, shoutOne, size, total, words, yes } from "../programs.ts";
import { clean, is_large } from "../programs.py";
`;

const root = realpathSync(mkdtempSync(path.join(tmpdir(), "espalier-table-")));
const found = new Map<number, Diagnostic[]>();
const expected = new Map<number, string>();

/** The text of a case's flow; the first line after the header is line 6 for nodes and 5 for files. */
function flowText({ nodes, file }: Case): string {
  if (nodes !== undefined) return `${HEADER}export default <Workflow name="w">\n\n${nodes}\n</Workflow>;\n`;
  const text = file ?? "";
  return `${HEADER}${text.includes("export") || text.includes("import") ? text : `export default ${text};`}\n`;
}

/** Writes a file without its mark, and notes where the mark was. */
function write(index: number, name: string, text: string): void {
  const at = text.indexOf(MARK);
  const before = text.slice(0, at).split("\n");
  if (at >= 0) expected.set(index, `${name}:${before.length}:${(before.at(-1) ?? "").length + 1}`);
  const file = path.join(root, `case-${index}`, name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text.replace(MARK, ""));
}

async function compileCases(cases: readonly Case[], options: CompileOptions = {}): Promise<void> {
  const paths = cases.map((given) => path.join(root, `case-${CASES.indexOf(given)}`, "flow.tsx"));
  const { diagnostics } = await compileFiles(paths, { ...options, root, maxDiagnostics: 1000 });
  for (const diagnostic of diagnostics) {
    const index = Number(/case-(\d+)/.exec(diagnostic.location?.file ?? "")?.[1] ?? -1);
    found.set(index, [...(found.get(index) ?? []), diagnostic]);
  }
}

beforeAll(async () => {
  const here = path.dirname(fileURLToPath(import.meta.url));
  cpSync(path.join(here, "fixtures/project"), root, { recursive: true });
  symlinkSync(path.join(here, "../../../../node_modules"), path.join(root, "node_modules"));
  for (const [index, given] of CASES.entries()) {
    mkdirSync(path.join(root, `case-${index}`));
    write(index, "flow.tsx", flowText(given).replaceAll('name="w"', `name="w-${index}"`));
    for (const [name, text] of Object.entries(given.files ?? {})) write(index, name, text);
  }
  const special = CASES.filter((given) => given.languages !== undefined || given.strict !== undefined);
  await compileCases(CASES.filter((given) => !special.includes(given)));
  for (const given of special) await compileCases([given], { languages: given.languages, strict: given.strict });
}, 120_000);

afterAll(() => rmSync(root, { recursive: true, force: true }));

/** What a diagnostic says, with the case's own names taken out. */
function told(diagnostic: Diagnostic, index: number) {
  const at = diagnostic.location;
  const clean = (text: string): string => text.replaceAll(`case-${index}`, "case").replaceAll(`w-${index}`, "w");
  return {
    code: diagnostic.code,
    message: clean(diagnostic.message),
    at:
      at === undefined
        ? "nowhere"
        : relativeFile(at.file, path.join(root, `case-${index}`)) + `:${at.line}:${at.column}`,
  };
}

test.each(CASES.map((given, index) => [`${given.code} ${index}: ${given.message}`, index] as const))(
  "%s",
  (_, index) => {
    const given = CASES[index] as Case;
    const diagnostics = found.get(index) ?? [];
    expect(diagnostics.map((diagnostic) => told(diagnostic, index))).toEqual([
      { code: given.code, message: given.message, at: given.at ?? expected.get(index) },
    ]);
    if (given.hint !== undefined) expect(diagnostics[0]?.hint).toBe(given.hint);
    expect(diagnostics[0]?.related.map((related) => related.message)).toEqual(given.related ?? []);
    expect(diagnostics[0]?.severity).toBe(CODES[given.code].severity);
  },
);

test("nothing is reported outside of the cases", () => {
  expect(found.get(-1) ?? []).toEqual([]);
});

// Everything that is printed about the first mistake of each code, as somebody reads it. UPDATE_GOLDEN=1 writes it anew:
// read the difference, and ask whether it is enough to mend the mistake.
const OUTPUTS = fileURLToPath(new URL("fixtures/outputs.txt", import.meta.url));

/** The outputs by code, in the order of the codes. */
function outputs(): string {
  const shown = Object.keys(CODES).flatMap((code) => {
    const index = CASES.findIndex((given) => given.code === code);
    if (index < 0) return [];
    const printed = formatPretty(found.get(index) ?? [], { root: path.join(root, `case-${index}`) });
    return [`${printed.replaceAll(`case-${index}`, "case").replaceAll(`w-${index}`, "w")}\n`];
  });
  return shown.join(`\n${"=".repeat(100)}\n\n`);
}

describe("the table", () => {
  test("what is printed, whole", () => {
    if (process.env["UPDATE_GOLDEN"] === "1") writeFileSync(OUTPUTS, outputs());
    expect(outputs()).toBe(readFileSync(OUTPUTS, "utf8"));
  });

  test("has every code but the one for our own mistakes", () => {
    const shown = new Set(CASES.map((given) => given.code));
    expect(Object.keys(CODES).filter((code) => !shown.has(code as Case["code"]))).toEqual(["internal"]);
  });
});
