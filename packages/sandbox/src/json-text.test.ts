import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { depthOfText, normalizeJson } from "./json-text.ts";

function depth(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depth));
}

describe("depthOfText", () => {
  test("agrees with the depth of the value, for any JSON", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => depthOfText(JSON.stringify(value)) === depth(value)),
    );
  });

  test.each([
    ["1", 0],
    ["[]", 1],
    ['"[[["', 0],
    ['"\\"[["', 0],
    ['{"[":[{}]}', 3],
    ["[".repeat(100_000), 100_000],
    ['"', 0],
    ['"\\', 0],
  ])("%.20s", (text, expected) => {
    expect(depthOfText(text)).toBe(expected);
  });
});

describe("normalizeJson", () => {
  test("keeps what JSON.stringify wrote, for any JSON", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        const text = JSON.stringify(value);
        return normalizeJson(text, 6) === text;
      }),
    );
  });

  test.each([
    ["2.0", "2"],
    ['{"a":1,"a":2}', '{"a":2}'],
    [' { "__proto__" : [ 1 ] } ', '{"__proto__":[1]}'],
  ])("writes %s again as %s", (text, expected) => {
    expect(normalizeJson(text, 10)).toBe(expected);
  });

  test.each(["", "{", "NaN", "undefined", "[1,]", '{"a":1}}', "[".repeat(100_000)])("refuses %.20s", (text) => {
    expect(normalizeJson(text, 200)).toBeUndefined();
  });

  test("refuses what is nested too deeply", () => {
    expect(normalizeJson("[[[]]]", 3)).toBe("[[[]]]");
    expect(normalizeJson("[[[]]]", 2)).toBeUndefined();
  });
});
