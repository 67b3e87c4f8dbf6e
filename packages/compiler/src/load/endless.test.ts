import { spawnSync } from "node:child_process";
import { afterEach, expect, test } from "@jest/globals";
import { createScratchProject, type ScratchProject } from "../modules/fixtures/scratch-project.ts";
import { unwatched } from "./fixtures/unwatched.ts";
import { loadFlows } from "./load-flows.ts";

let project: ScratchProject;
afterEach(() => project.remove());

// What never ends is stopped in a process of its own: if that fails, the tests go on.
const built = (name: string) => JSON.stringify(new URL(`../../dist/load/${name}.js`, import.meta.url).href);
const LOAD = `
  import { loadFlows, startWatchdog } from ${built("index")};
  const [, root, ...files] = process.argv;
  const watchdog = startWatchdog(1);
  for (const file of files) {
    const loaded = await loadFlows(root + "/" + file, { root, watchdog });
    const ran = loaded.ok ? await loaded.value.run(loaded.value.exports.Component) : loaded;
    console.log(JSON.stringify(ran.findings));
  }
`;

test("what never ends is stopped, and said where it was", () => {
  project = createScratchProject({
    "expression.ts": `import "./inner.ts";`,
    "inner.ts": `interface Gone {}\nconst slow: RegExp = /^(a+)+$/;\n export const a = slow.test("a".repeat(99) + "b");`,
    "component.ts": `export const Component = () => {\n  for (;;);\n};`,
    "package.ts": `import "spins";`,
    "again.ts": `export const a = 1;\nimport "spins";`,
    "node_modules/spins/package.json": `{ "type": "module", "exports": "./i.js" }`,
    "node_modules/spins/i.js": `for (;;);`,
  });
  const files = ["expression.ts", "component.ts", "package.ts", "again.ts"];
  const args = ["--input-type=module", "-e", LOAD, project.root, ...files];
  const { stdout, stderr } = spawnSync(process.execPath, args, { encoding: "utf8", timeout: 50_000 });
  const found = stdout
    .replaceAll(`${project.root}/`, "")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
  const place = (file: string, line: number, column: number) => ({ file, line, column });
  const hint =
    "Does a loop go on without end? What takes long belongs in a program: this runs whenever the workflow is compiled.";
  const loading = {
    code: "load-failed",
    message: "The file had not loaded after 1 second: it was still here.",
    hint,
  };
  const message = "A component had not returned after 1 second: it was still here.";
  expect([stderr, ...found]).toEqual([
    "",
    [{ ...loading, place: place("inner.ts", 3, 24) }],
    [{ code: "component-failed", message, hint, place: place("component.ts", 2, 3) }],
    [{ ...loading, place: place("package.ts", 1, 8) }],
    [{ ...loading, place: place("again.ts", 2, 8) }],
  ]);
});

test("what waits for something that never comes is said with each place where it may wait", async () => {
  project = createScratchProject({
    "flow.ts": `import "./a.ts";
const later = async () => await 1;
export const b = [await later()];`,
    "a.ts": `for await (const a of [1]) await a;`,
  });
  const watchdog = { ...unwatched, watch: async () => ({ kind: "waits" }) as const };
  const { findings } = await loadFlows(project.file("flow.ts"), { root: project.root, watchdog });
  const place = (file: string, line: number, column: number) => ({ file: project.file(file), line, column });
  expect(findings).toEqual([
    {
      code: "load-failed",
      message: "A top-level `await` did not finish within 30 seconds.",
      hint: "A workflow's file must load without waiting for anything that may not come.",
      place: place("a.ts", 1, 1),
      related: [
        { message: "or it waits here", place: place("a.ts", 1, 28) },
        { message: "or it waits here", place: place("flow.ts", 3, 19) },
      ],
    },
  ]);
});
