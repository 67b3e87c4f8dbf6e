import { afterEach, expect, test } from "@jest/globals";
import { createTransformCache } from "../modules/transform-cache.ts";
import { createScratchProject, type ScratchProject } from "../modules/fixtures/scratch-project.ts";
import { buildFlows } from "./build-flows.ts";
import { createFlowCache } from "./flow-cache.ts";
import { unwatched } from "./fixtures/unwatched.ts";
import { loadFlows, prepareFlows } from "./load-flows.ts";

let project: ScratchProject;
afterEach(() => project.remove());

/** Which flows are built together, with what each is made from. */
async function built(files: Record<string, string>, names: readonly string[]) {
  project = createScratchProject(files);
  const flows = await buildFlows(names.map(project.file), createTransformCache());
  const short = (file: string) => file.slice(project.root.length + 1);
  return [...flows].map(([file, { flow, noted }]) => [
    short(file),
    flow.files.map(short),
    [...noted].sort().map(short),
  ]);
}

/** Loads flows that were built together, or each by itself; file names are as in the project. */
async function load(names: readonly string[], isTogether: boolean) {
  const [cache, flows] = [createTransformCache(), createFlowCache()];
  if (isTogether) await prepareFlows(names.map(project.file), { cache, flows });
  const results: unknown[] = [];
  for (const name of names) {
    const noted = new Set<string>();
    const note = (file: string) => void noted.add(file);
    const loaded = await loadFlows(project.file(name), { root: project.root, watchdog: unwatched, cache, flows, note });
    results.push({ ...loaded, noted: [...noted].sort() });
  }
  return JSON.parse(JSON.stringify(results).replaceAll(`${project.root}/`, "")) as unknown[];
}

test("each flow has the files that it leads to", async () => {
  const files = {
    "a.ts": `import { x } from "./x.ts"; import type { T } from "./types.ts"; export const a = x as T;`,
    "b.ts": `export * from "./y.ts"; export { a } from "./a.ts";`,
    "x.ts": `export const x = 1;`,
    "y.ts": `import data from "./data.json"; export const y = data;`,
    "data.json": `{}`,
    "types.ts": `export type T = number;`,
  };
  expect(await built(files, ["a.ts", "b.ts"])).toEqual([
    ["a.ts", ["a.ts", "x.ts"], ["a.ts", "x.ts"]],
    ["b.ts", ["a.ts", "b.ts", "data.json", "x.ts", "y.ts"], ["a.ts", "b.ts", "data.json", "x.ts", "y.ts"]],
  ]);
});

test("flows that cannot be built, or may run otherwise in several modules, are left to be built alone", async () => {
  const files = {
    "good.ts": `export { x } from "./x.ts";`,
    "missing.ts": `import "./nothing.ts";`,
    "syntax.ts": `export const a = ;`,
    "export.ts": `export { z } from "./x.ts";`,
    "waits.ts": `export { late } from "./late.ts";`,
    "late.ts": `export const late = await Promise.resolve(1);`,
    "later.ts": `export const later = () => import("./x.ts");`,
    "circle.ts": `export { one } from "./one.ts";`,
    "one.ts": `import { two } from "./two.ts"; export const one = () => two;`,
    "two.ts": `import { one } from "./one.ts"; export const two = () => one;`,
    "other.ts": `export { x } from "./x.ts";`,
    "x.ts": `export const x = 1;`,
  };
  const names = ["good", "other", "missing", "syntax", "export", "waits", "later", "circle"];
  const found = await built(
    files,
    names.map((name) => `${name}.ts`),
  );
  expect(found.map(([file]) => file)).toEqual(["good.ts", "other.ts"]);
});

test("flows load together as they do alone: exports, findings, places and files", async () => {
  project = createScratchProject({
    "count.ts": `const state = { count: 0 };\nexport const next = () => ++state.count;`,
    "a.ts": `import { next } from "./count.ts"; export const a = [next(), next()];`,
    "b.ts": `import { next } from "./count.ts"; export const b = next(); export const then = 1; export default "d";`,
    "missing.ts": `import { next } from "./count.ts"; import "./nothing.ts"; export const m = next();`,
    "throws.ts": `import "./fails.ts"; export const t = 1;`,
    "fails.ts": `interface Gone { a: 1 }\n\nconst nothing = undefined as any as { a: { b: Gone } };\n  nothing.a.b;`,
    "name.ts": `import { notThere } from "@espalier/jsx"; export const n = notThere;`,
    "named.ts": `import { Input } from "@espalier/jsx"; export const n = String(Input.name);`,
    "pattern.ts": `import "./fails.ts"; export const p = 1;`,
    "same.ts": `import * as all from "./b.ts"; export const keys = Object.keys(all); export const s = { ...all };`,
  });
  const names = ["a", "b", "missing", "throws", "name", "named", "pattern", "same"].map((name) => `${name}.ts`);
  const together = await load(names, true);
  expect(together).toEqual(await load(names, false));
  expect(together.slice(0, 2)).toMatchObject([
    { value: { exports: { a: [1, 2] } } },
    { value: { exports: { b: 1, then: 1, default: "d" } } },
  ]);
  expect(together[3]).toMatchObject({ findings: [{ place: { file: "fails.ts", line: 4, column: 11 } }] });
});
