import { describe, expect, test } from "@jest/globals";
import {
  elapsed,
  formatAgo,
  formatDuration,
  formatNumber,
  formatPreview,
  formatTime,
  formatValue,
  plural,
  shortDigest,
} from "./format.ts";

describe("formatDuration", () => {
  test.each([
    [undefined, "–"],
    [Number.NaN, "–"],
    [-5, "0 ms"],
    [0, "0 ms"],
    [999.4, "999 ms"],
    [999.6, "1.0 s"],
    [1000, "1.0 s"],
    [4240, "4.2 s"],
    [9949, "9.9 s"],
    [9950, "10 s"],
    [59_499, "59 s"],
    [59_500, "1 min 00 s"],
    [185_000, "3 min 05 s"],
    [3_599_400, "59 min 59 s"],
    [3_599_600, "1 h 00 min"],
    [7_620_000, "2 h 07 min"],
  ])("%p ms is %s", (ms, text) => {
    expect(formatDuration(ms)).toBe(text);
  });
});

test.each([
  [null, null, undefined],
  [undefined, 5, undefined],
  [10, 25, 15],
  [10, null, 90],
  [110, null, 0],
])("elapsed from %p to %p", (start, end, expected) => {
  expect(elapsed(start, end, 100)).toBe(expected);
});

test.each([
  [-1000, "just now"],
  [4999, "just now"],
  [5000, "5 s ago"],
  [61_000, "1 min ago"],
  [7_199_000, "1 h ago"],
  [86_400_000, undefined],
])("%p ms ago is %p", (ago, text) => {
  expect(formatAgo(1e12, 1e12 + ago)).toBe(text);
});

test("formatTime gives date and time of day", () => {
  expect(formatTime(Date.UTC(2026, 0, 2, 3, 4, 5), "en-GB", "UTC")).toBe("2 Jan 2026, 03:04:05");
});

test.each([
  [0, "0"],
  [999, "999"],
  [1000, "1,000"],
  [1_234_567, "1,234,567"],
])("formatNumber(%p)", (value, text) => {
  expect(formatNumber(value)).toBe(text);
});

test("plural", () => {
  expect([plural(1, "branch", "branches"), plural(2, "branch", "branches"), plural(0, "step")]).toEqual([
    "1 branch",
    "2 branches",
    "0 steps",
  ]);
});

test("shortDigest", () => {
  expect(shortDigest(`sha256:${"0123456789abcdef".repeat(4)}`)).toBe("0123456789ab");
});

test("values are read as text or as indented JSON", () => {
  expect(formatValue("a\nb")).toBe("a\nb");
  expect(formatValue({ a: [1] })).toBe('{\n  "a": [\n    1\n  ]\n}');
  expect(formatPreview('"a\\nb"')).toBe("a\nb");
  expect(formatPreview("[1]")).toBe("[\n  1\n]");
  expect(formatPreview('{"a":"cut of')).toBe('{"a":"cut of…');
});
