import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { exceedsDepth, MAX_JSON_DEPTH, parseOutput } from "./json-text.ts";

function depthOf(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

describe("depth", () => {
  test("of any JSON text is that of its value", () => {
    const property = fc.property(fc.jsonValue({ maxDepth: 6 }), fc.nat({ max: 8 }), (value, limit) => {
      expect(exceedsDepth(JSON.stringify(value), limit)).toBe(depthOf(value) > limit);
    });
    fc.assert(property, { seed: 3 });
  });

  test("is not fooled by brackets, quotes and backslashes in strings", () => {
    expect(exceedsDepth(JSON.stringify(['[[["\\', '{"\\\\']), 1)).toBe(false);
  });

  test("of text that is not JSON does not matter, however long", () => {
    expect(exceedsDepth("[".repeat(1_000_000), MAX_JSON_DEPTH)).toBe(true);
    expect(exceedsDepth("]".repeat(1000), 0)).toBe(false);
    expect(exceedsDepth('"\\', 0)).toBe(false);
  });
});

test("outputs that are not JSON, or too deep, are the leaf's failure", () => {
  const deep = "[".repeat(201) + "]".repeat(201);
  expect(() => parseOutput("{", "bad_result", false)).toThrow(
    expect.objectContaining({ name: "LeafError", code: "bad_result" }),
  );
  expect(() => parseOutput(deep, "output_invalid", true)).toThrow("The result nests deeper than 200 levels.");
  expect(parseOutput('{"__proto__":1}', "bad_result", false)).toEqual(JSON.parse('{"__proto__":1}'));
});
