import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { createContext, runInContext } from "node:vm";
import { transformSync } from "@babel/core";
import { describe, expect, test } from "@jest/globals";
import preset from "./index.ts";

function compile(text: string, options: object = {}, filename = "/project/flow.tsx"): string {
  const result = transformSync(text, {
    filename,
    configFile: false,
    babelrc: false,
    presets: [[preset, options]],
  });
  return result?.code ?? "";
}

/** What an error says, without the colours that Babel adds where it believes that somebody sees them. */
function messageOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    return stripVTControlCharacters((error as Error).message);
  }
  return "no error";
}

describe("tags at run time", () => {
  function run(text: string, context = createContext({})): unknown {
    return runInContext(compile(text, {}, "/project/rules.ts"), context);
  }

  test("say where the function is, and are not enumerable", () => {
    const context = createContext({});
    run("function rule() {}\nvar arrow = () => 1;", context);
    const read = 'JSON.stringify([rule["~espalier"], arrow["~espalier"], Object.keys(rule)])';
    expect(JSON.parse(runInContext(read, context) as string)).toEqual([
      { kind: "function", file: "/project/rules.ts", name: "rule", line: 1, column: 10 },
      { kind: "function", file: "/project/rules.ts", name: "arrow", line: 2, column: 5 },
      [],
    ]);
  });

  test("are there before the first statement runs", () => {
    const context = createContext({});
    run('var early = rule["~espalier"].name;\nfunction rule() {}', context);
    expect(runInContext("early", context)).toBe("rule");
  });

  test("survive a second evaluation, frozen functions, and a module's own Reflect", () => {
    const context = createContext({});
    const text = "function rule() {}\nObject.freeze(rule);\nvar again = () => 1;";
    run(text, context);
    expect(() => run(text, context)).not.toThrow();
    expect(() =>
      runInContext(compile(text, {}, "/project/rules.ts").replace(/^/, "Object.freeze(rule);"), context),
    ).not.toThrow();
    expect(() => run("(function () {})();\nvar Reflect = 1;\nfunction other() {}", createContext({}))).not.toThrow();
  });
});

describe("imports from .py files that mean nothing", () => {
  const named = 'Name what you need: import { my_function } from "./a.py".';
  test.each([
    ['import a from "./a.py";', `A Python file has no default export. ${named}`, 8],
    ['import { default as a } from "./a.py";', `A Python file has no default export. ${named}`, 10],
    ['import * as a from "./a.py";', `A Python file cannot be imported as a whole. ${named}`, 8],
    [
      'import "./a.py";',
      `A Python file is not run when a workflow is built, so importing it for its effects does nothing. ${named}`,
      1,
    ],
    [
      'export * from "./a.py";',
      'A Python file cannot be exported as a whole. Name what you need: export { my_function } from "./a.py".',
      1,
    ],
    [
      'export * as a from "./a.py";',
      'A Python file cannot be exported as a whole. Name what you need: export { my_function } from "./a.py".',
      8,
    ],
    [
      'await import("./a.py");',
      'A Python file cannot be imported while the module runs. Write at the top of the file: import { my_function } from "./a.py".',
      7,
    ],
    [
      'import { a } from "no-such-package/a.py";',
      '"no-such-package/a.py" cannot be found. Write where the Python file is, starting with "./" or "../".',
      10,
    ],
  ])("%s", (text, sentence, column) => {
    const [first, , caret] = messageOf(() => compile(text)).split("\n");
    expect(first).toBe(`/project/flow.tsx: ${sentence}`);
    expect(caret?.indexOf("^")).toBe("    | ".length + column - 1);
  });

  test("types only are no imports", () => {
    expect(compile('import type a from "./a.py";\nexport type * from "./a.py";')).toBe("export {};");
  });
});

describe("options", () => {
  test.each([
    [{ provenence: true }, 'there is no option "provenence"; the options are development, provenance, importSource.'],
    [{ development: "yes" }, 'the option "development" must be true or false, not "yes".'],
    [{ importSource: "" }, 'the option "importSource" must be the name of a package.'],
  ])("%j", (options, sentence) => {
    expect(messageOf(() => compile("", options))).toContain(`@espalier/babel-preset: ${sentence}`);
  });

  test("importSource is where everything comes from", () => {
    const code = compile(
      'import { schema } from "own";\nimport { f } from "./f.py";\nexport const all = [<f />, schema<1>()];',
      {
        importSource: "own",
      },
    );
    expect(code).toContain('import { schema, python as _python } from "own";');
    expect(code).toContain('import { jsxDEV as _jsxDEV } from "own/jsx-dev-runtime";');
    expect(code).toContain('schema({\n  file: "/project/flow.tsx"');
  });
});

test("Babel loads the built preset by its name, synchronously and asynchronously", () => {
  const script = `
    const babel = require("@babel/core");
    const options = { filename: "/project/a.ts", configFile: false, babelrc: false, presets: ["@espalier/babel-preset"] };
    const sync = babel.transformSync("let a: 1 = 1;", options).code;
    babel.transformAsync("let a: 1 = 1;", options).then(({ code }) => console.log(JSON.stringify([sync, code])));`;
  const cwd = fileURLToPath(new URL("..", import.meta.url));
  const output = execFileSync(process.execPath, ["-e", script], { cwd, encoding: "utf8" });
  expect(JSON.parse(output)).toEqual(["let a = 1;", "let a = 1;"]);
});
