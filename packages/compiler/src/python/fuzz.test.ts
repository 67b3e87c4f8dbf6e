import { readFileSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { parsePythonModule } from "./module.ts";

const FILES = ["money.py", "shapes.py", "größe.py"].map((name) =>
  readFileSync(new URL(`./fixtures/${name}`, import.meta.url), "utf8"),
);
const TOKENS =
  "( ) [ ] { } : , . = * ** / - | @ ; ' \" ''' \"\"\" # \\ def class async yield lambda if for with as import from type None 1 0x f'{ := ... $ é \u{1F600} \0 \r \n \t \n\n list[ Literal[ TypedDict @dataclass".split(
    " ",
  );

/** Everything that a module can be asked for. Each finding has a code, a sentence and a place in the text. */
function readAll(text: string): void {
  const module = parsePythonModule(text, "f.py");
  const lines = text.split(/\r\n?|\n/);
  const findings = [
    ...module.findings,
    ...[...module.functions, "missing"].flatMap((name) => module.signature(name).findings),
  ];
  for (const { code, message, place } of findings) {
    expect(code).toMatch(/^[a-z-]+$/);
    expect(message).toMatch(/[.]$/);
    if (!place) continue;
    expect(place.line).toBeGreaterThan(0);
    expect(place.line).toBeLessThanOrEqual(lines.length);
    expect(place.column).toBeGreaterThan(0);
    expect(place.column).toBeLessThanOrEqual((lines[place.line - 1]?.length ?? 0) + 1);
  }
  expect(module.declarations()).toContain("Do not edit.");
}

const edit = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  remove: fc.nat(8),
  insert: fc.oneof(fc.constant(""), fc.constantFrom(...TOKENS), fc.string({ unit: "binary", maxLength: 4 })),
});

describe("any text is read without an exception", () => {
  test("noise", () => {
    fc.assert(fc.property(fc.string({ unit: "binary", maxLength: 200 }), readAll), { numRuns: 80 });
  });

  test("Python tokens in any order", () => {
    const tokens = fc.array(fc.constantFrom(...TOKENS, " ", "\n", "x", "int"), { maxLength: 60 });
    fc.assert(
      fc.property(tokens, (parts) => readAll(parts.join(" "))),
      { numRuns: 80 },
    );
  });

  test("real files with a few things wrong", () => {
    const mutated = fc
      .tuple(fc.constantFrom(...FILES), fc.array(edit, { minLength: 1, maxLength: 4 }))
      .map(([text, edits]) =>
        edits.reduce((current, { at, remove, insert }) => {
          const from = Math.floor(at * current.length);
          return current.slice(0, from) + insert + current.slice(from + remove);
        }, text),
      );
    fc.assert(fc.property(mutated, readAll), { numRuns: 60 });
  });

  test("the same text gives the same answers", () => {
    const answers = FILES.map((text) => {
      const module = parsePythonModule(text, "f.py");
      return JSON.stringify([module.functions.map((name) => module.signature(name)), module.declarations()]);
    });
    expect(
      FILES.map((text) => {
        const module = parsePythonModule(text, "f.py");
        const backwards = [...module.functions].reverse().map((name) => module.signature(name));
        return JSON.stringify([backwards.reverse(), module.declarations()]);
      }),
    ).toEqual(answers);
  });

  test.each([
    ["brackets", "(".repeat(10_000)],
    ["brackets of all kinds", "([{".repeat(3_000)],
    ["blocks", Array.from({ length: 500 }, (_, level) => `${" ".repeat(level)}if x:\n`).join("")],
    ["operators", `x: ${"int | ".repeat(20_000)}int = 1\ndef f(a: ${"int | ".repeat(20_000)}int) -> int: ...\n`],
    ["unary operators", `def f(a: ${"-".repeat(20_000)}1) -> int: ...\n`],
    ["attributes", `def f(a: a${".b".repeat(20_000)}) -> int: ...\n`],
    [
      "quotes in quotes",
      `def f(a: ${JSON.stringify(Array.from({ length: 12 }).reduce((text: string) => JSON.stringify(text), "int"))}) -> int: ...`,
    ],
    [
      "aliases of aliases",
      `A0 = int\n${Array.from({ length: 5_000 }, (_, n) => `A${n + 1} = A${n}\n`).join("")}def f(a: A5000) -> int: ...`,
    ],
    [
      "bases of bases",
      `class A0: ...\n${Array.from({ length: 3_000 }, (_, n) => `class A${n + 1}(A${n}): ...\n`).join("")}def f(a: A3000) -> int: ...`,
    ],
    ["headers of with", "with (a as b, \n".repeat(1_000)],
    ["open strings", '"""\n\'\n'.repeat(5_000)],
    ["too much", "#".repeat(1_000_001)],
  ])("bounded on many %s", (_, text) => {
    readAll(text);
  });
});
