import { afterAll, beforeEach, describe, expect, test } from "@jest/globals";
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";
import { espalier } from "../fixtures/espalier.ts";
import { COUNT, SEVERAL } from "../fixtures/flows.ts";
import { createWorkspace, type Workspace } from "../fixtures/workspace.ts";

let workspace: Workspace = createWorkspace();
beforeEach(() => {
  workspace.remove();
  workspace = createWorkspace({
    "flows/flow.tsx": 'import { half } from "./money.py";\nimport { gone } from "./gone.py";\n',
    "flows/money.py": "def half(total: float) -> float:\n    return total / 2\n",
    "flows/unused.py": "def unused() -> None:\n    pass\n",
  });
});
afterAll(() => workspace.remove());

const types = (...args: string[]) => espalier(["types", ...args], { cwd: workspace.folder });
const at = (path: string): string => join(workspace.folder, path);

test("writes declarations beside the Python files that are imported, once", async () => {
  expect(await types()).toEqual({ code: 0, stdout: "flows/money.d.py.ts  written\n", stderr: "" });
  expect(readFileSync(at("flows/money.d.py.ts"), "utf8")).toContain("half: PythonFunction<{ total: number }, number>");
  expect(existsSync(at("flows/unused.d.py.ts"))).toBe(false);
  expect(await types("flows/flow.tsx")).toEqual({ code: 0, stdout: "", stderr: "1 file is fresh\n" });
  expect(await types("flows/unused.py")).toMatchObject({ code: 0, stdout: "flows/unused.d.py.ts  written\n" });
});

test("--check finds those that are missing or stale, and writes nothing", async () => {
  const stale = {
    code: 1,
    stdout: "flows/money.d.py.ts  stale\n",
    stderr: "write them anew with `espalier types`\n",
  };
  expect(await types("--check")).toEqual(stale);
  expect(existsSync(at("flows/money.d.py.ts"))).toBe(false);
  await types();
  expect(await types("--check")).toEqual({ code: 0, stdout: "", stderr: "1 file is fresh\n" });
  writeFileSync(at("flows/money.py"), "def half(total: float, by: int) -> float:\n    return total / by\n");
  expect(await types("--check")).toEqual(stale);
  const json = await types("--check", "--json");
  expect(JSON.parse(json.stdout)).toEqual([{ file: "flows/money.d.py.ts", state: "stale" }]);
});

test("declarations whose Python file is gone are removed, and others that were written once are kept fresh", async () => {
  await types(".", "flows/unused.py");
  writeFileSync(at("flows/unused.py"), "def unused() -> int:\n    return 1\n");
  rmSync(at("flows/money.py"));
  expect(await types("--check")).toMatchObject({
    code: 1,
    stdout: "flows/money.d.py.ts  stale\nflows/unused.d.py.ts  stale\n",
  });
  expect(await types()).toMatchObject({
    code: 0,
    stdout: "flows/money.d.py.ts  removed\nflows/unused.d.py.ts  written\n",
  });
  expect(existsSync(at("flows/money.d.py.ts"))).toBe(false);
  expect(await types("--check")).toEqual({ code: 0, stdout: "", stderr: "1 file is fresh\n" });
});

test("a file that somebody else wrote is never written over", async () => {
  const own = "export declare const half: (total: number) => number;\n";
  workspace.write({ "flows/money.d.py.ts": own, "flows/gone.d.py.ts": own });
  const refused = {
    code: 1,
    stdout: "flows/money.d.py.ts  foreign\n",
    stderr: "what `espalier types` has not generated, it leaves alone: rename or remove the file\n",
  };
  expect(await types()).toEqual(refused);
  expect(await types("--check")).toEqual(refused);
  expect(readFileSync(at("flows/money.d.py.ts"), "utf8")).toBe(own);
  expect(existsSync(at("flows/gone.d.py.ts"))).toBe(true);
});

test("what was generated and then changed by hand, or by Git's line breaks, is told apart", async () => {
  await types();
  const text = readFileSync(at("flows/money.d.py.ts"), "utf8");
  writeFileSync(at("flows/money.d.py.ts"), text.replaceAll("\n", "\r\n"));
  expect(await types("--check")).toMatchObject({ code: 0 });
  writeFileSync(at("flows/money.d.py.ts"), text.replace("number }", "string }"));
  expect(await types("--check")).toMatchObject({ code: 1, stdout: "flows/money.d.py.ts  stale\n" });
  expect(await types()).toMatchObject({ code: 0, stdout: "flows/money.d.py.ts  written\n" });
  expect(readFileSync(at("flows/money.d.py.ts"), "utf8")).toBe(text);
});

test("where nothing can be written, says why", async () => {
  workspace.write({ "flows/flow.tsx": 'import { half } from "./folder.py";\n', "flows/folder.d.py.ts/x": "" });
  workspace.write({ "flows/folder.py": "def half(total: float) -> float:\n    return total / 2\n" });
  expect(await types()).toEqual({
    code: 1,
    stdout: "",
    stderr: 'error: cannot write "flows/folder.d.py.ts": it is a folder\n',
  });
});

test("a file that Python cannot read is reported, and its old declarations stay", async () => {
  await types();
  const before = readFileSync(at("flows/money.d.py.ts"), "utf8");
  writeFileSync(at("flows/money.py"), "def half(total: float -> float:\n    return total / 2\n");
  const { code, stdout, stderr } = await types();
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toMatch(/^flows\/money\.py:1:\d+ - error python-syntax: /);
  expect(readFileSync(at("flows/money.d.py.ts"), "utf8")).toBe(before);
});

test("paths without Python say so, and paths that are not there are mistakes", async () => {
  workspace.write({ "other/flow.tsx": "export {};\n" });
  expect(await types("other")).toEqual({
    code: 0,
    stdout: "",
    stderr: "no Python file is imported there, and no workflow exported\n",
  });
  expect(await types("nowhere")).toEqual({
    code: 2,
    stdout: "",
    stderr: 'error: there is no file or folder "nowhere"\nhint: paths are read from the current folder\n',
  });
});

describe("what workflows give", () => {
  const FILE = "espalier-workflows.d.ts";

  test("is written for each folder that is named, and not for files", async () => {
    workspace.write({ "a/flow.tsx": COUNT, "b/deep/flow.tsx": SEVERAL });
    expect(await types("a", "b", "a/flow.tsx")).toEqual({
      code: 0,
      stdout: `a/${FILE}  written\nb/${FILE}  written\n`,
      stderr: "",
    });
    expect(readFileSync(at(`a/${FILE}`), "utf8"))
      .toBe(`// Generated by \`espalier types\` from the workflows below this folder. Do not edit.

declare module "@espalier/client" {
  interface WorkflowResults {
    count: Count.Output;
  }
}

export namespace Count {
  export type Output = number;
}
`);
    expect(readFileSync(at(`b/${FILE}`), "utf8")).toContain("    a: A.Output;\n    b: B.Output;\n");
    expect(await types("a/flow.tsx")).toMatchObject({ code: 0, stdout: "" });
    expect(await types("a", "b")).toEqual({ code: 0, stdout: "", stderr: "2 files are fresh\n" });
    expect(await types()).toMatchObject({ stdout: `flows/money.d.py.ts  written\n${FILE}  written\n` });
  });

  test("is stale when a result has another type, and empty when there is no workflow any more", async () => {
    workspace.write({ "a/flow.tsx": COUNT });
    expect(await types("a", "--check")).toEqual({
      code: 1,
      stdout: `a/${FILE}  stale\n`,
      stderr: "write them anew with `espalier types`\n",
    });
    expect(existsSync(at(`a/${FILE}`))).toBe(false);
    await types("a");
    expect(await types("a", "--check")).toMatchObject({ code: 0 });
    workspace.write({ "a/flow.tsx": COUNT.replace("): number", "): 1 | 2").replace(").length", ").length as 1 | 2") });
    expect(await types("a", "--check", "--json")).toMatchObject({
      code: 1,
      stdout: JSON.stringify([{ file: `a/${FILE}`, state: "stale" }], undefined, 2) + "\n",
    });
    workspace.write({ "a/flow.tsx": "export {};\n" });
    expect(await types("a")).toMatchObject({ code: 0, stdout: `a/${FILE}  written\n` });
    expect(readFileSync(at(`a/${FILE}`), "utf8")).toMatch(/\n\nexport \{\};\n$/);
  });

  test("stays as it was when a workflow has an error, which is printed once", async () => {
    workspace.write({
      "a/flow.tsx": `import { Python, Workflow } from "@espalier/jsx";
import { one } from "./one.py";
export default <Workflow name="a"><Python run={one} /></Workflow>;
`,
      "a/one.py": "def one(x: int) -> int:\n    return (x + \n",
      [`a/${FILE}`]: "// Generated by `espalier types` from old",
    });
    const { code, stdout, stderr } = await types("a");
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr.match(/ - error /g)).toHaveLength(1);
    expect(stderr).toMatch(/^a\/one\.py:3:1 - error python-syntax: /);
    expect(readFileSync(at(`a/${FILE}`), "utf8")).toBe("// Generated by `espalier types` from old");
  });

  test("types the inputs of Python programs at their place", async () => {
    workspace.write({
      "flows/flow.tsx": `import { Input, Python, Script, Workflow } from "@espalier/jsx";
import { half, spread, untyped } from "./money.py";
export const right = (
  <Workflow name="right">
    <Python run={spread} inputs={{ total: 3, by: { of: [1, 2] } }} />
    <Python run={half} inputs={{ total: Input.previous.field("least") }} />
    <Python run={half} />
  </Workflow>
);
export const wrong = [
  <Python run={half} inputs={{ total: "3" }} />,
  <Python run={half} inputs={{ totl: 3 }} />,
  <Python run={spread} inputs={{ total: 3 }} />,
  <Python run={spread} inputs={{ total: 3, by: { of: [1, "2"] } }} />,
  <Python run={untyped} />,
  <Script run={half} />,
];
half({ total: 3 });
`,
      "flows/money.py": `from typing import TypedDict
class Parts(TypedDict):
    of: list[int]
class Spread(TypedDict):
    least: float
def half(total: float) -> float: return total / 2
def spread(total: float, by: Parts, digits: int = 2) -> Spread: return {"least": total}
def untyped(total): return total
`,
    });
    expect(await types("flows/money.py")).toMatchObject({ code: 0 });
    expect(typeErrors(at("flows/flow.tsx")).map((line) => line.slice(0, 50))).toEqual([
      "11: Type 'string' is not assignable to type 'numbe",
      "12: Object literal may only specify known properti",
      "13: Property 'by' is missing in type '{ total: num",
      "14: Type 'string' is not assignable to type 'Integ",
      "15: Property '[BRAND]' is missing in type '{ reado",
      "16: Type 'PythonFunction<{ total: number; }, numbe",
      "18: This expression is not callable.",
    ]);
  });

  test("types the results of client.run, exactly", async () => {
    cpSync(fileURLToPath(new URL("../../../../examples/statement-audit", import.meta.url)), at("flows/audit"), {
      recursive: true,
    });
    workspace.write({
      "flows/flow.tsx": COUNT,
      "use.mts": `import type {} from "./flows/espalier-workflows.d.ts";
import { GatewayClient } from "@espalier/client";
import type { StatementAudit } from "./flows/espalier-workflows.d.ts";
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
interface Totals { lines: number; queries: number; money_in: number; money_out: number }
const client = new GatewayClient({ baseUrl: "http://127.0.0.1" });
const { output } = await client.run("statement-audit", { messages: [] });
export const same: [Same<typeof output, StatementAudit.Output>, Same<typeof output.totals.money_in, number>] = [true, true];
export const back: { totals: Totals; report: string } = output satisfies StatementAudit.Output;
export const words: number = (await client.run("count", { messages: [] })).output;
output.total;
export const text: string = (await client.run("count", { messages: [] })).output;
export const other: string = (await client.run("unknown", { messages: [] })).output;
`,
    });
    expect(await types("flows")).toMatchObject({ code: 0 });
    expect(typeErrors(at("use.mts"))).toEqual([
      "11: Property 'total' does not exist on type 'Output'. Did you mean 'totals'?",
      "12: Type 'number' is not assignable to type 'string'.",
      "13: Type 'Json' is not assignable to type 'string'.",
    ]);
  });
});

/** What TypeScript says about a file, with its lines. */
function typeErrors(file: string): string[] {
  const program = ts.createProgram([file], {
    target: ts.ScriptTarget.ES2023,
    lib: ["lib.es2023.d.ts", "lib.dom.d.ts", "lib.dom.iterable.d.ts"],
    module: ts.ModuleKind.NodeNext,
    strict: true,
    noEmit: true,
    types: ["node"],
    allowImportingTsExtensions: true,
    allowArbitraryExtensions: true,
    jsx: ts.JsxEmit.ReactJSX,
    jsxImportSource: "@espalier/jsx",
    customConditions: ["@espalier/source"],
  });
  const source = program.getSourceFile(file);
  return ts.getPreEmitDiagnostics(program, source).map(({ start, messageText }) => {
    const { line } = source!.getLineAndCharacterOfPosition(start!);
    return `${line + 1}: ${ts.flattenDiagnosticMessageText(messageText, "\n").split("\n", 1)[0]}`;
  });
}

test("what the examples have is fresh", async () => {
  const cwd = fileURLToPath(new URL("../../../..", import.meta.url));
  expect(await espalier(["types", "examples", "--check"], { cwd })).toEqual({
    code: 0,
    stdout: "",
    stderr: "4 files are fresh\n",
  });
});
