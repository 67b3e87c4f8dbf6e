import { afterAll, expect, test } from "@jest/globals";
import { checkBundle, digest } from "@espalier/contract";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { espalier } from "../fixtures/espalier.ts";
import { COUNT, SEVERAL } from "../fixtures/flows.ts";
import { createWorkspace } from "../fixtures/workspace.ts";

const workspace = createWorkspace({
  "count.tsx": COUNT,
  "several.tsx": SEVERAL,
  "wrong.tsx": "export const x = 1;\n",
  "file.txt": "",
});
afterAll(() => workspace.remove());

const build = (...args: string[]) => espalier(["build", ...args], { cwd: workspace.folder });
const read = (path: string): string => readFileSync(join(workspace.folder, path), "utf8");

test("writes the canonical bundle and its map, and says so in columns", async () => {
  const { code, stdout, stderr } = await build("count.tsx", "several.tsx", "--out", "deep/er");
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const bundle = JSON.parse(read("deep/er/count.json")) as unknown;
  expect(checkBundle(bundle)).toEqual([]);
  expect(stdout.split("\n")[0]).toBe(
    `deep/er/count.json  v2  ${read("deep/er/count.json").length} bytes  ${digest(bundle)}`,
  );
  expect(
    stdout
      .split("\n")
      .slice(1)
      .map((line) => line.split("  ", 1)[0]),
  ).toEqual(["deep/er/a.json", "deep/er/b.json", ""]);
  expect(JSON.parse(read("deep/er/count.map.json"))).toMatchObject({ workflow: "count", digest: digest(bundle) });
  expect(readdirSync(join(workspace.folder, "deep/er")).filter((name) => name.endsWith(".tmp"))).toEqual([]);
});

test("--json lists what was written, and - gives the very bytes", async () => {
  const { stdout } = await build("count.tsx", "--json");
  const [written] = JSON.parse(stdout) as { file: string; digest: string; bytes: number }[];
  expect(written).toMatchObject({ name: "count", file: "bundles/count.json", map: "bundles/count.map.json" });
  const bytes = await build("count.tsx", "-o", "-");
  expect(bytes).toEqual({ code: 0, stdout: read("bundles/count.json"), stderr: "" });
  expect(await build("several.tsx", "-w", "b", "-o", "-")).toMatchObject({ code: 0, stderr: "" });
});

const REFUSED: [args: string[], code: number, stderr: string][] = [
  [
    ["several.tsx", "-o", "-"],
    2,
    'error: there are several workflows here: "a", "b"\nhint: say which with --workflow <name>\n',
  ],
  [["several.tsx", "-w", "c"], 2, 'error: there is no workflow "c" here: there is "a", "b"\n'],
  [
    ["count.tsx", "-o", "file.txt"],
    2,
    'error: cannot write to "file.txt": a file of that name is in the way\n' +
      "hint: give a folder that you can write to with --out\n",
  ],
  [
    ["count.tsx", "-o", "file.txt/deeper"],
    2,
    'error: cannot write to "file.txt/deeper": a part of the path is a file, not a folder\n' +
      "hint: give a folder that you can write to with --out\n",
  ],
];

test.each(REFUSED)("%j", async (args, code, stderr) => {
  expect(await build(...args)).toEqual({ code, stdout: "", stderr });
});

test("a folder below which no folder can be made is refused, not waited for", async () => {
  const { code, stderr } = await espalier(["build", "count.tsx", "-o", "/proc/nothing/here"], {
    cwd: workspace.folder,
  });
  expect(code).toBe(2);
  expect(stderr).toMatch(/^error: cannot write to ".*proc\/nothing\/here": no folder can be made there\n/);
});

test("with an error in one file nothing is written", async () => {
  const { code, stdout, stderr } = await build("count.tsx", "wrong.tsx", "-o", "none", "--json");
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({
    error: { message: "1 error: nothing was sent or written", code: "failed" },
  });
  expect(stderr).toMatch(/^wrong\.tsx:1:1 - error not-a-workflow: /);
  expect(stderr).toMatch(/\n\nerror: 1 error: nothing was sent or written\n$/);
  expect(existsSync(join(workspace.folder, "none"))).toBe(false);
});
