import { describe, expect, test } from "@jest/globals";
import { parsePythonModule } from "./module.ts";

function findings(text: string, name = "f"): string[] {
  return parsePythonModule(text, "f.py")
    .signature(name)
    .findings.map(({ code, message, place }) => `${place?.line}:${place?.column} ${code}: ${message}`);
}

describe("functions that cannot be programs", () => {
  test.each([
    [
      "async def f(a: int) -> int: ...",
      ['1:1 unsupported-python: "f" is async, and a program runs in a sandbox with nothing to wait for.'],
    ],
    [
      "def f(a: int, /) -> int: ...",
      ["1:15 unsupported-python: The parameters before / have no names to bind to: a program is called by name."],
    ],
    [
      "def f(a: int, *b: int) -> int: ...",
      ['1:15 unsupported-python: "*b" has no parameters of its own to bind to: a program is called by name.'],
    ],
    [
      "def f(**b: int) -> int: ...",
      ['1:7 unsupported-python: "**b" has no parameters of its own to bind to: a program is called by name.'],
    ],
    ["def f[T](a: T) -> T: ...", ['1:6 unsupported-python: "f" is generic, so its schemas are not known.']],
    [
      "def f(a, b=3) -> int: ...",
      [
        '1:7 untyped-parameter: The parameter "a" of "f" has no type.',
        '1:10 untyped-parameter: The parameter "b" of "f" has no type.',
      ],
    ],
    ["def f(a: int): ...", ['1:5 untyped-return: The result of "f" has no type.']],
    [
      "def f(a: int) -> int:\n    if a:\n        x = yield a\n",
      ['3:13 unsupported-python: "f" is a generator, and a program returns one value.'],
    ],
    ["def f() -> int:\n    yield\n", ['2:5 unsupported-python: "f" is a generator, and a program returns one value.']],
    [
      "if x:\n    def f() -> int: ...\n",
      ['2:9 not-a-program: The function "f" is defined inside an "if", "try" or "with".'],
    ],
    ["f = 3\n", ['1:1 not-a-program: "f" is not a function of its file.']],
    ["def f() -> int: ...\nclass f: ...\n", ['2:7 not-a-program: "f" is not a function of its file.']],
    [
      "def other() -> int: ...\n",
      ['undefined:undefined not-a-program: The file has no function "f" at its top level.'],
    ],
    ["def f(a: int -> int: ...\n", ['1:14 python-syntax: Python cannot read this: "->" is not expected here.']],
  ])("%j", (text, expected) => {
    expect(findings(text)).toEqual(expected);
  });
});

describe("functions that can", () => {
  test.each([
    ["a generator inside", "def f(a: int) -> int:\n    def g():\n        yield a\n    return next(g())\n"],
    ["a lambda that yields", "def f(a: int) -> int:\n    g = lambda: (yield)\n    return a\n"],
    ["decorators", '@a.b("c")\n@d\ndef f(a: int) -> int: ...\n'],
    ["tabs", "def f(\n\ta: int\n) -> int:\n\treturn a\n"],
    ["CRLF", "def f(a: int) -> int:\r\n    x = 'a\\\r\nb'\r\n    return a\r\n"],
    ["a byte order mark", "\uFEFFdef f(a: int) -> int: ...\n"],
    ["the later of two", "def f(a, b): ...\ndef f(a: int) -> int: ...\n"],
    ["no newline at the end", "def f(a: int) -> int: return a"],
    ["comments in between", "def f(\n    a: int,  # one / two\n    # three\n) -> int:\n    # four\n    return a\n"],
  ])("%s", (_, text) => {
    const module = parsePythonModule(text, "f.py");
    expect(module.findings).toEqual([]);
    expect(module.signature("f")).toEqual({
      ok: true,
      findings: [],
      value: {
        parameters: [{ name: "a", schema: { type: "integer" }, required: true }],
        returns: { type: "integer" },
      },
    });
  });

  test("defaults and keyword-only parameters", () => {
    const text = "def f(a: int, b: str = '', *, c: bool, d: float = 1.) -> None: ...\n";
    const signature = parsePythonModule(text, "f.py").signature("f");
    expect(signature.ok && signature.value.parameters.map(({ name, required }) => [name, required])).toEqual([
      ["a", true],
      ["b", false],
      ["c", true],
      ["d", false],
    ]);
  });

  test("names are compared as Python compares them", () => {
    const module = parsePythonModule("def ﬁnde(größe: int) -> int: ...\n", "f.py");
    expect(module.functions).toEqual(["finde"]);
    expect(module.signature("ﬁnde").ok && module.signature("finde").ok).toBe(true);
  });
});

describe("places", () => {
  test("count as an editor does: UTF-16 units, without the byte order mark, whatever the line ends", () => {
    const text = "\uFEFFx = 1\r\ny = '😀'; import os\r\n\tz = 1\r";
    expect(parsePythonModule(text, "f.py").findings.map(({ code, place }) => ({ code, ...place }))).toEqual([
      { code: "python-syntax", file: "f.py", line: 3, column: 2 },
      { code: "forbidden-import", file: "f.py", line: 2, column: 18 },
    ]);
  });
});
