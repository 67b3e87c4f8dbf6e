import { rmSync, symlinkSync } from "node:fs";
import { canonicalJson } from "@espalier/contract";
import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import { scratch, tagOf, type Scratch } from "./fixtures/scratch.ts";
import { createSourceCache, createTypeScriptProject, type TypeScriptProject } from "./index.ts";

// The first test of a file waits for the TypeScript compiler to load.
jest.setTimeout(60_000);

let files: Scratch;
beforeEach(() => {
  files = scratch();
});
afterEach(() => files.remove());

/** The schema of the first parameter of `f`, or the messages why there is none. */
function parameter(project: TypeScriptProject, file: string, name = "f"): unknown {
  const signature = project.signature(tagOf(files.file(file), name));
  return signature.ok ? signature.value.parameters[0]?.schema : signature.findings.map(({ message }) => message);
}

const project = (): TypeScriptProject => createTypeScriptProject({ root: files.root });

describe("configuration", () => {
  const source = 'import type { A } from "#lib/a";\nexport function f(x: A): null { void x; return null; }';

  test("names of modules resolve as the nearest tsconfig.json says, whether or not it includes the file", () => {
    files.write({
      "tsconfig.json": "{ this is not read",
      "inner/tsconfig.json":
        '{ "compilerOptions": { "module": "esnext", "moduleResolution": "bundler", "paths": { "#lib/*": ["./lib/*"] } }, "include": ["other"] }',
      "inner/lib/a.ts": "export type A = 'a';",
      "inner/flows/rules.ts": source,
    });
    expect(parameter(project(), "inner/flows/rules.ts")).toEqual({ type: "string", const: "a" });
  });

  test("without a tsconfig.json, or one that says nothing, names resolve as flows are loaded", () => {
    files.write({
      "package.json": '{ "type": "module" }',
      "types.ts": "export type A = 'a';",
      "rules.ts": source.replace("#lib/a", "./types"),
      "inner/tsconfig.json": "{}",
      "inner/rules.ts": source.replace("#lib/a", "../types.js"),
    });
    expect(parameter(project(), "rules.ts")).toEqual({ type: "string", const: "a" });
    expect(parameter(project(), "inner/rules.ts")).toEqual({ type: "string", const: "a" });
  });

  test.each<[title: string, files: Record<string, string>, file: string]>([
    [
      "a jsconfig.json where there is no tsconfig.json",
      { "jsconfig.json": '{ "compilerOptions": { "paths": { "#lib/*": ["./lib/*"] } } }' },
      "rules.ts",
    ],
    [
      "a tsconfig.json beside a jsconfig.json",
      {
        "tsconfig.json": '{ "compilerOptions": { "paths": { "#lib/*": ["./lib/*"] } } }',
        "jsconfig.json": '{ "compilerOptions": { "paths": { "#lib/*": ["./nowhere/*"] } } }',
      },
      "rules.ts",
    ],
    [
      "a project that the tsconfig.json only refers to",
      {
        "tsconfig.json":
          '{ "files": [], "references": [{ "path": "./tsconfig.node.json" }, { "path": "./tsconfig.app.json" }] }',
        "tsconfig.node.json": '{ "include": ["vite.config.ts"] }',
        "tsconfig.app.json": '{ "compilerOptions": { "paths": { "#lib/*": ["./lib/*"] } }, "include": ["src"] }',
      },
      "src/rules.ts",
    ],
    [
      "a chain of extended files, one of a package, one list of them, and one that is missing",
      {
        "node_modules/@my/settings/package.json": '{ "name": "@my/settings", "version": "1.0.0" }',
        "node_modules/@my/settings/tsconfig.json":
          '{ "compilerOptions": { "paths": { "#lib/*": ["${configDir}/lib/*"] } } }',
        "base.json": '{ "extends": "@my/settings" }',
        "tsconfig.json": '{ "extends": ["./gone.json", "./base.json"] }',
      },
      "rules.ts",
    ],
    [
      "the imports of a package.json",
      { "package.json": '{ "type": "module", "imports": { "#lib/*": "./lib/*.ts" } }' },
      "rules.ts",
    ],
  ])("names of modules resolve by %s", (_title, configuration, file) => {
    files.write({ ...configuration, "lib/a.ts": "export type A = 'a';", [file]: source });
    expect(parameter(project(), file)).toEqual({ type: "string", const: "a" });
  });

  test.each(["node10", "node16", "nodenext", "bundler", "classic"])(
    "exports of a package, and names without an ending, resolve as they are loaded, whatever %s would say",
    (moduleResolution) => {
      files.write({
        "package.json": '{ "type": "module" }',
        "tsconfig.json": JSON.stringify({ compilerOptions: { moduleResolution } }),
        "node_modules/letters/package.json":
          '{ "name": "letters", "version": "1.0.0", "exports": { "./a": { "types": "./types/a.d.mts" } } }',
        "node_modules/letters/types/a.d.mts": "export type A = 'a';",
        "b.ts": "export type B = 'b';",
        "rules.ts":
          'import type { A } from "letters/a";\nimport type { B } from "./b";\nexport function f(x: A | B): null { void x; return null; }',
      });
      expect(parameter(project(), "rules.ts")).toEqual({ type: "string", enum: ["a", "b"] });
    },
  );

  test.each([
    { lib: [] },
    { lib: ["nothing"] },
    { noLib: true },
    { target: "es9999", module: "none", types: ["gone"] },
  ])("%j leaves the types of the language known", (compilerOptions) => {
    files.write({
      "tsconfig.json": JSON.stringify({ compilerOptions }),
      "rules.ts": "export function f(x: Partial<Record<string, 1[]>>): null { void x; return null; }",
    });
    const items = { type: "number", const: 1 };
    expect(parameter(project(), "rules.ts")).toEqual({
      type: "object",
      additionalProperties: { type: "array", items },
    });
  });

  test("a project that is referred to is read from its sources, built or not", () => {
    files.write({
      "lib/package.json": '{ "name": "lib", "version": "1.0.0", "exports": { "types": "./dist/index.d.ts" } }',
      "lib/tsconfig.json":
        '{ "compilerOptions": { "composite": true, "rootDir": "src", "outDir": "dist" }, "include": ["src"] }',
      "lib/src/index.ts": "export type A = 'new';\nexport const g = (x: A) => ({ x });",
      "app/tsconfig.json": '{ "references": [{ "path": "../lib" }] }',
      "app/rules.ts": 'import { g, type A } from "lib";\nexport const f = (x: A) => g(x);',
      "app/node_modules/other/index.d.ts": "",
    });
    symlinkSync(files.file("lib"), files.file("app/node_modules/lib"));
    const built = project();
    expect(parameter(built, "app/rules.ts")).toEqual({ type: "string", const: "new" });
    files.write({ "lib/dist/index.d.ts": "export type A = 'old';" });
    built.refresh();
    expect(parameter(built, "app/rules.ts")).toEqual({ type: "string", const: "new" });
    expect(built.files()).toContain(files.file("lib/src/index.ts"));
  });

  test("undefined is told from other types whatever tsconfig.json says", () => {
    files.write({
      "tsconfig.json": '{ "compilerOptions": { "strict": false, "strictNullChecks": false } }',
      "rules.ts": "export function f(x: string | null): null { void x; return null; }",
    });
    expect(parameter(project(), "rules.ts")).toEqual({ anyOf: [{ type: "null" }, { type: "string" }] });
  });

  test("global types of included declaration files are known", () => {
    files.write({
      "tsconfig.json": "{}",
      "globals.d.ts": "interface Shared { a: number }",
      "rules.ts": "export function f(x: Shared): null { void x; return null; }",
    });
    expect(parameter(project(), "rules.ts")).toMatchObject({ properties: { a: { type: "number" } } });
  });

  test("a broken tsconfig.json is no reason to fail", () => {
    files.write({ "tsconfig.json": "{ [", "rules.ts": "export function f(x: string): null { void x; return null; }" });
    expect(parameter(project(), "rules.ts")).toEqual({ type: "string" });
  });
});

test("types of a package come from its declarations, JSDoc included; problems are placed at the use", () => {
  files.write({
    "node_modules/money/package.json": '{ "name": "money", "version": "1.0.0", "types": "index.d.ts" }',
    "node_modules/money/index.d.ts":
      "/** @additionalProperties false */ export interface Amount { /** @minimum 0 */ value: number }\nexport interface Dated { on: Date; add(): void }\nexport declare class Decimal { plus(other: Decimal): Decimal }",
    "rules.ts": 'import type { Amount } from "money";\nexport function f(x: Amount): null { void x; return null; }',
    "dated.ts":
      'import type { Dated } from "money";\nexport function f(»x: { a: Dated }[]): null { void x; return null; }'.replace(
        "»x: { a",
        "x: { »a",
      ),
    "decimal.ts":
      'import type { Decimal } from "money";\nexport function f(»x: Decimal): null { void x; return null; }',
  });
  const one = project();
  expect(parameter(one, "rules.ts")).toEqual({
    type: "object",
    properties: { value: { type: "number", minimum: 0 } },
    required: ["value"],
    additionalProperties: false,
  });
  expect(one.signature(tagOf(files.file("dated.ts"), "f")).findings).toMatchObject([
    { message: '"x[].a.on" is a "Date", which does not survive JSON.', place: files.marked("dated.ts") },
  ]);
  expect(one.signature(tagOf(files.file("decimal.ts"), "f")).findings).toMatchObject([
    {
      message: '"x" is an instance of the class "Decimal", which does not survive JSON.',
      place: files.marked("decimal.ts"),
    },
  ]);
});

describe("Python files", () => {
  const rules = 'import { score, type Line } from "./score.py";\nexport function f(x: Line): typeof score { throw x; }';
  const declarations = "export interface Line { sku: string }\nexport declare const score: 'from memory';\n";

  test("their declarations come from memory, and a file of declarations on disk is not read", () => {
    files.write({
      "score.py": "",
      "score.d.py.ts": "export type Line = 'stale'; export declare const score: 1;",
      "rules.ts": rules,
    });
    const readPython = jest.fn(() => declarations);
    const one = createTypeScriptProject({ root: files.root, readPython });
    const signature = one.signature(tagOf(files.file("rules.ts"), "f"));
    expect(signature.findings).toEqual([]);
    expect(signature.ok && signature.value).toEqual({
      parameters: [
        {
          name: "x",
          required: true,
          schema: { type: "object", properties: { sku: { type: "string" } }, required: ["sku"] },
        },
      ],
      returns: { type: "string", const: "from memory" },
    });
    expect(readPython.mock.calls).toEqual([[files.file("score.py")]]);
  });

  test("a Python file that is not there has no declarations", () => {
    files.write({ "rules.ts": rules });
    const one = createTypeScriptProject({ root: files.root, readPython: () => declarations });
    expect(parameter(one, "rules.ts")).toContain('The type of the parameter "x" of "f" cannot be found.');
  });

  test("a changed Python file is read again", () => {
    files.write({ "score.py": "", "rules.ts": rules });
    let text = declarations;
    const one = createTypeScriptProject({ root: files.root, readPython: () => text });
    expect(parameter(one, "rules.ts")).toMatchObject({ required: ["sku"] });
    text = declarations.replace("sku", "code");
    one.refresh([files.file("score.py")]);
    expect(parameter(one, "rules.ts")).toMatchObject({ required: ["code"] });
  });
});

describe("refresh", () => {
  const rules = 'import type { A } from "./types.ts";\nexport function f(x: A): null { void x; return null; }';

  test("nothing is read again without being told to", () => {
    files.write({ "types.ts": "export type A = 1;", "rules.ts": rules });
    const one = project();
    expect(parameter(one, "rules.ts")).toEqual({ type: "number", const: 1 });
    files.write({ "types.ts": "export type A = 2;" });
    expect(parameter(one, "rules.ts")).toEqual({ type: "number", const: 1 });
    one.refresh([files.file("types.ts")]);
    expect(parameter(one, "rules.ts")).toEqual({ type: "number", const: 2 });
  });

  test.each([
    ["the file", true],
    ["everything", false],
  ])("a file that appears, and vanishes, told of %s", (_title, named) => {
    files.write({ "rules.ts": rules });
    const one = project();
    const refresh = (): void => one.refresh(named ? [files.file("types.ts")] : undefined);
    const missing = ['The type of the parameter "x" of "f" cannot be found.'];
    expect(parameter(one, "rules.ts")).toEqual(missing);
    files.write({ "types.ts": "export type A = 1;" });
    refresh();
    expect(parameter(one, "rules.ts")).toEqual({ type: "number", const: 1 });
    rmSync(files.file("types.ts"));
    refresh();
    expect(parameter(one, "rules.ts")).toEqual(missing);
  });

  test("a changed tsconfig.json", () => {
    files.write({
      "rules.ts": 'import type { A } from "#a";\nexport function f(x: A): null { void x; return null; }',
      "types.ts": "export type A = 1;",
    });
    const one = project();
    expect(parameter(one, "rules.ts")).toHaveLength(1);
    files.write({ "tsconfig.json": '{ "compilerOptions": { "paths": { "#a": ["./types.ts"] } } }' });
    one.refresh([files.file("tsconfig.json")]);
    expect(parameter(one, "rules.ts")).toEqual({ type: "number", const: 1 });
  });
});

describe("the same types give the same bytes", () => {
  const source = `
    import type { Node as Other } from "./other.ts";
    type Letter = "b" | "a" | "c";
    interface Node { letters: Record<Letter, number>; next: Node | Other | null; late: Late | "z" | "b" }
    type Late = "y" | "x";
    export function first(x: Letter | "q" | null): Late | "a" { return x === "a" ? "a" : "x"; }
    export function second(x: Node, y: Other[]): { a: Node; b: Other } { return { a: x, b: y[0]! }; }
    export function third(x: "z" | "y" | "c" | 3 | 1 | 2): Partial<Record<Late, Other>> { return x === 1 ? {} : {}; }
  `;
  const other = "export interface Node { letters: { z: 1; a: 2 }; previous?: Node }";
  const names = ["first", "second", "third"];

  function bytes(order: readonly string[], folder: string): string[] {
    files.write({ [`${folder}/rules.ts`]: source, [`${folder}/other.ts`]: other });
    const one = createTypeScriptProject({ root: files.root, sources: createSourceCache() });
    const results = new Map(order.map((name) => [name, one.signature(tagOf(files.file(`${folder}/rules.ts`), name))]));
    expect([...results.values()].flatMap(({ findings }) => findings)).toEqual([]);
    return names.map((name) => canonicalJson(results.get(name)));
  }

  test("in whichever order and folder they are asked for", () => {
    const expected = bytes(names, "a");
    expect(bytes(names.toReversed(), "somewhere/else")).toEqual(expected);
    expect(bytes(["third", "first", "second"], "a")).toEqual(expected);
    expect(expected.join("")).not.toContain(files.root);
  });

  test("written in another order", () => {
    const [one, two] = ['"b" | "a" | { k: 1 } | { j: 2 } | null', 'null | { j: 2 } | { k: 1 } | "a" | "b"'].map(
      (type) => {
        files.write({ "rules.ts": `export function f(x: ${type}): null { void x; return null; }` });
        return parameter(project(), "rules.ts");
      },
    );
    expect(canonicalJson(two)).toBe(canonicalJson(one));
  });
});

test("a file between Windows line ends and after a byte order mark is placed like Babel places it", () => {
  files.write({
    "rules.ts": "\uFEFF// first\r\n/* second */ export function f(»x: Date): null { void x; return null; }\r\n",
  });
  expect(project().signature(tagOf(files.file("rules.ts"), "f")).findings).toMatchObject([
    { place: { line: 2, column: 32 } },
  ]);
  expect(files.marked("rules.ts")).toMatchObject({ line: 2, column: 32 });
});

test("a file that does not parse is read as far as it goes", () => {
  files.write({ "rules.ts": "export function f(x: string): null { return null; }\nfunction ((((\nconst = = `${" });
  expect(parameter(project(), "rules.ts")).toEqual({ type: "string" });
});
