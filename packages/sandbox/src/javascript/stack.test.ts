import { expect, test } from "@jest/globals";
import { parseStack } from "./stack.ts";

test("keeps the author's frames only", () => {
  const stack = `    at g (program.js:1:18)
    at map (native)
    at <anonymous> (program.js:2:16)
    at apply (native)
    at <anonymous> (<sandbox>:80:3)
    at <eval> (program.js:3)
`;
  expect(parseStack(stack)).toEqual([
    { function: "g", line: 1, column: 18 },
    { function: "<anonymous>", line: 2, column: 16 },
    { function: "<program>", line: 3 },
  ]);
});

test("reads the place of a syntax error", () => {
  expect(parseStack("    at program.js:2:3\n")).toEqual([{ function: "<program>", line: 2, column: 3 }]);
});

test("keeps the innermost 20", () => {
  const stack = Array.from({ length: 50 }, (_, index) => `    at f (program.js:${index + 1}:1)`).join("\n");
  expect(parseStack(stack)).toHaveLength(20);
  expect(parseStack(stack)[0]).toEqual({ function: "f", line: 1, column: 1 });
});
