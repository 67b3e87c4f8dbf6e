import { expect, test } from "@jest/globals";
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { fileURLToPath } from "node:url";
import { espalier } from "../fixtures/espalier.ts";

const PAGES = new URL("../../../../docs/diagnostics/", import.meta.url);
const codes = readdirSync(PAGES)
  .map((file) => file.replace(/\.md$/, ""))
  .sort();
const page = (code: string): string => readFileSync(new URL(`${code}.md`, PAGES), "utf8");
const explain = (...args: string[]) => espalier(["explain", ...args], { cwd: tmpdir() });

test.each(codes)("%s is explained by its page", async (code) => {
  expect(await explain(code)).toEqual({ code: 0, stdout: page(code), stderr: "" });
});

test("a code is understood as it stands in a report", async () => {
  expect(await explain("Shape-Mismatch:")).toEqual(await explain("shape-mismatch"));
});

test("titles are bold where there are colours", async () => {
  const { stdout } = await espalier(["explain", "no-branches"], { cwd: tmpdir(), env: { FORCE_COLOR: "1" } });
  expect(stdout.split("\n", 1)).toEqual(["\u001b[1m# no-branches\u001b[22m"]);
});

test("without a code, all are listed with what they mean", async () => {
  const { code, stdout, stderr } = await explain();
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  const lines = stdout.trimEnd().split("\n");
  expect(lines.map((line) => line.split(" ", 1)[0])).toEqual(codes);
  expect(lines).toContain(
    `${"shape-mismatch".padEnd(Math.max(...codes.map(({ length }) => length)))}  A value does not fit the parameter that it is bound to.`,
  );
});

test("--json gives the same as data", async () => {
  const summary = "A value does not fit the parameter that it is bound to.";
  const all = JSON.parse((await explain("--json")).stdout) as unknown[];
  expect(all).toHaveLength(codes.length);
  expect(all).toContainEqual({ code: "shape-mismatch", summary });
  expect(JSON.parse((await explain("shape-mismatch", "--json")).stdout)).toEqual({
    code: "shape-mismatch",
    summary,
    page: page("shape-mismatch"),
  });
});

test.each([
  ["shape-mismach", 'did you mean "shape-mismatch"?'],
  ["../cli", "`espalier explain` lists the codes"],
  ["", "`espalier explain` lists the codes"],
])("%j is no code", async (given, hint) => {
  expect(await explain(given)).toEqual({
    code: 2,
    stdout: "",
    stderr: `error: there is no code "${given}"\nhint: ${hint}\n`,
  });
});

test("the package that is published has the pages", () => {
  const cwd = fileURLToPath(new URL("../..", import.meta.url));
  const { stdout } = spawnSync("npm", ["pack", "--dry-run", "--json"], { cwd, encoding: "utf8" });
  const [{ files }] = JSON.parse(stdout.slice(stdout.indexOf("[\n"))) as [{ files: { path: string }[] }];
  const packed = new Set(files.map(({ path }) => /^dist\/diagnostics\/(.*)\.md$/.exec(path)?.[1]));
  expect(codes.filter((code) => !packed.has(code))).toEqual([]);
});
