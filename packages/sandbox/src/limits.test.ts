import { expect, test } from "@jest/globals";
import { DEFAULT_LIMITS, resolveLimits } from "./limits.ts";

test("fills in the defaults of the language", () => {
  expect(resolveLimits("javascript")).toEqual(DEFAULT_LIMITS.javascript);
  expect(resolveLimits("python")).toEqual(DEFAULT_LIMITS.python);
});

test("moves the wall limit along with the CPU limit, unless it is given", () => {
  expect(resolveLimits("javascript", { cpuSeconds: 2 }).wallSeconds).toBe(2.5);
  expect(resolveLimits("python", { cpuSeconds: 2 }).wallSeconds).toBe(6);
  expect(resolveLimits("python", { cpuSeconds: 2, wallSeconds: 4 }).wallSeconds).toBe(4);
});

test.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY])("refuses %d as a limit", (memoryBytes) => {
  expect(() => resolveLimits("python", { memoryBytes })).toThrow(
    new RangeError("limit memoryBytes must be a positive number"),
  );
});
