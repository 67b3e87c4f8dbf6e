import { symlinkSync } from "node:fs";
import { dirname } from "node:path";
import { fileURLToPath } from "node:url";
import { createContext, Script } from "node:vm";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import type { FunctionTag } from "@espalier/jsx";
import type { Finding } from "../finding.ts";
import { createScratchProject, type ScratchProject } from "../modules/fixtures/scratch-project.ts";
import { bundleFunctions } from "./bundle-functions.ts";

const PACKAGES = ["dayjs", "bignumber.js", "immer", "mustache", "slugify"];

let projects: ScratchProject[];
beforeEach(() => {
  projects = [];
});
afterEach(() => projects.forEach((project) => project.remove()));

/** Bundles `f` of `flow.tsx`: what it gives in a world like the sandbox's, and what was found, briefly. */
async function run(files: string | Readonly<Record<string, string>>): Promise<{ value: unknown; found: string[] }> {
  const project = createScratchProject(typeof files === "string" ? { "flow.tsx": files } : files);
  projects.push(project);
  for (const name of PACKAGES)
    symlinkSync(
      dirname(fileURLToPath(import.meta.resolve(`${name}/package.json`))),
      project.file(`node_modules/${name}`),
    );
  const tag: FunctionTag = { kind: "function", file: project.file("flow.tsx"), name: "f", line: 1, column: 1 };
  const result = (await bundleFunctions([tag], { root: project.root })).get(tag);
  const found = (result?.findings ?? []).map((finding) => told(finding, project.root));
  if (result?.ok !== true) return { value: undefined, found };
  const context = createContext({});
  new Script(
    `delete globalThis.Intl; delete globalThis.WebAssembly; Date.now = Math.random = () => { throw new Error("not repeatable"); };`,
  ).runInContext(context);
  const call = new Script(`${result.value.source}\n;JSON.stringify(${result.value.entrypoint}())`);
  return { value: JSON.parse(call.runInContext(context) as string) as unknown, found };
}

function told({ code, message, place, related }: Finding, root: string): string {
  const where = (at: typeof place) =>
    at === undefined ? "nowhere" : `${at.file.replace(`${root}/`, "")}:${at.line}:${at.column}`;
  const others = (related ?? []).map(
    (other) => `; ${other.message} ${where(other.place).replace(/^.*node_modules/, "…")}`,
  );
  return `${where(place)} ${code}: ${message}${others.join("")}`;
}

const lacks = (name: string, column: number): string =>
  `flow.tsx:1:${column} forbidden-global: "f" uses \`${name}\`, which programs do not have.`;
const mustNot = (name: string, column: number): string =>
  `flow.tsx:1:${column} forbidden-global: "f" uses \`${name}\`, which a program must not.`;

describe("globals", () => {
  test.each([
    [`export const f = () => globalThis.fetch("x");`, lacks("fetch", 24)],
    [`export const f = () => globalThis["fetch"]("x");`, lacks("fetch", 24)],
    [`export const f = () => window.location.href;`, lacks("window", 24)],
    [`export const f = () => self.name;`, lacks("self", 24)],
    [`export const f = () => global.setTimeout;`, lacks("global", 24)],
    [`const { fetch } = globalThis; export const f = () => fetch("x");`, lacks("fetch", 9)],
    [`const self = globalThis; export const f = () => self.Buffer.from("x");`, lacks("Buffer", 49)],
    [`const { now } = Date; export const f = () => now();`, lacks("Date.now", 9)],
    [`export const f = () => globalThis.Math.random();`, lacks("Math.random", 24)],
    [`export const f = () => WebAssembly.validate(new Uint8Array());`, lacks("WebAssembly", 24)],
    [`export const f = () => crypto.randomUUID();`, lacks("crypto", 24)],
    [`export const f = () => eval("1");`, mustNot("eval", 24)],
    [`export const f = () => new Function("return 1")();`, mustNot("new Function()", 24)],
    [`export const f = () => (1.5).toLocaleString("de");`, mustNot("toLocaleString", 25)],
    [`export const f = () => { try { return fetch("x"); } catch { return 1; } };`, lacks("fetch", 39)],
    [
      `export const f = () => { const n = typeof process === "object" ? 1 : 0; return process.pid + n; };`,
      lacks("process", 80),
    ],
    [
      `export const f = () => { using file = open(); return 1; }; const open = () => ({ [Symbol.dispose]() {} });`,
      lacks("using", 26),
    ],
  ])("%s", async (text, finding) => {
    expect(await run(text)).toEqual({ value: undefined, found: [finding] });
  });

  test.each([
    [`export const f = () => typeof process === "undefined" ? 0 : process.pid;`, 0],
    [`export const f = () => { if (typeof process === "undefined") return 0; return process.pid; };`, 0],
    [
      `const isNode = typeof process !== "undefined" && process.versions != null; export const f = () => isNode ? process.pid : 0;`,
      0,
    ],
    [
      `export const f = () => { if (!(typeof window === "object" || typeof self === "object")) { return 0; } else { return window.x; } };`,
      0,
    ],
    [`export const f = () => globalThis.process?.env.HOME ?? 0;`, 0],
    [`export const f = () => { if (globalThis.fetch) return globalThis.fetch("x"); return 0; };`, 0],
    [`export const f = () => "Buffer" in globalThis ? Buffer.from("x") : 0;`, 0],
    [`globalThis.shared = 4; export const f = () => globalThis.shared;`, 4],
  ])("code that asks first: %s", async (text, value) => {
    expect(await run(text)).toEqual({ value, found: [] });
  });
});

describe("values of workflows", () => {
  const message = '"f" uses "@espalier/jsx", which describes workflows and is not there when a program runs.';
  test.each([
    [`import { Input } from "@espalier/jsx"; export const f = () => Input.previous;`, 63],
    [`import { schema } from "@espalier/jsx"; const s = schema<string>(); export const f = () => s;`, 51],
    [`export const f = () => <User>x</User>; import { User } from "@espalier/jsx";`, 24],
  ])("%s", async (text, column) => {
    const { found } = await run(text);
    expect(found[0]).toBe(`flow.tsx:1:${column} forbidden-import: ${message}`);
  });
});

describe("effects at the top level", () => {
  const other = `import { readFileSync } from "node:fs"; export const app = { use: (x: unknown) => readFileSync(String(x)) };`;

  test.each([
    [
      "one that the function cannot see",
      `import { app } from "./app.ts"; app.use(1); console.log("x"); process.exitCode = 1; export const f = () => 1;`,
      1,
    ],
    [
      "a table that is filled",
      `const table = new Map<string, number>(); for (const key of ["a", "b"]) table.set(key, 1); export const f = () => [...table.keys()];`,
      ["a", "b"],
    ],
    [
      "a function that fills it",
      `const all: string[] = []; const add = (name: string) => { all.push(name); }; add("a"); export const f = () => all;`,
      ["a"],
    ],
    [
      "a variable that is changed",
      `let n = 0; n += 2; const more = () => { n++; }; more(); export const f = () => n;`,
      3,
    ],
    ["a member of the function itself", `export const f = () => f.count; f.count = 3;`, 3],
    [
      "a class's own list",
      `class All { static names: string[] = []; } All.names.push("a"); export const f = () => All.names;`,
      ["a"],
    ],
    [
      "the language",
      `Object.defineProperty(Array.prototype, "last", { value() { return this.at(-1); } }); export const f = () => [1, 2].last();`,
      2,
    ],
    [
      "an enum and a namespace",
      `enum A { X, Y = 5, Z } const enum B { P = "p" } namespace N { export const g = () => 1; } export const f = () => [A.Z, A[5], B.P, N.g()];`,
      [6, "Y", "p", 1],
    ],
  ])("%s", async (_, text, value) => {
    expect(await run({ "flow.tsx": text, "app.ts": other })).toEqual({ value, found: [] });
  });

  test("one in another file of the author's, which would need Node", async () => {
    const files = {
      "flow.tsx": `import { g } from "./g.ts"; export const f = () => g();`,
      "g.ts": `import { app } from "./app.ts"; const server = { app }; server.app.use("x"); export const g = () => 1;`,
    };
    const { found } = await run({ ...files, "app.ts": other });
    expect(found).toEqual(['app.ts:1:30 forbidden-import: "f" uses "node:fs", which no program can.']);
  });

  test("one that the function depends on, and that needs Node", async () => {
    const { found } = await run(
      `import { readFileSync } from "node:fs"; const all: string[] = []; all.push(readFileSync("x", "utf8")); export const f = () => all;`,
    );
    expect(found).toEqual([
      'flow.tsx:1:30 forbidden-import: "f" uses "node:fs", which no program can.; This runs with the program, before its function. flow.tsx:1:76',
    ]);
  });

  test("one that fails", async () => {
    const { found } = await run(`const first = JSON.parse("[]")[0].name; export const f = () => first;`);
    expect(found).toEqual([
      `flow.tsx:1:34 not-a-program: "f" fails where it runs before it is called: TypeError: Cannot read properties of undefined (reading 'name').`,
    ]);
  });
});

describe("modules", () => {
  test.each([
    [
      "CommonJS of the author's",
      { "a.cjs": "module.exports = { x: 1 };", "flow.tsx": `import a from "./a.cjs"; export const f = () => a.x;` },
      1,
    ],
    [
      "a .cts and a .mts file",
      {
        "a.cts": "export const a: number = 1;",
        "b.mts": "export const b: number = 2;",
        "flow.tsx": `import { a } from "./a.cts"; import { b } from "./b.mts"; export const f = () => [a, b];`,
      },
      [1, 2],
    ],
    [
      "JSON, as a whole and by name",
      {
        "d.json": `{ "a": [1] }`,
        "flow.tsx": `import d from "./d.json" with { type: "json" }; import { a } from "./d.json"; export const f = () => [d, a];`,
      },
      [{ a: [1] }, [1]],
    ],
    [
      "a circle",
      {
        "a.ts": `import { b } from "./b.ts"; export const a = (n: number): number => (n === 0 ? 0 : b(n - 1));`,
        "b.ts": `import { a } from "./a.ts"; export const b = (n: number): number => a(n) + 1;`,
        "flow.tsx": `import { a } from "./a.ts"; export const f = () => a(3);`,
      },
      3,
    ],
    [
      "one name in three files",
      {
        "a.ts": "const x = 1; export const g = () => x;",
        "b.ts": "const x = 2; export const g = () => x;",
        "flow.tsx": `import { g as h } from "./a.ts"; import { g } from "./b.ts"; const x = 3; export const f = () => [h(), g(), x];`,
      },
      [1, 2, 3],
    ],
    [
      "fields of classes, which are defined and not assigned",
      {
        "flow.tsx": `class A { x = 1; #y = 2; static z = 3; static { A.z++; } get y() { return this.#y; } } class B extends A { w?: number; } export const f = () => [Object.keys(new B()), new A().y, A.z];`,
      },
      [["x", "w"], 2, 4],
    ],
  ] as const)("%s", async (_, files, value) => {
    expect(await run(files)).toEqual({ value, found: [] });
  });
});

describe("packages", () => {
  const crypto = (at: string): string =>
    `flow.tsx:1:23 partial-package: "f" takes in parts of "bignumber.js" that use \`crypto\`, which programs do not have.; In the package "bignumber.js". ${at}`;

  test.each([
    [
      "dayjs",
      `import dayjs from "dayjs"; import "dayjs/locale/de"; export const f = () => dayjs("2024-02-01T00:00").locale("de").format("MMMM");`,
      "Februar",
    ],
    [
      "immer",
      `import { produce } from "immer"; export const f = () => produce({ a: { b: 1 } }, (draft) => { draft.a.b = 2; });`,
      { a: { b: 2 } },
    ],
    [
      "mustache",
      `import mustache from "mustache"; export const f = () => mustache.render("Hi {{name}}", { name: "you" });`,
      "Hi you",
    ],
    [
      "slugify",
      `import slugify from "slugify"; export const f = () => slugify("Hello Wörld!", { lower: true });`,
      "hello-world!",
    ],
  ])("%s", async (_, text, value) => {
    expect(await run(text)).toEqual({ value, found: [] });
  });

  test("one that asks for chance while it loads, and for more in parts that nobody calls", async () => {
    const { value, found } = await run(
      `import BigNumber from "bignumber.js"; export const f = () => new BigNumber("0.1").plus("0.2").toString();`,
    );
    expect(value).toBe("0.3");
    expect(found.map((text) => text.replace(/:\d+:\d+$/, ""))).toEqual([crypto("…/bignumber.js/dist/bignumber.mjs")]);
  });

  test("one that calls what is not there", async () => {
    const { found } = await run({
      "flow.tsx": `import { id } from "ids"; export const f = () => id();`,
      "node_modules/ids/package.json": `{ "name": "ids", "type": "module", "exports": { "browser": "./browser.js", "default": "./node.js" } }`,
      "node_modules/ids/browser.js": `export const id = () => crypto.randomUUID();`,
      "node_modules/ids/node.js": `import { randomUUID } from "node:crypto"; export const id = () => randomUUID();`,
    });
    expect(found).toEqual([
      'flow.tsx:1:20 forbidden-global: "f" uses `crypto`, which programs do not have.; In the package "ids". …/ids/browser.js:1:25',
    ]);
  });
});
