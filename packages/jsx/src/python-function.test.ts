import { expect, test } from "@jest/globals";
import { BRAND } from "./brand.ts";
import { isPython, python } from "./python-function.ts";

const place = { file: "/flow.tsx", line: 2, column: 10 };

test("a reference says which function of which file, and where it was imported", () => {
  const reference = python("/money.py", "clean_total", place);
  expect(reference).toEqual({ [BRAND]: "python", file: "/money.py", entrypoint: "clean_total", place });
  expect(Object.isFrozen(reference)).toBe(true);
  expect(typeof reference).not.toBe("function");
});

test("the place may be left out", () => {
  expect(python("/money.py", "f")).toEqual({ [BRAND]: "python", file: "/money.py", entrypoint: "f", place: undefined });
});

test.each([
  [python("/money.py", "f"), true],
  [{ [BRAND]: "python", file: "/money.py", entrypoint: "f" }, true],
  [{ [BRAND]: "python", file: "/money.py" }, false],
  [() => 1, false],
])("isPython(%p) is %p", (value, expected) => {
  expect(isPython(value)).toBe(expected);
});
