import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, jest, test } from "@jest/globals";
import ts from "typescript";

// A type check takes two seconds of an idle machine.
jest.setTimeout(60_000);

const directory = path.dirname(fileURLToPath(import.meta.url));
const sources = path.dirname(directory);

const { options, fileNames } = ts.parseJsonConfigFileContent(
  ts.readConfigFile(path.join(directory, "tsconfig.json"), ts.sys.readFile).config,
  ts.sys,
  directory,
);
// The compilers and tests around the forms are checked with the rest of the repository.
const formFiles = fileNames.filter((name) => /\.tsx$|\.d\.py\.ts$/.test(name));

/** A second copy of the package, in memory, as another version of it would be installed. */
const copies = path.join(sources, "..", "copy");
const original = (file: string): string => file.replace(copies, sources);

/** A host that also has the copy and the given files. */
function hostWith(files: Readonly<Record<string, string>>): ts.CompilerHost {
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile, getSourceFile, directoryExists } = host;
  return {
    ...host,
    fileExists: (file) => Object.hasOwn(files, file) || fileExists(original(file)),
    readFile: (file) => files[file] ?? readFile(original(file)),
    directoryExists: (name) => directoryExists?.(original(name)) ?? true,
    getSourceFile: (file, ...rest) => {
      const text = files[file] ?? (file.startsWith(copies) ? readFile(original(file)) : undefined);
      return text === undefined ? getSourceFile(file, ...rest) : ts.createSourceFile(file, text, rest[0]);
    },
  };
}

function errorsOf(rootNames: readonly string[], host = ts.createCompilerHost(options)): string[] {
  const program = ts.createProgram({ rootNames, options, host });
  return ts.getPreEmitDiagnostics(program).map(({ file, start, messageText }) => {
    const line = file === undefined ? 0 : file.getLineAndCharacterOfPosition(start ?? 0).line + 1;
    const name = path.basename(file?.fileName ?? "");
    return `${name}:${line} ${ts.flattenDiagnosticMessageText(messageText, " ")}`;
  });
}

/** The complete examples of the language reference, as files beside the forms. */
function documented(): Record<string, string> {
  const text = fs.readFileSync(path.join(sources, "../../../docs/language.md"), "utf8");
  const blocks = [...text.matchAll(/^```tsx\n(.*?)^```$/gms)].map(([, block]) => block ?? "");
  return Object.fromEntries(blocks.map((block, index) => [path.join(directory, `documented-${index + 1}.tsx`), block]));
}

test("TypeScript takes every accepted form and every documented example, and refuses every rejected form", () => {
  expect(formFiles.map((name) => path.basename(name)).toSorted((a, b) => (a < b ? -1 : 1))).toEqual([
    "accepted-programs.tsx",
    "accepted-prompts.tsx",
    "accepted-python.tsx",
    "accepted-structure.tsx",
    "money.d.py.ts",
    "not-checked.tsx",
    "rejected.tsx",
  ]);
  const documentation = documented();
  expect(Object.keys(documentation).length).toBeGreaterThan(5);
  const rootNames = [...formFiles, ...Object.keys(documentation)];
  expect(errorsOf(rootNames, hostWith(documentation))).toEqual([]);
  const rejected = fs.readFileSync(path.join(directory, "rejected.tsx"), "utf8");
  expect(rejected.match(/@ts-expect-error/g)?.length).toBeGreaterThan(80);
});

test("two copies of the package mix, and each still refuses what is wrong", () => {
  const file = path.join(sources, "mixed.ts");
  const text = `
    import { Sequence, Script, User, ChatCompletion, jsonSchema, type PythonFunction } from "./index.ts";
    import * as copy from "../copy/index.ts";
    const run = (value: number): number => value;
    declare const f: PythonFunction<{ a: number }, number>;
    export default [
      Sequence({ children: [copy.Script({ run }), [copy.Fragment({ children: Script({ run }) })]] }),
      ChatCompletion({ model: "m", responseModel: copy.jsonSchema({}), children: copy.User({ children: copy.text\`a\` }) }),
      copy.ChatCompletion({ model: "m", responseModel: jsonSchema({}), children: User({ children: copy.Input.previous }) }),
      copy.Python({ run: f }),
      Script({ run, inputs: { value: copy.Input.item } }),
      Sequence({ children: copy.Input.item }),
    ];
  `;
  const errors = errorsOf([file], hostWith({ [file]: text }));
  expect(errors).toEqual([
    expect.stringMatching(/^mixed\.ts:12 Type 'ValueBinding' is not assignable to type 'Nodes'/),
  ]);
});
