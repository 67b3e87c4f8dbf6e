import { expect, test } from "@jest/globals";
import { asPlace, placeOfSource } from "./place.ts";

test("a place is read from what JSX compilers write", () => {
  const place = placeOfSource({ fileName: "a.tsx", lineNumber: 3, columnNumber: 5 });
  expect(place).toEqual({ file: "a.tsx", line: 3, column: 5 });
  expect(Object.isFrozen(place)).toBe(true);
});

test.each([
  [undefined],
  [null],
  ["a.tsx:3:5"],
  [{ fileName: "a.tsx" }],
  [{ fileName: 1, lineNumber: 1, columnNumber: 1 }],
])("%p is no source", (source) => {
  expect(placeOfSource(source)).toBeUndefined();
});

test("a place is copied without what else is in it", () => {
  expect(asPlace({ file: "a.tsx", line: 3, column: 5, more: 1 })).toEqual({ file: "a.tsx", line: 3, column: 5 });
  expect(asPlace({ file: "a.tsx", line: "3", column: 5 })).toBeUndefined();
});
