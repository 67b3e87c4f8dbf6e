import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, afterEach, beforeAll, expect, test } from "@jest/globals";
import { compileFiles, type Compiler, createCompiler } from "./compile-files.ts";

let root = "";
let compiler: Compiler;
beforeAll(() => {
  root = realpathSync(mkdtempSync(path.join(tmpdir(), "espalier rounds ")));
  symlinkSync(fileURLToPath(new URL("../../../node_modules", import.meta.url)), path.join(root, "node_modules"));
});
afterEach(() => compiler.close());
afterAll(() => rmSync(root, { recursive: true, force: true }));

const flow = (
  name: string,
  more = "",
): string => `import { ForEach, Input, Python, Script, Workflow } from "@espalier/jsx";
import { half } from "./money.py";
import { total } from "./rules.ts";
export default (
  <Workflow name="${name}">
    <Script run={total} inputs={{ messages: Input.messages }} />
    <Python run={half} inputs={{ total: Input.previous.field("sum") }} />${more}
  </Workflow>
);
`;
const RULES = `import { add } from "./add.ts";
import type { Total } from "./types.ts";
export function total(messages: { content: string }[]): Total {
  return { sum: add(messages.map((message) => message.content.length)) };
}
`;
const ADD = "export const add = (all: number[]): number => all.reduce((a, b) => a + b, 0);\n";
const TYPES = "export interface Total { sum: number }\n";
const MONEY = "def half(total: float) -> float:\n    return total / 2\n";

/** One edit after another; null deletes the file. */
const ROUNDS: readonly Readonly<Record<string, string | null>>[] = [
  {
    "one/flow.tsx": flow("one"),
    "one/rules.ts": RULES,
    "one/add.ts": ADD,
    "one/types.ts": TYPES,
    "one/money.py": MONEY,
  },
  { "one/add.ts": ADD.replace(", 0", ", 1") },
  { "one/types.ts": "export interface Total { sum: string }\n" },
  { "one/types.ts": TYPES, "one/flow.tsx": "export default (\n" },
  { "one/add.ts": ADD.replace(", 0", ", 2") },
  { "one/flow.tsx": flow("one", "\n    <Script run={missing} />") },
  { "one/flow.tsx": flow("one") },
  { "one/money.py": null },
  { "one/money.py": MONEY.replace("total / 2", "total / 3") },
  { "one/money.py": MONEY.replace("total: float", "total: str") },
  { "one/money.py": MONEY, "one/add.ts": null },
  { "one/add.js": "export const add = () => 7;\n", "one/rules.ts": RULES.replace("./add.ts", "./add.js") },
  { "one/add.ts": ADD, "one/rules.ts": RULES },
  { "one/flow.tsx": null },
  { "one/add.ts": ADD.replace(", 0", ", 3") },
  { "one/flow.tsx": flow("again") },
  { "tsconfig.json": '{ "compilerOptions": { "strict": false } }' },
];

test("after every edit, a compiler that keeps what it knows says what a new one says", async () => {
  compiler = createCompiler({ root });
  const results: string[] = [];
  for (const round of ROUNDS) {
    for (const [name, text] of Object.entries(round)) {
      const file = path.join(root, name);
      mkdirSync(path.dirname(file), { recursive: true });
      if (text === null) rmSync(file);
      else writeFileSync(file, text);
    }
    compiler.refresh(Object.keys(round).map((name) => path.join(root, name)));
    const kept = await compiler.compileFiles(["one/flow.tsx"]);
    expect(kept).toEqual(await compileFiles(["one/flow.tsx"], { root }));
    const { digest } = kept.workflows[0] ?? {};
    results.push(digest ?? kept.diagnostics.map(({ code }) => code).join(" "));
  }
  const works = /^sha256:/;
  expect(results.map((result) => (works.test(result) ? "ok" : result))).toEqual([
    "ok",
    "ok",
    "shape-mismatch",
    "load-failed",
    "load-failed",
    "load-failed",
    "ok",
    "not-a-program",
    "ok",
    "shape-mismatch",
    "load-failed",
    "ok",
    "ok",
    "load-failed",
    "load-failed",
    "ok",
    "ok",
  ]);
  expect(new Set(results.filter((result) => works.test(result))).size).toBe(6);
});

test("it names every file that took part, and those that were looked for in vain", async () => {
  writeFileSync(path.join(root, "broken.tsx"), 'import { x } from "./no/where.ts";\nexport default x;\n');
  compiler = createCompiler({ root });
  await compiler.compileFiles(["one/flow.tsx", "broken.tsx", "gone.tsx"]);
  const own = compiler.files().filter((file) => file.startsWith(root));
  expect(own.map((file) => path.relative(root, file))).toEqual([
    "broken.tsx",
    "gone.tsx",
    "no/where.ts",
    "one/add.ts",
    "one/flow.tsx",
    "one/money.py",
    "one/rules.ts",
    "one/types.ts",
    "tsconfig.json",
  ]);
});
