import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { describeBinding, mark, stringifiedBinding } from "./binding-mark.ts";

test("a binding is described as it is written", () => {
  expect(describeBinding({ source: "messages", path: [] })).toBe("Input.messages");
  expect(describeBinding({ source: "item", path: ["a", 'b"c'] })).toBe('Input.item.field("a").field("b\\"c")');
});

test("other text has no mark", () => {
  for (const text of ["", "Review this.", "espalier:previous", "Input.previous", "\0", "\0espalier:output\0"]) {
    expect(stringifiedBinding(text)).toBeUndefined();
  }
});

test("the mark of any path is found in any text, escaped as JSON or not", () => {
  const name = fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_]*$/);
  const binding = fc.record({ source: fc.constantFrom("messages", "previous", "item"), path: fc.array(name) });
  fc.assert(
    fc.property(binding, fc.string(), fc.string(), (marked, before, after) => {
      const text = before + mark(marked) + after;
      expect(stringifiedBinding(text)).toBe(describeBinding(marked));
      expect(stringifiedBinding(JSON.stringify({ text }))).toBe(describeBinding(marked));
    }),
  );
});
