import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { dedent } from "./dedent.ts";

test.each<[string, readonly string[], readonly string[]]>([
  ["one line", ["a"], ["a"]],
  ["nothing", [""], [""]],
  ["blanks in one line", ["  a  "], ["  a  "]],
  ["shared indentation", ["\n    a\n      b\n    c\n  "], ["a\n  b\nc"]],
  ["closing backtick on the last line", ["\n  a\n  b"], ["a\nb"]],
  ["text on the first line", ["a\n    b\n    c"], ["a\nb\nc"]],
  ["a blank line does not count", ["\n    a\n\n  \n    b\n"], ["a\n\n\nb"]],
  ["only one line break is removed", ["\n\n  a\n\n"], ["\na\n"]],
  ["tabs", ["\n\t\ta\n\t\t\tb\n"], ["a\n\tb"]],
  ["tabs and blanks share nothing", ["\n\ta\n    b\n"], ["\ta\n    b"]],
  ["values", ["\n  a ", " b\n    ", "\n  "], ["a ", " b\n  ", ""]],
  ["a value at the start of a line", ["\n    ", "\n    b"], ["", "\nb"]],
  ["a line that is only a value is not blank", ["\n      a\n    ", "\n"], ["  a\n", ""]],
  ["a written \\n is no line break", ["\n    a\\nb\n    c"], ["a\nb\nc"]],
  ["escapes", ["\\t\\x41\\u0042\\u{43}\\`\\\\n\\q"], ["\tABC`\\nq"]],
  ["a continued line", ["a\\\nb"], ["ab"]],
  ["escapes that JavaScript does not know", ["\\u{}\\xZ\\u12"], ["\\u{}\\xZ\\u12"]],
])("%s", (_name, raw, expected) => {
  expect(dedent(raw)).toEqual(expected);
});

test("what is indented by any amount dedents to what was indented", () => {
  const line = fc.stringMatching(/^[a-z]( {0,3}[a-z]){0,5}$/);
  fc.assert(
    fc.property(fc.array(line, { minLength: 1 }), fc.stringMatching(/^[ \t]{0,6}$/), (lines, indent) => {
      const raw = `\n${lines.map((text) => indent + text).join("\n")}\n${indent}`;
      expect(dedent([raw])).toEqual([lines.join("\n")]);
    }),
  );
});
