import fs from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, jest, test } from "@jest/globals";
import * as index from "./index.ts";
import * as devRuntime from "./jsx-dev-runtime.ts";
import * as runtime from "./jsx-runtime.ts";
import * as tree from "./tree.ts";

test("the package exports what the language has and nothing else", () => {
  const components = [
    "Workflow",
    "Sequence",
    "Parallel",
    "Branch",
    "ForEach",
    "If",
    "ChatCompletion",
    "Python",
    "Script",
  ];
  const parts = ["System", "User", "Assistant", "Fragment"];
  const values = ["Input", "schema", "jsonSchema", "text", "python", "createElement", "functionTag", "BindingUseError"];
  const guards = ["isElement", "isBinding", "isModel", "isPython", "isText", "isStandardJsonSchema"];
  expect(Object.keys(index).toSorted()).toEqual([...components, ...parts, ...values, ...guards].toSorted());
  expect(Object.keys(runtime).toSorted()).toEqual(["Fragment", "jsx", "jsxs"]);
  expect(Object.keys(devRuntime).toSorted()).toEqual(["Fragment", "jsxDEV"]);
  expect(Object.keys(tree).toSorted()).toEqual(["describeBinding", "expand", "stringifiedBinding"]);
});

test("importing it stays cheap: its files import only one another", () => {
  const directory = path.dirname(fileURLToPath(import.meta.url));
  const files = ["", "tree"].flatMap((folder) =>
    fs
      .readdirSync(path.join(directory, folder))
      .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
      .map((name) => path.join(directory, folder, name)),
  );
  expect(files.length).toBeGreaterThan(20);
  for (const file of files) {
    const specifiers = [...fs.readFileSync(file, "utf8").matchAll(/\bfrom "([^"]+)"|\bimport\(/g)].map(
      ([, name]) => name,
    );
    for (const specifier of specifiers)
      expect([file, specifier]).toEqual([file, expect.stringMatching(/^\.\.?\/.*\.ts$/)]);
  }
});

test("two copies of the package mix", async () => {
  jest.resetModules();
  const copy = await import("./index.ts");
  expect(copy.Sequence).not.toBe(index.Sequence);

  const run = (value: number): number => value;
  const prompt = copy.ChatCompletion({
    model: "m",
    children: [copy.User({ children: copy.text`a ${copy.Input.previous}` }), index.Input.messages],
  });
  const mixed = index.Sequence({
    children: [copy.Fragment({ children: index.Script({ run }) }), runtime.jsx(copy.Sequence, { children: prompt })],
  });
  const [item] = tree.expand(mixed);
  expect(item).toMatchObject({
    kind: "sequence",
    children: [
      { kind: "script", stack: [] },
      {
        kind: "sequence",
        children: [
          { kind: "chat_completion", children: [{ kind: "user" }, { type: "value", value: index.Input.messages }] },
        ],
      },
    ],
  });
  expect(index.isBinding(copy.Input.item)).toBe(true);
  expect(index.isModel(copy.jsonSchema({}))).toBe(true);
  expect(index.isPython(copy.python("/a.py", "f"))).toBe(true);
  expect(index.isElement(prompt)).toBe(true);
});
