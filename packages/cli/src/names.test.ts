import { expect, test } from "@jest/globals";
import { readName } from "./names.ts";

test.each([
  ["a", undefined, "a", undefined],
  ["a", 2, "a", 2],
  ["a@3", undefined, "a", 3],
  ["a@3", 3, "a", 3],
  ["workflow/a", undefined, "a", undefined],
  ["workflow/a@12", undefined, "a", 12],
  ["a@0", undefined, "a@0", undefined],
  ["a@latest", undefined, "a@latest", undefined],
  ["", undefined, "", undefined],
])("%s with --version %s", (given, option, name, version) => {
  expect(readName(given, option)).toEqual({ name, version });
});

test("two versions are refused", () => {
  expect(() => readName("a@3", 4)).toThrow('"a@3" and --version 4 name two versions');
});
