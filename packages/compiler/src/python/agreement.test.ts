import { readFileSync } from "node:fs";
import { expect } from "@jest/globals";
import { parsePythonModule } from "./module.ts";
import { pythonHints, pythonSays, withPython } from "./fixtures/python3.ts";

const FIXTURES = ["money.py", "shapes.py", "größe.py"];

withPython("python3 sees the same functions and parameters", () => {
  const texts = FIXTURES.map((name) => readFileSync(new URL(`./fixtures/${name}`, import.meta.url), "utf8"));
  const verdicts = pythonSays(texts);
  for (const [index, text] of texts.entries()) {
    const module = parsePythonModule(text, FIXTURES[index] ?? "");
    expect(module.findings).toEqual([]);
    const { error, functions } = verdicts[index] ?? { error: "none", functions: [] };
    expect(error).toBeNull();
    expect(module.functions).toEqual(functions.map(({ name }) => name));
    for (const { name, parameters } of functions) {
      const signature = module.signature(name);
      if (!signature.ok) continue;
      const ours = signature.value.parameters.map((each) => `${each.name}${each.required ? "" : "?"}`);
      expect([name, ours]).toEqual([name, parameters]);
    }
  }
  const usable = texts.flatMap((text) => {
    const module = parsePythonModule(text, "f.py");
    return module.functions.filter((name) => module.signature(name).ok);
  });
  expect(usable).toEqual(["_round", "clean_total", "is_large", "vendors", "area", "flatten", "fläche"]);
});

withPython("python3 can resolve every annotation that is accepted", () => {
  for (const name of FIXTURES) {
    const text = readFileSync(new URL(`./fixtures/${name}`, import.meta.url), "utf8");
    const module = parsePythonModule(text, name);
    const signatures = module.functions.flatMap((each) => {
      const signature = module.signature(each);
      return signature.ok ? [[each, signature.value.parameters.map((parameter) => parameter.name)] as const] : [];
    });
    const expected = signatures.map(([each, parameters]) => [each, [...parameters, "return"].sort()]);
    expect(
      pythonHints(
        text,
        signatures.map(([each]) => each),
      ),
    ).toEqual(Object.fromEntries(expected));
  }
});
