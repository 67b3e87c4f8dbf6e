import { runInNewContext } from "node:vm";
import { symlinkSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import type { FunctionTag } from "@espalier/jsx";
import type { Finding } from "../finding.ts";
import { createPlaceFinder } from "../modules/original-place.ts";
import { createScratchProject, type ScratchProject } from "../modules/fixtures/scratch-project.ts";
import type { BundledFunction } from "./bundled-function.ts";
import { bundleFunctions } from "./bundle-functions.ts";

let projects: ScratchProject[];
beforeEach(() => {
  projects = [];
});
afterEach(() => projects.forEach((project) => project.remove()));

type Files = Readonly<Record<string, string>>;

function create(files: Files): ScratchProject {
  const project = createScratchProject(files);
  projects.push(project);
  return project;
}

function tagOf(project: ScratchProject, name: string, file = "flow.tsx"): FunctionTag {
  return { kind: "function", file: project.file(file), name, line: 1, column: 1 };
}

async function bundle(project: ScratchProject, name: string, file?: string): Promise<BundledFunction> {
  const tag = tagOf(project, name, file);
  const result = (await bundleFunctions([tag], { root: project.root })).get(tag);
  if (result?.ok !== true) throw new Error(JSON.stringify(result?.findings));
  return result.value;
}

/** Bundles a function, and calls it in a world that has nothing but the language. */
async function call(files: Files, name: string, ...args: unknown[]): Promise<unknown> {
  const { source, entrypoint } = await bundle(create(files), name);
  const result: unknown = runInNewContext(`${source}\n;JSON.stringify(${entrypoint}(...${JSON.stringify(args)}))`, {});
  return typeof result === "string" ? JSON.parse(result) : result;
}

/** The findings for a function, with file names as in the project. */
async function findings(files: Files, name = "f"): Promise<Finding[]> {
  const project = create(files);
  const tag = tagOf(project, name);
  const found = (await bundleFunctions([tag], { root: project.root })).get(tag)?.findings;
  return JSON.parse(JSON.stringify(found).replaceAll(`${project.root}/`, "")) as Finding[];
}

const at = (file: string, line: number, column: number) => ({ file, line, column });

describe("programs that run", () => {
  test("functions beside one that does not call them leave no trace", async () => {
    const used = `
      const rate = 2;
      const twice = (n: number): number => n * rate;
      const table = new Map([["a", twice]]);
      table.set("b", (n) => n + third(n));
      function third(n: number): number { return n / 3; }
      export const f = (n: number) => \`\n\${table.get("a")?.(n)} \${third(n)}\`;`;
    const unused = `
      const unused1 = (n: number): number => unused2(n), unused3 = () => fetch("/");
      export function unused2(n: number): string { return \`\n\${n}\`; }
      export { unused1 as f1, unused1 as f2, twice };`;
    const alone = await bundle(create({ "flow.tsx": used }), "f");
    for (const text of [unused + used, used + unused]) {
      expect((await bundle(create({ "flow.tsx": text }), "f")).source).toBe(alone.source);
    }
  });

  test("a file that imports what imports it", async () => {
    const files = {
      "flow.tsx": `
        import { even } from "./even.ts";
        export function odd(n: number): boolean { return n !== 0 && even(n - 1); }
        export const f = (n: number) => [even(n), name()];
        export const name = () => "f";`,
      "even.ts": `
        import * as flow from "./flow.tsx";
        export const even = (n: number): boolean => n === 0 || flow.odd(n - 1);`,
    };
    expect(await call(files, "f", 6)).toEqual([true, "f"]);
  });

  test("a function that is not exported, in a file with a workflow, is all that is left", async () => {
    const project = create({
      "flow.tsx": `
        import { readFileSync } from "node:fs";
        import { If, Script, Workflow, schema, text } from "@espalier/jsx";
        import { clean } from "./clean.py";
        import { Settings } from "./settings.ts";
        const model = process.env["MODEL"] ?? "fast";
        const { HOME } = process.env;
        const here = readFileSync(new URL("./data.csv", import.meta.url));
        const prompt = text\`Use \${model} in \${here}.\`;
        const shape = schema<{ total: number }>();
        const limit = 1000;
        export const settings: Settings = { prompt, shape, HOME, clean };
        const needsReview = (invoice: { total: number }): boolean => invoice.total > limit;
        export default (
          <Workflow name="a">
            <>{["a", "b"].map((name) => <Script run={needsReview} name={name} key={name} />)}</>
          </Workflow>
        );`,
      "settings.ts": `export type Settings = object;\nconsole.log("settings");`,
    });
    expect(await bundle(project, "needsReview")).toEqual({
      source: [
        "var needsReview = (function () {",
        "  'use strict';",
        "",
        "  const limit = 1000;",
        "  const needsReview = invoice => invoice.total > limit;",
        "",
        "  return needsReview;",
        "",
        "})();",
        "",
      ].join("\n"),
      entrypoint: "needsReview",
      map: expect.objectContaining({ version: 3, sources: ["flow.tsx"] }),
    });
  });

  test("a file imported for what it does, wherever the function's own files do so; no other is run", async () => {
    const files = {
      "flow.tsx": `
        import { names } from "./names.ts";
        import "./fill.ts";
        import { type Shape } from "./shape.ts";
        import { unused } from "./unused.ts";
        export const page = unused;
        export function f(name: Shape) { return [...names, name]; }`,
      "names.ts": `import "./order.ts";\nexport const names: string[] = [];`,
      "order.ts": `import { names } from "./names.ts";\nexport const last = () => names.at(-1);`,
      "fill.ts": `import { names } from "./names.ts";\nimport "./more.ts";\n(() => names.push("filled"))();`,
      "more.ts": `export {};`,
      "shape.ts": `export type Shape = string;\nprocess.exitCode = 1;`,
      "unused.ts": `import "./exit.ts";\nexport const unused = 1;`,
      "exit.ts": `process.exitCode = 1;`,
    };
    await expect(call(files, "f", "a")).resolves.toEqual(["filled", "a"]);
    expect((await bundle(create(files), "f")).map.sources).toEqual(["names.ts", "fill.ts", "flow.tsx"]);
    expect(await call({ ...files, "more.ts": `export {};\nprocess.exitCode = 1;` }, "f", "a")).toEqual(["filled", "a"]);
    expect(
      await findings({ ...files, "more.ts": `import { names } from "./names.ts";\nnames.push(process.title);` }),
    ).toEqual([
      {
        code: "forbidden-global",
        message: '"f" uses `process`, which programs do not have.',
        hint: "A program has no environment. Take the value as a parameter, or keep it in a constant.",
        place: at("more.ts", 2, 12),
      },
    ]);
  });

  test("a CommonJS package whose modules require each other", async () => {
    const files = {
      "flow.tsx": `import { start } from "circle"; export function f() { return start(3); }`,
      "node_modules/circle/package.json": `{ "name": "circle", "main": "index.js" }`,
      "node_modules/circle/index.js": `exports.start = require("./a").a;`,
      "node_modules/circle/a.js": `module.exports = { a: (n) => (n === 0 ? "end" : b.b(n - 1)) }; const b = require("./b");`,
      "node_modules/circle/b.js": `exports.b = (n) => require("./a").a(n);`,
    };
    await expect(call(files, "f")).resolves.toBe("end");
  });

  test("helpers, an enum, JSON, and packages of both kinds", async () => {
    const files = {
      "flow.tsx": `
        import lines from "./lines.json";
        import { double } from "./helper";
        import { half } from "esm-package";
        import { triple } from "cjs-package";
        enum Kind { Small = "small", Big = "big" }
        export function f(x: number) { return [lines.length, double(x), half(x), triple(x), x > 5 ? Kind.Big : Kind.Small]; }`,
      "lines.json": `["a", "b"]`,
      "helper.ts": `export const double = (x: number) => x * 2; export const heavy = fetch("https://example.org");`,
      "node_modules/esm-package/package.json": `{ "name": "esm-package", "type": "module", "exports": "./index.js" }`,
      "node_modules/esm-package/index.js": `import fs from "fs"; export const half = (x) => x / 2; export const read = () => fs.readFileSync("x");`,
      "node_modules/cjs-package/package.json": `{ "name": "cjs-package", "main": "index.js" }`,
      "node_modules/cjs-package/index.js": `const { times } = require("./times"); exports.triple = (x) => times(x, 3);`,
      "node_modules/cjs-package/times.js": `exports.times = (a, b) => a * b;`,
    };
    expect(await call(files, "f", 6)).toEqual([2, 12, 3, 18, "big"]);
  });

  test("TypeScript source of a workspace package", async () => {
    const project = create({
      "flow.tsx": `import { limit } from "@acme/rules"; export const f = (x: number): boolean => x > limit;`,
      "packages/rules/package.json": `{ "name": "@acme/rules", "exports": "./src/index.ts", "type": "module" }`,
      "packages/rules/src/index.ts": `export const limit: number = 3;`,
      "node_modules/@acme/.keep": "",
    });
    symlinkSync(project.file("packages/rules"), project.file("node_modules/@acme/rules"));
    const { source, map } = await bundle(project, "f");
    expect(runInNewContext(`${source}; f(4)`, {})).toBe(true);
    expect(map.sources).toEqual(["packages/rules/src/index.ts", "flow.tsx"]);
  });

  test("a value of a package that the program uses is kept; the author's own calls are looked into", async () => {
    const files = {
      "flow.tsx": `
        import { make } from "maker";
        import { add, all } from "./registry.ts";
        const base = make(1);
        const used = base.plus(2);
        const unused = make(3).plus(4);
        const position = add("a");
        const also = add("b");
        export function f() { return [used.value, all.length, position]; }
        export const forms = [unused, also];`,
      "registry.ts": `export const all: string[] = []; export const add = (name: string) => all.push(name);`,
      "node_modules/maker/package.json": `{ "name": "maker", "type": "module", "exports": "./index.js" }`,
      "node_modules/maker/index.js": `export const make = (value) => ({ value, plus: (more) => make(value + more) });`,
    };
    expect(await call(files, "f")).toEqual([3, 2, 1]);
    const { source } = await bundle(create(files), "f");
    expect(source).not.toContain("unused");
  });

  test("a package that the function does not use is not even read", async () => {
    const files = {
      "flow.tsx": `import { broken } from "broken"; import { a } from "./own.ts"; const x = broken(); export const f = () => a;`,
      "own.ts": `import * as all from "broken"; export const a = 1; export const y = [all.z, new all.C()];`,
      "node_modules/broken/package.json": `{ "name": "broken", "type": "module", "exports": "./index.js" }`,
      "node_modules/broken/index.js": `this is no JavaScript`,
    };
    expect(await call(files, "f")).toBe(1);
  });

  test("a package may mention a global in a function that is not called", async () => {
    const files = {
      "flow.tsx": `import { check } from "checker"; export const f = (x: string) => check.text(x);`,
      "node_modules/checker/package.json": `{ "name": "checker", "type": "module", "exports": "./index.js" }`,
      "node_modules/checker/index.js": `export const check = { text: (x) => x !== "", base64: (x) => atob(x) };`,
    };
    expect(await call(files, "f", "a")).toBe(true);
    const eager = {
      ...files,
      "node_modules/checker/index.js": `const b = atob("a"); export const check = { text: () => b };`,
    };
    expect((await findings(eager)).map(({ message, place }) => [message, place])).toEqual([
      ['"f" uses `atob`, which programs do not have.', at("flow.tsx", 1, 23)],
    ]);
  });

  test.each([
    ["default", "export default function (x: number) { return x + 1; }", "program"],
    ["default", "export default (x: number) => x + 1;", "program"],
    ["increment", "export default function increment(x: number) { return x + 1; }", "increment"],
    ["Map", "function Map(x: number) { return x + 1; }", "program"],
    ["größer", "let größer = function (x: number) { return x + 1; };", "program"],
  ])("the name %s: %s", async (name, text, entrypoint) => {
    expect(await call({ "flow.tsx": text }, name, 1)).toBe(2);
    expect((await bundle(create({ "flow.tsx": text }), name)).entrypoint).toBe(entrypoint);
  });

  test("dates that are given, and names of one's own that look like globals", async () => {
    const text = `export function f(x: number) { const Math = { random: () => x }; return [new Date(x).getTime(), Math.random()]; }`;
    expect(await call({ "flow.tsx": text }, "f", 5)).toEqual([5, 5]);
  });

  test("console, and a global that is asked for before it is used", async () => {
    const project = create({
      "flow.tsx": `export const f = () => { console.log(1); return typeof process === "undefined" ? 0 : process.pid; };`,
    });
    const logged: unknown[] = [];
    const { source } = await bundle(project, "f");
    expect(runInNewContext(`${source}; f()`, { console: { log: (x: unknown) => logged.push(x) } })).toBe(0);
    expect(logged).toEqual([1]);
  });
});

describe("the same bytes", () => {
  const files = {
    "flow.tsx": `
      // A comment of the author's.
      import { triple } from "cjs-package";
      import { helper } from "./lib/helper.ts";
      export function f(x: number) { return triple(helper(x)); }
      export function g(x: number) { return helper(triple(x)); }
      export const view = <div />;`,
    "lib/helper.ts": `/** Doc. */ export const helper = (x: number) => x + 1; /* end */`,
    "node_modules/cjs-package/package.json": `{ "name": "cjs-package", "main": "index.js" }`,
    "node_modules/cjs-package/index.js": `/*! licence */ exports.triple = (x) => x * 3;`,
  };

  test("in another folder, alone or with others, in any order", async () => {
    const here = create(files);
    const there = create(files);
    const [f, g] = [tagOf(here, "f"), tagOf(here, "g")];
    const together = await bundleFunctions([g, f], { root: here.root });
    const alone = await bundle(there, "f");
    const first = together.get(f);
    expect(first).toEqual({ ok: true, value: alone, findings: [] });
    expect(JSON.stringify(alone)).not.toContain(there.root);
    expect(alone.source).toContain("/*! licence */");
    expect(alone.source).not.toMatch(/A comment|Doc\.|end \*/);
  });

  test("the map leads back to the author's line", async () => {
    const { source, map } = await bundle(create(files), "f");
    const lines = source.split("\n");
    const line = lines.findIndex((text) => text.includes("x + 1"));
    const place = createPlaceFinder(map)(line + 1, (lines[line]?.indexOf("x + 1") ?? 0) + 1);
    expect(place).toEqual(at("lib/helper.ts", 1, files["lib/helper.ts"].indexOf("x + 1") + 1));
  });
});

describe("programs that cannot run", () => {
  const hint = "A program computes its result from its parameters: it has no files, network or processes.";

  test("Node's modules, in the author's code", async () => {
    expect(
      await findings({
        "flow.tsx": `import { g } from "./g.ts";\nexport const f = () => g();`,
        "g.ts": `import { join } from "node:path";\nexport const g = () => join("a", "b");`,
      }),
    ).toEqual([
      {
        code: "forbidden-import",
        message: '"f" uses "node:path", which no program can.',
        hint,
        place: at("g.ts", 1, 22),
      },
    ]);
  });

  test("what a function has not, behind functions that are left out", async () => {
    const text = `const a = () => \`\n\n\`;\nexport function b() { return a(); }\nexport const f = () => [1, fetch("/")];`;
    expect(await findings({ "flow.tsx": text })).toMatchObject([
      { code: "forbidden-global", place: at("flow.tsx", 5, 28) },
    ]);
  });

  test("Node's modules, behind a package", async () => {
    expect(
      await findings({
        "flow.tsx": `import { read } from "reader";\nexport const f = () => read();`,
        "node_modules/reader/package.json": `{ "name": "reader", "main": "index.js" }`,
        "node_modules/reader/index.js": `exports.read = () => require("./inner").inner();`,
        "node_modules/reader/inner.js": `const fs = require("fs"); exports.inner = () => fs.readFileSync("x");`,
      }),
    ).toEqual([
      {
        code: "forbidden-import",
        message: '"f" uses "fs" (through "reader"), which no program can.',
        hint,
        place: at("flow.tsx", 1, 22),
        related: [{ message: 'In the package "reader".', place: at("node_modules/reader/inner.js", 1, 20) }],
      },
    ]);
  });

  test("what a package has not, for each of the functions that use it", async () => {
    const project = create({
      "flow.tsx": `import { read } from "reader";\nexport const f = () => read(1);\nexport const g = () => read(2);`,
      "node_modules/reader/package.json": `{ "name": "reader", "main": "index.js" }`,
      "node_modules/reader/index.js": `exports.read = () => [require("fs").readFileSync("x"), require("./gone")];`,
    });
    const tags = ["f", "g"].map((name) => tagOf(project, name));
    const results = [...(await bundleFunctions(tags, { root: project.root })).values()];
    const place = { file: project.file("flow.tsx"), line: 1, column: 22 };
    const what = (name: string) => [
      { message: `"${name}" uses "fs" (through "reader"), which no program can.`, place },
      { message: `"./gone" cannot be found (through "reader").`, place },
    ];
    expect(results.map(({ findings: found }) => found)).toMatchObject([what("f"), what("g")]);
  });

  test("an import that leads nowhere", async () => {
    expect(
      await findings({ "flow.tsx": `import { a } from "./ruels.ts";\nexport const f = () => a;`, "rules.ts": "" }),
    ).toEqual([
      {
        code: "forbidden-import",
        message: '"./ruels.ts" cannot be found.',
        hint: 'Did you mean "./rules.ts"?',
        place: at("flow.tsx", 1, 19),
      },
    ]);
  });

  test.each([
    ["fetch('x')", "fetch", 0],
    ["[1].map(() => setTimeout(g, 1))", "setTimeout", 14],
    ["new TextEncoder().encode('x')", "TextEncoder", 4],
    ["structuredClone({})", "structuredClone", 0],
    ["process.env['A']", "process", 0],
    ["import.meta.url", "import.meta", 0],
    ["new Intl.NumberFormat()", "Intl", 4],
    ["document.title", "document", 0],
    ["require('x')", "require", 0],
    ["Math.random()", "Math.random", 0],
    ["Date['now']()", "Date.now", 0],
    ["[new Date()]", "new Date()", 1],
    ["Date()", "Date()", 0],
  ])("the global in %s", async (expression, name, offset) => {
    const found = await findings({ "flow.tsx": `function g() {}\nexport const f = () =>\n  ${expression};` });
    expect(found).toEqual([
      {
        code: "forbidden-global",
        message: `"f" uses \`${name}\`, which programs do not have.`,
        hint: expect.any(String),
        place: at("flow.tsx", 3, 3 + offset),
      },
    ]);
  });

  test("a global that a CommonJS package needs as soon as it is required", async () => {
    const files = {
      "flow.tsx": `import { a } from "plain"; export function f() { return a(); }`,
      "node_modules/plain/package.json": `{ "name": "plain", "main": "index.js" }`,
      "node_modules/plain/index.js": `const here = __dirname; exports.a = () => here; exports.b = () => atob("x");`,
    };
    expect(await findings(files)).toEqual([
      {
        code: "forbidden-global",
        message: '"f" uses `__dirname`, which programs do not have.',
        hint: "A program has the language's own objects and `console`, and nothing of Node or a browser.",
        place: at("flow.tsx", 1, 19),
        related: [{ message: 'In the package "plain".', place: at("node_modules/plain/index.js", 1, 14) }],
      },
    ]);
  });

  test("a global inside a package is reported at the import", async () => {
    expect(
      await findings({
        "flow.tsx": `import { get } from "getter";\nexport const f = () => get();`,
        "node_modules/getter/package.json": `{ "name": "getter", "type": "module", "exports": "./index.js" }`,
        "node_modules/getter/index.js": `export const get = () => fetch("x");`,
      }),
    ).toEqual([
      {
        code: "forbidden-global",
        message: '"f" uses `fetch`, which programs do not have.',
        hint: "A program has no network. Fetch before the workflow runs and pass the data in.",
        place: at("flow.tsx", 1, 21),
        related: [{ message: 'In the package "getter".', place: at("node_modules/getter/index.js", 1, 26) }],
      },
    ]);
  });

  test("a package whose text is no JavaScript", async () => {
    const [finding] = await findings({
      "flow.tsx": `import { a } from "broken";\nexport const f = () => a;`,
      "node_modules/broken/package.json": `{ "name": "broken", "type": "module", "exports": "./index.js" }`,
      "node_modules/broken/index.js": `export const a = ;`,
    });
    expect(finding?.code).toBe("forbidden-import");
    expect(finding?.message).toMatch(/^"f" cannot be bundled: .*[.]$/);
    expect(finding?.place).toEqual(at("node_modules/broken/index.js", 1, 18));
  });

  test("an import while it runs", async () => {
    const found = await findings({
      "flow.tsx": `export const f = async () =>\n  [import("./a.ts"), import(String(1))];`,
      "a.ts": "",
    });
    expect(found.map(({ code, message, place }) => [code, message, place])).toEqual([
      ["forbidden-import", '"f" uses `import("./a.ts")`, which no program can.', at("flow.tsx", 2, 4)],
      ["forbidden-import", '"f" uses `import(…)`, which no program can.', at("flow.tsx", 2, 22)],
    ]);
  });

  test("a file that waits at its top level", async () => {
    expect(await findings({ "flow.tsx": `const a = await 1;\nexport const f = () => a;` })).toEqual([
      {
        code: "not-a-program",
        message: 'The file of the function "f" waits at its top level, and a program cannot.',
        hint: "Move the function to a file of its own, without a top-level `await`.",
        place: at("flow.tsx", 1, 1),
      },
    ]);
  });

  test("a function that is not there, a file that is gone, a file that does not compile", async () => {
    expect((await findings({ "flow.tsx": "export {};" })).map(({ code, message }) => [code, message])).toEqual([
      ["not-a-program", '"f" is not a function at the top level of its file.'],
    ]);
    expect((await findings({})).map(({ code, message }) => [code, message])).toEqual([
      ["not-a-program", 'The file of the function "f" is not there any more.'],
    ]);
    const broken = await findings({ "flow.tsx": "import './a.ts';\nfunction f( {}" });
    expect(broken.map(({ code, place }) => [code, place])).toEqual([["load-failed", at("flow.tsx", 2, 15)]]);
  });
});
