import { existsSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, describe, expect, test } from "@jest/globals";
import type { Finding } from "../finding.ts";
import { createTransformCache } from "../modules/transform-cache.ts";
import { createScratchProject, type ScratchProject } from "../modules/fixtures/scratch-project.ts";
import { unwatched } from "./fixtures/unwatched.ts";
import { loadFlows } from "./load-flows.ts";

let project: ScratchProject;
afterEach(() => project.remove());

async function load(files: Record<string, string>, name = "flow.tsx") {
  project = createScratchProject(files);
  const loaded = await loadFlows(project.file(name), { root: project.root, watchdog: unwatched });
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.findings));
  return loaded.value;
}

/** The findings, with file names as in the project. */
async function findings(files: Record<string, string>, name = "flow.tsx"): Promise<Finding[]> {
  project = createScratchProject(files);
  const loaded = await loadFlows(project.file(name), { root: project.root, watchdog: unwatched });
  return JSON.parse(JSON.stringify(loaded.findings).replaceAll(`${project.root}/`, "")) as Finding[];
}

describe("what loads", () => {
  test("TSX with types, enums, JSON, a JavaScript helper and top-level await", async () => {
    const { exports, files } = await load({
      "flow.tsx": `
        import { Workflow, type Json } from "@espalier/jsx";
        import settings from "./settings.json" with { type: "json" };
        import { shout } from "./helper.js";
        enum Size { Small = 1 }
        export const size: Json = await Promise.resolve(Size.Small);
        export default <Workflow name={shout(settings.name)}>{null}</Workflow>;`,
      "settings.json": `{ "name": "a" }`,
      "helper.js": `export const shout = (text) => text + "!";`,
    });
    expect(exports["size"]).toBe(1);
    const { props, source } = exports["default"] as { props: object; source: object };
    expect(props).toMatchObject({ name: "a!" });
    expect(source).toMatchObject({ file: project.file("flow.tsx"), line: 7, column: 24 });
    expect(files).toEqual(["flow.tsx", "helper.js", "settings.json"].map(project.file));
  });

  test("path aliases, extensionless imports and .js names of .ts files", async () => {
    const { exports } = await load({
      "tsconfig.json": `{ "extends": "./tsconfig.base.json", "files": [] }`,
      "tsconfig.base.json": `{ "compilerOptions": { "paths": { "@/*": ["./src/*"] } } }`,
      "flow.tsx": `export { a } from "@/a"; export { b } from "./src/b.js"; export { c } from "./src";`,
      "src/a.ts": `export const a = 1;`,
      "src/b.ts": `export const b: number = 2;`,
      "src/index.ts": `export const c = 3;`,
    });
    expect({ ...exports }).toEqual({ a: 1, b: 2, c: 3 });
  });

  test("TypeScript source of a workspace package, which is tagged; an installed package is not compiled", async () => {
    project = createScratchProject({
      "flow.tsx": `export { rule } from "@acme/rules"; export { plain, self } from "plain";`,
      "packages/rules/package.json": `{ "name": "@acme/rules", "exports": "./src/index.ts", "type": "module" }`,
      "packages/rules/src/index.ts": `export function rule(): boolean { return true; }`,
      "node_modules/plain/package.json": `{ "name": "plain", "exports": { "import": "./index.mjs" } }`,
      "node_modules/plain/index.mjs": `export function plain() {} export const self = import.meta.url;`,
      "node_modules/@acme/.keep": "",
    });
    symlinkSync(project.file("packages/rules"), project.file("node_modules/@acme/rules"));
    const loaded = await loadFlows(project.file("flow.tsx"), { root: project.root, watchdog: unwatched });
    const exports = loaded.ok ? loaded.value.exports : {};
    const file = project.file("packages/rules/src/index.ts");
    expect((exports["rule"] as unknown as Record<string, unknown>)["~espalier"]).toMatchObject({ file, name: "rule" });
    expect(Object.hasOwn(exports["plain"] as object, "~espalier")).toBe(false);
    expect(exports["self"]).toBe(pathToFileURL(project.file("node_modules/plain/index.mjs")).href);
    expect(loaded.ok && loaded.value.files).toEqual([project.file("flow.tsx"), file]);
  });

  test("import.meta says where the author's file is; an export named `then` is an export", async () => {
    const { exports } = await load({
      "flow.tsx": `export { here } from "./sub/here.mts"; export const then = 1;`,
      "sub/here.mts": `export const here = [import.meta.url, import.meta.dirname, import.meta.filename];`,
    });
    const file = project.file("sub/here.mts");
    expect(exports["here"]).toEqual([pathToFileURL(file).href, project.file("sub"), file]);
    expect(exports["then"]).toBe(1);
  });

  test("a changed file is seen at once, also with a cache, and every load runs anew", async () => {
    project = createScratchProject({ "flow.tsx": `export { a } from "./a.ts";` });
    const options = { root: project.root, watchdog: unwatched, cache: createTransformCache() };
    const values: unknown[] = [];
    for (const text of [`export const a = 1;`, `export const a = {};`, `export const a = {};`]) {
      writeFileSync(project.file("a.ts"), text);
      const loaded = await loadFlows(project.file("flow.tsx"), options);
      values.push(loaded.ok ? loaded.value.exports["a"] : loaded.findings);
    }
    expect(values).toEqual([1, {}, {}]);
    expect(values[1]).not.toBe(values[2]);
  });

  test("the folder that it ran from is gone afterwards", async () => {
    const { exports } = await load({ "flow.tsx": `export const stack = new Error().stack;` });
    const folder = /espalier-[A-Za-z0-9]+/.exec(String(exports["stack"]))?.[0] ?? "no folder";
    expect(folder).toMatch(/^espalier-/);
    expect(existsSync(join(tmpdir(), folder))).toBe(false);
  });

  test("types imported without `type` do no harm while nobody uses them as values", async () => {
    const { exports } = await load({
      "flow.tsx": `import { Shape, a } from "./a.ts"; export const b: Shape = a;`,
      "a.ts": `export interface Shape {} export const a = 1;`,
    });
    expect({ ...exports }).toEqual({ b: 1 });
  });
});

describe("what does not load is a finding at the author's line", () => {
  const at = (file: string, line: number, column: number) => ({ file, line, column });

  test("no file, and a file of another kind", async () => {
    expect(await findings({}, "gone.tsx")).toEqual([
      {
        code: "load-failed",
        message: 'There is no file "gone.tsx".',
        hint: "Give the path of a file that exports a workflow, as seen from the folder that the command runs in.",
        place: at("gone.tsx", 1, 1),
      },
    ]);
    project.remove();
    expect((await findings({ "a.txt": "" }, "a.txt"))[0]?.message).toBe(
      '"a.txt" is not a TypeScript or JavaScript file; a flow ends in .tsx, .ts, .mts, .jsx, .js or .mjs.',
    );
  });

  test("syntax errors, all of them", async () => {
    const found = await findings({
      "flow.tsx": `import "./a.ts";\nimport "./b.ts";\nimport all from "./x.py";\n`,
      "a.ts": "export const a = 1;\n  const = 2;",
      "b.ts": "export let let = 1;",
    });
    expect(found.map(({ message, hint, place }) => [message, hint, place])).toEqual([
      [
        "A Python file has no default export.",
        'Name what you need: import { my_function } from "./x.py".',
        at("flow.tsx", 3, 8),
      ],
    ]);
    project.remove();
    const inner = await findings({
      "flow.tsx": `import "./a.ts";\nimport "./b.ts";\n`,
      "a.ts": "export const a = 1;\n  const = 2;",
      "b.ts": "export const n = <T>;",
    });
    expect(inner.map(({ code, place }) => [code, place])).toEqual([
      ["load-failed", at("a.ts", 2, 9)],
      ["load-failed", at("b.ts", 1, 21)],
    ]);
    expect(inner[0]?.message).toBe("Unexpected token.");
  });

  test("a missing file and a missing package", async () => {
    expect(
      await findings({
        "flow.tsx": `import { a } from "./ruels.ts";\nimport b from 'nowhere';\nexport default [a, b];`,
        "rules.ts": "",
      }),
    ).toEqual([
      {
        code: "load-failed",
        message: '"./ruels.ts" cannot be found.',
        hint: 'Did you mean "./rules.ts"?',
        place: at("flow.tsx", 1, 19),
      },
      {
        code: "load-failed",
        message: '"nowhere" cannot be found.',
        hint: 'Install it, or write a path that starts with "./".',
        place: at("flow.tsx", 2, 15),
      },
    ]);
  });

  test("a name that a module does not export", async () => {
    expect(
      await findings({
        "flow.tsx": `import { a, gone } from "./a.ts";\nexport const c = [a, gone];`,
        "a.ts": `export let a;`,
      }),
    ).toEqual([
      {
        code: "load-failed",
        message: '"gone" is not exported by "./a.ts".',
        hint: "If it is a type, write `import { type … }` or `export { type … }`.",
        place: at("flow.tsx", 1, 13),
      },
    ]);
    project.remove();
    const [finding] = await findings({
      "flow.tsx": `import fs from "node:fs";\nimport { nothing } from "plain";\nexport const c = [fs, nothing];`,
      "node_modules/plain/package.json": `{ "name": "plain", "type": "module", "exports": "./index.js" }`,
      "node_modules/plain/index.js": `export const a = 1;`,
    });
    expect(finding).toMatchObject({ message: '"plain" has no export named "nothing".', place: at("flow.tsx", 2, 25) });
  });

  test.each([
    ["{ pas }", "pas", 'Did you mean "pass"?'],
    ["pas", "default", "It has no default export. Name what you need: import { pass }."],
    [
      "{ Menu as pas }",
      "Menu",
      "It is a type: write `import { type Menu }` or `export { type Menu }`, and schema<Menu>() for a response model.",
    ],
  ])("what was meant by an import that a module does not have: %s", async (imported, name, hint) => {
    const found = await findings({
      "flow.tsx": `import ${imported} from "./rules.ts";\nexport default pas;`,
      "rules.ts": `export const pass = 1;\nexport interface Menu {\n  a: string;\n}`,
    });
    const place = at("flow.tsx", 1, imported.startsWith("{") ? 10 : 8);
    expect(found).toEqual([
      { code: "load-failed", message: `"${name}" is not exported by "./rules.ts".`, hint, place },
    ]);
  });

  test.each([
    [`throw new TypeError("no luck");`, "TypeError: no luck (thrown while the file was loaded)", 4, 7],
    [`undefinedName();`, "ReferenceError: undefinedName is not defined (thrown while the file was loaded)", 4, 1],
    [`(await import("node:fs")).readFileSync("/no/such/file");`, /^Error: ENOENT: .* \(thrown while/, 4, 27],
  ])("what it throws: %s", async (text, message, line, column) => {
    const [finding] = await findings({
      "flow.tsx": `import "./inner.ts";`,
      "inner.ts": `interface Gone {\n  a: 1;\n}\n${text}\nexport {};`,
    });
    expect(finding?.code).toBe("load-failed");
    expect(finding?.message).toEqual(typeof message === "string" ? message : expect.stringMatching(message));
    expect(finding?.place).toEqual(at("inner.ts", line, column));
  });

  test("a name from a CommonJS module of the author's", async () => {
    const files = { "a.js": `exports.a = 1;`, "b.cts": `export const b = 1;` };
    const hint = "It is a CommonJS module: write it with `export`, and end its name in .ts, .js or .mjs.";
    expect(await findings({ ...files, "flow.tsx": `import { a } from "./a.js";\nexport default a;` })).toEqual([
      { code: "load-failed", message: '"a" is not exported by "./a.js".', hint, place: at("flow.tsx", 1, 10) },
    ]);
    project.remove();
    expect(await findings({ ...files, "flow.tsx": `import { b } from "./b.cts";\nexport default b;` })).toEqual([
      { code: "load-failed", message: '"b" is not exported by "./b.cts".', hint, place: at("flow.tsx", 1, 10) },
    ]);
  });

  test("what is no code: text, and JSON with a mistake", async () => {
    expect(
      await findings({ "flow.tsx": `import text from "./a.txt";\nexport default text;`, "a.txt": "words" }),
    ).toEqual([
      {
        code: "load-failed",
        message: '"./a.txt" is neither code nor JSON, so it cannot be imported.',
        hint: 'Read it: readFileSync(new URL("./a.txt", import.meta.url), "utf8").',
        place: at("flow.tsx", 1, 18),
      },
    ]);
    project.remove();
    const files = { "flow.tsx": `import data from "./a.json";\nexport default data;`, "a.json": "{\n  a: 1 }" };
    expect(await findings(files)).toEqual([
      {
        code: "load-failed",
        message: "Could not parse JSON file.",
        hint: "Correct it there; nothing of the file has run.",
        place: at("a.json", 2, 3),
      },
    ]);
  });

  test("what only Node or Rollup finds wrong with a text", async () => {
    expect(await findings({ "flow.tsx": "const r =\n  /(/;\nexport default r;" })).toEqual([
      {
        code: "load-failed",
        message: "Invalid regular expression: /(/: Unterminated group.",
        hint: "Correct it there; nothing of the file has run.",
        place: at("flow.tsx", 2, 3),
      },
    ]);
    project.remove();
    const broken = { "package.json": '{ "type": "module", "exports": "./i.js" }', "i.js": "export default = 1;" };
    const [finding] = await findings({
      "flow.tsx": "\nimport x from 'broken';\nexport default x;",
      "node_modules/broken/package.json": broken["package.json"],
      "node_modules/broken/i.js": broken["i.js"],
    });
    expect(finding).toMatchObject({
      message: "SyntaxError: Unexpected token '=' (thrown while the file was loaded)",
      place: at("flow.tsx", 2, 15),
    });
  });

  test("a folder, and something thrown that cannot be shown", async () => {
    expect((await findings({ "flow.tsx/a.ts": "" }))[0]?.message).toBe('"flow.tsx" is not a file.');
    project.remove();
    expect((await findings({ "flow.tsx": "throw Object.create(null);" }))[0]?.message).toBe(
      "something that cannot be shown was thrown (thrown while the file was loaded)",
    );
  });

  test("syntax that is not enabled", async () => {
    expect((await findings({ "flow.tsx": "const d = (x) => x;\n@d class A {}" }))[0]).toMatchObject({
      message: "Decorators are not supported.",
      place: at("flow.tsx", 2, 1),
    });
  });

  test("something else than an error thrown", async () => {
    const [finding] = await findings({ "flow.tsx": `throw "words";` });
    expect(finding).toEqual({
      code: "load-failed",
      message: '"words" was thrown (thrown while the file was loaded)',
      hint: "The file runs when the workflow is compiled, so its top level must not fail. What depends on a run belongs in a program.",
      place: at("flow.tsx", 1, 1),
    });
  });
});
