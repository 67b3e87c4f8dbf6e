import {
  cpSync,
  existsSync,
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
import { checkBundle } from "@espalier/contract";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { compileFiles } from "./compile-files.ts";
import type { Compiled } from "./compiled.ts";

// The bundles of the flows in fixtures/flows, byte for byte. UPDATE_GOLDEN=1 writes them anew: read the difference.
const folder = fileURLToPath(new URL("../../../fixtures/flows/", import.meta.url));
const modules = fileURLToPath(new URL("../../../node_modules", import.meta.url));
const FLOWS = readdirSync(folder).filter((file) => file.endsWith(".tsx"));
const NAMES = ["ask-careful", "ask-fast", "deep", "flat", "invoice-triage", "mixed", "translate"];

let here: ReadonlyMap<string, Compiled>;
let elsewhere: ReadonlyMap<string, Compiled>;
const copy = path.join(realpathSync(mkdtempSync(path.join(tmpdir(), "espalier-golden-"))), "deeper", "flows");

async function compileAll(root: string, files: readonly string[]): Promise<ReadonlyMap<string, Compiled>> {
  const { workflows, diagnostics } = await compileFiles(files, { root });
  expect(diagnostics).toEqual([]);
  return new Map(workflows.map((workflow) => [workflow.name, workflow]));
}

beforeAll(async () => {
  cpSync(folder, copy, { recursive: true });
  symlinkSync(modules, path.join(copy, "node_modules"));
  here = await compileAll(folder, FLOWS);
  elsewhere = await compileAll(copy, [...FLOWS].reverse());
}, 60_000);

afterAll(() => rmSync(path.join(copy, "../.."), { recursive: true, force: true }));

test("the fixtures hold these workflows", () => {
  expect([...here.keys()].sort()).toEqual(NAMES);
});

test.each(NAMES)("%s is compiled to its golden bundle and side file", (name) => {
  const { bundle, json, map } = here.get(name) as Compiled;
  const files = { bundle: `${folder}${name}.golden.json`, map: `${folder}${name}.map.golden.json` };
  const mapText = `${JSON.stringify(map, undefined, 2)}\n`;
  if (process.env["UPDATE_GOLDEN"] === "1") {
    writeFileSync(files.bundle, json ?? "");
    writeFileSync(files.map, mapText);
  }
  expect(existsSync(files.bundle) && existsSync(files.map)).toBe(true);
  expect(json).toBe(readFileSync(files.bundle, "utf8"));
  expect(mapText).toBe(readFileSync(files.map, "utf8"));
  expect(checkBundle(bundle)).toEqual([]);
});

test.each(NAMES)("%s has the same bytes in another folder and order of compilation", (name) => {
  expect(elsewhere.get(name)?.json).toBe(here.get(name)?.json);
  expect(elsewhere.get(name)?.digest).toBe(here.get(name)?.digest);
  expect(JSON.stringify(elsewhere.get(name)?.map)).toBe(JSON.stringify(here.get(name)?.map));
});

test("nothing of this machine is in a bundle or its side file", () => {
  for (const { json, map } of here.values())
    expect(`${json}${JSON.stringify(map)}`).not.toContain(path.dirname(folder));
});

test("only what needs version 2 has it", () => {
  const versions = NAMES.map((name) => [name, here.get(name)?.bundle?.contract_version]);
  expect(Object.fromEntries(versions)).toEqual({
    "ask-careful": 1,
    "ask-fast": 1,
    deep: 2,
    flat: 1,
    "invoice-triage": 2,
    mixed: 2,
    translate: 2,
  });
});
