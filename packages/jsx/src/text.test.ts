import { describe, expect, test } from "@jest/globals";
import { Input } from "./bindings.ts";
import { BRAND } from "./brand.ts";
import { isText, text } from "./text.ts";

describe("text", () => {
  test("values stay as they are between the dedented pieces", () => {
    const made = text`
      Review ${Input.previous}
        in ${3} lines${false}.
    `;
    expect(made.parts).toEqual(["Review ", Input.previous, "\n  in ", 3, " lines", false, "."]);
    expect(made.parts[1]).toBe(Input.previous);
  });

  test("lines of a value do not change", () => {
    expect(
      text`
      a
      ${"x\n  y"}
    `.parts,
    ).toEqual(["a\n", "x\n  y"]);
  });

  test("nothing", () => {
    expect(text``.parts).toEqual([]);
  });

  test("it is frozen", () => {
    const made = text`a`;
    expect([made, made.parts].every(Object.isFrozen)).toBe(true);
  });

  test("a call with parentheses says how it is written", () => {
    const call = text as unknown as (words: string) => unknown;
    expect(() => call("a")).toThrow(new TypeError("text is a template tag: write text`…`, without parentheses."));
  });
});

test.each([
  [text`a`, true],
  [{ [BRAND]: "text", parts: [] }, true],
  [{ [BRAND]: "text" }, false],
  ["a", false],
])("isText(%p) is %p", (value, expected) => {
  expect(isText(value)).toBe(expected);
});
