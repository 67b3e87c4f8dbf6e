import { describe, expect, test } from "@jest/globals";
import { BRAND, isBranded, isObject } from "./brand.ts";

describe("isBranded", () => {
  test.each([
    ["an object", { [BRAND]: "element" }, true],
    ["a function", Object.assign(() => undefined, { [BRAND]: "element" }), true],
    ["another brand", { [BRAND]: "binding" }, false],
    ["an inherited brand", Object.create({ [BRAND]: "element" }), false],
    ["null", null, false],
    ["text", "element", false],
  ])("%s", (_name, value, expected) => {
    expect(isBranded(value, "element")).toBe(expected);
  });
});

test.each([[{}], [[]], [() => undefined]])("isObject holds for %p", (value) => {
  expect(isObject(value)).toBe(true);
});

test.each([[null], [undefined], ["x"], [1], [true]])("isObject does not hold for %p", (value) => {
  expect(isObject(value)).toBe(false);
});
