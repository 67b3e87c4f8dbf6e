import { expect, test } from "@jest/globals";
import { formatPath } from "./json-path.ts";

test.each([
  [[], "$"],
  [["invoices", 3, "due date"], '$.invoices[3]["due date"]'],
  [["__proto__", 'a"b'], '$.__proto__["a\\"b"]'],
  [Array.from({ length: 20 }, () => 0), `$${"[0]".repeat(12)}…`],
])("%j", (path, expected) => {
  expect(formatPath(path)).toBe(expected);
});
