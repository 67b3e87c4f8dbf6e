import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { canonicalJson, digest } from "./index.ts";

/** The same value with the keys of each object in reverse. */
function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, item]) => [key, reversed(item)]),
  );
}

describe("canonical JSON", () => {
  test("is that of RFC 8785", () => {
    const value = {
      "€": 1,
      "\r": [1e30, 4.5, 0.002, -0, 1e-27],
      a: "\u20ac$\u000f\nA'B\"\\",
      "1": true,
      "😀": null,
      "\ufb33": {},
    };
    expect(canonicalJson(value)).toBe(
      '{"\\r":[1e+30,4.5,0.002,0,1e-27],"1":true,"a":"€$\\u000f\\nA\'B\\"\\\\","€":1,"😀":null,"\ufb33":{}}',
    );
  });

  test("does not depend on the order of keys, and parses back to the value", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(canonicalJson(reversed(value))).toBe(canonicalJson(value));
        expect(canonicalJson(JSON.parse(canonicalJson(value)))).toBe(canonicalJson(value));
        expect(digest(reversed(value))).toBe(digest(value));
      }),
    );
  });

  test("what is no JSON has no canonical form", () => {
    expect(() => canonicalJson(undefined)).toThrow(TypeError);
    expect(() => canonicalJson(Number.NaN)).toThrow("NaN");
  });
});

test("a digest is the SHA-256 of the canonical text", () => {
  expect(digest({})).toBe("sha256:44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a");
});
