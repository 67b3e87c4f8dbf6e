import { afterAll, beforeEach, expect, test } from "@jest/globals";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { espalier } from "../fixtures/espalier.ts";
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
