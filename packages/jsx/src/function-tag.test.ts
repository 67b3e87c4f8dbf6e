import { describe, expect, test } from "@jest/globals";
import { BRAND } from "./brand.ts";
import { Sequence } from "./composites.ts";
import { functionTag, type FunctionTag } from "./function-tag.ts";

// Tagged by the preset, as every top-level function.
export function tagged(): number {
  return 1;
}

const tag: FunctionTag = { kind: "function", file: "/a.ts", name: "f", line: 1, column: 2 };
const withTag = (value: unknown): (() => void) =>
  Object.defineProperty(() => undefined, BRAND, { value, enumerable: false });

describe("functionTag", () => {
  test("the preset tags the functions of this very file", () => {
    expect(functionTag(tagged)).toMatchObject({
      kind: "function",
      file: expect.stringMatching(/function-tag\.test\.ts$/),
      name: "tagged",
      line: 7,
      column: 17,
    });
  });

  test("it is what was left on the function", () => {
    expect(functionTag(withTag(tag))).toBe(tag);
  });

  test.each<[string, unknown]>([
    ["a function without one", () => undefined],
    ["a bound function", withTag(tag).bind(null)],
    ["a component of ours", Sequence],
    ["an object", { [BRAND]: tag }],
    ["a function with another mark", withTag("function")],
    ["a function whose tag lacks a name", withTag({ ...tag, name: undefined })],
    ["a function whose tag has no whole line", withTag({ ...tag, line: 1.5 })],
    ["undefined", undefined],
  ])("%s has none", (_name, value) => {
    expect(functionTag(value)).toBeUndefined();
  });
});
