import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { beforeAll, describe, expect, jest, test } from "@jest/globals";
import { COMPILERS } from "./compilers.ts";
import type { Forms } from "./form.ts";
import { accepted, notChecked } from "./index.ts";
import { load } from "./load.ts";
import { report, type Report } from "./report.ts";

// Compilers start slowly on a busy machine.
jest.setTimeout(60_000);

type Reports = Readonly<Record<string, Report>>;

const fileOf = (name: string): string => fileURLToPath(new URL(name, import.meta.url));
const forms: Forms = { ...accepted, ...notChecked };
const expected = Object.fromEntries(Object.entries(forms).map(([name, [, tree]]) => [name, tree]));
const treesOf = (reports: Reports): Record<string, string> =>
  Object.fromEntries(Object.entries(reports).map(([name, { tree }]) => [name, tree]));
const placesOf = (reports: Reports): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(reports).map(([name, { place }]) => [name, place]));

// The tests themselves are compiled with the preset, in development: these are its places.
const places = placesOf(report(forms));

test("no form is lost by sharing a name with another", () => {
  expect(Object.keys(accepted).length + Object.keys(notChecked).length).toBe(Object.keys(forms).length);
  expect(Object.keys(forms).length).toBeGreaterThan(90);
});

describe.each(COMPILERS)("compiled by $name", (compiler) => {
  let reports: Reports;
  beforeAll(async () => {
    const compiled = await load(fileOf("index.ts"), compiler.compile);
    reports = { ...report(compiled["accepted"] as Forms), ...report(compiled["notChecked"] as Forms) };
  });

  test("every form becomes the same tree", () => {
    expect(treesOf(reports)).toEqual(expected);
  });

  test(compiler.places ? "every place is that of the preset" : "there are no places", () => {
    const placeless = compiler.places ? (compiler.placeless ?? []) : Object.keys(forms);
    const none = Object.fromEntries(placeless.map((name) => [name, undefined]));
    expect(placesOf(reports)).toEqual({ ...places, ...none });
  });
});

test("run by tsx, every form becomes the same tree", async () => {
  const tsx = import.meta.resolve("tsx");
  const args = ["--conditions=@espalier/source", `--import=${tsx}`, fileOf("print.ts")];
  const env = { ...process.env, TSX_TSCONFIG_PATH: fileOf("tsconfig.json") };
  const { stdout } = await promisify(execFile)(process.execPath, args, { env });
  expect(treesOf(JSON.parse(stdout) as Reports)).toEqual(expected);
});

test("Python functions, compiled by our preset", async () => {
  const { python } = await import("./accepted-python.tsx");
  expect(treesOf(report(python))).toEqual(
    Object.fromEntries(Object.entries(python).map(([name, [, tree]]) => [name, tree])),
  );
});
