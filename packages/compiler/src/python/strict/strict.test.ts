import { describe, expect, test } from "@jest/globals";
import { pythonSays, withPython } from "../fixtures/python3.ts";
import { parsePythonModule } from "../module.ts";

const ACCEPTED: readonly string[] = [
  "",
  "# only a comment",
  "\f\nx = 1\n",
  "with (open(a) as f, open(b) as g,):\n    pass\n",
  "with (\n    a as b,  # why: because\n    c('):') as d.e,\n):\n    pass\n",
  "with a as (b, c), d as e[0]:\n    pass\n",
  "match a, b:\n    case 1, 2:\n        pass\n    case ast.B() | C():\n        pass\n    case [], {}, (), D(x=E()):\n        pass\n",
  "def f():\n    yield\n    x = yield\n    y = (yield)\n",
  "f = lambda x, /, *, y=1.: x\n",
  "x = a[*b]\n",
  "x = [a for b, *c in d]\nf(a for b, *c in d)\n",
  "x = 1.\ny = 24.*3\nz = (1.if x else 2.)\nw = 1.e-5 + 2.j\n",
  "print = 3\nprint: int = 4\nprint[0]\nprint if x else y\nprint\n",
  "x = 0xFF_FF + 0b1 + 0o17 + 00 + 1_000j + 1e5 + .5\n",
  "x = b'a' rb'\\x'\ny = u'é' f'{z!r:>{w}}' '\\N{BULLET}\\x41'\n",
  "x = 'a\\\nb'\ny = '''a\nb'''\n",
  "a.b, (c[0], *d) = [e, f] = g\n",
  "a: int\na.b: int = 3\n(c): int = 4\n",
  "async def f():\n    async with a as b:\n        return [await c async for c in b]\n",
  "for x in y:\n    if x: break\n    else: continue\nelse:\n    pass\n",
  "if x:\n\ty\n\tif z:\n\t\tw\nelse:\n  v\n",
  "if x: y; z\nclass A: a = 1; b = 2\n",
  '"""doc"""\nfrom __future__ import annotations; from __future__ import division\n',
  "def f(a, b=1, *, c, d=2, **e): pass\n",
  "f(a, *b, c=1, *d, **e)\n",
  "class A(B, metaclass=C):\n    def f(self): return __class__\n",
  "größe = ªb = 1\n",
  "try:\n    pass\nexcept* (A, B) as e:\n    raise X from e\n",
  "@a.b(1).c\ndef f(): pass\n",
  "def f():\n    # comment\n    '''doc'''\n  # comment elsewhere\n    return {**a, 'b': [*c]}\n",
];

const REFUSED: readonly (readonly [text: string, place: string, message: string])[] = [
  ["x = (1\ny = 2\n", "2:1", 'Python cannot read this: "y" is not expected here.'],
  ["x = 1 +\n", "1:8", "Python cannot read this: something is missing at the end of the file."],
  ["def f(\n", "2:1", "Python cannot read this: something is missing at the end of the file."],
  ["def f():\nx = 1\n", "2:1", 'Python cannot read this: "x" is not expected here.'],
  ["class = 3\n", "1:7", 'Python cannot read this: "=" is not expected here.'],
  ['print "x"\n', "1:7", 'Python cannot read this: "\\"" is not expected here.'],
  ["x = 'abc\ny = 1\n", "1:5", "The string is not closed."],
  ['x = "abc\\"\n', "1:5", "The string is not closed."],
  ["x = '\\x4'\n", "1:6", "The escape in the string is not complete."],
  ["x = b'é'\n", "1:5", "Bytes hold ASCII characters only."],
  ["x = 'a' b'b'\n", "1:9", "Strings and bytes cannot be joined."],
  ["x = 0777\n", "1:5", '"0777" is not a number.'],
  ["x = 1__0\n", "1:5", '"1__0" is not a number.'],
  ["x = 1.real\n", "1:6", "A number cannot be followed by a name."],
  ["x = a.class\n", "1:7", '"class" is a keyword, not a name.'],
  ["x = “a”\n", "1:5", '"“a”" is not a name.'],
  ["f() = 1\n", "1:1", 'Nothing can be assigned to "f()".'],
  ["a, 1 = 1\n", "1:4", 'Nothing can be assigned to "1".'],
  ["(a, b) += 1\n", "1:1", 'Nothing can be assigned to "(a, b)".'],
  ["for 1 in x: pass\n", "1:5", 'Nothing can be assigned to "1".'],
  ["x = [a for f() in b]\n", "1:12", 'Nothing can be assigned to "f()".'],
  ["del f()\n", "1:5", 'Nothing can be assigned to "f()".'],
  ["x = (1 := 2)\n", "1:6", 'Nothing can be assigned to "1".'],
  ["a, b: int = 1\n", "1:1", "Only a single name can be given a type."],
  ["def f(a, a): pass\n", "1:10", 'There are two parameters "a".'],
  ["def f(a=1, b): pass\n", "1:12", "A parameter without a default cannot follow one that has a default."],
  ["def f(*): pass\n", "1:7", 'Named parameters have to follow "*".'],
  ["def f(*a, *b): pass\n", "1:11", 'There can be only one "*".'],
  ["def f(**a, b): pass\n", "1:12", 'No parameter can follow "**".'],
  ["f(a=1, 2)\n", "1:8", "An argument by position cannot follow one by name."],
  ["f(a=1, a=2)\n", "1:8", 'The argument "a" is given twice.'],
  ["return 1\n", "1:1", '"return" stands outside of a function.'],
  ["class A:\n    yield 1\n", "2:5", '"yield" stands outside of a function.'],
  ["def f():\n    await x\n", "2:5", '"await" stands outside of an async function.'],
  ["break\n", "1:1", '"break" stands outside of a loop.'],
  ["for x in y:\n    def f(): continue\n", "2:14", '"continue" stands outside of a loop.'],
  ["nonlocal x\n", "1:1", '"nonlocal" stands outside of a function.'],
  ["raise A, b\n", "1:8", '"raise" takes one exception.'],
  ["try:\n    x\n", "1:1", '"try" needs an "except" or a "finally".'],
  ["if x: y\nelif: z\n", "2:1", '"elif" needs a condition.'],
  ["a <> b\n", "1:3", '"<>" is not an operator.'],
  ["import a,\n", "1:9", "The statement cannot end with a comma."],
  ["def f():\n    from a import *\n", "2:5", '"import *" stands at the top level of a file only.'],
  ["from __future__ import x\n", "1:1", 'The future feature "x" does not exist.'],
  ["x = 1\nfrom __future__ import annotations\n", "2:1", 'Imports from "__future__" come first in a file.'],
  ["x = 1\n  y = 2\n", "2:3", "The line is not indented like those around it."],
  ["if x:\n        y\n    z\n", "3:5", "The line is not indented like those around it."],
  ["if x:\n\ty\n        z\n", "3:9", "The line is not indented like those around it."],
  ["if x:\n  if y:\n\tz\n", "3:2", "Tabs and spaces are mixed."],
  ["@a\n  def f(): pass\n", "2:3", "The line is not indented like those around it."],
  ["x = '\0'\n", "1:6", "The file holds a null character."],
  [`x = ${"(".repeat(300)}1${")".repeat(300)}\n`, "1:205", "The code is nested too deeply for Python."],
];

function syntax(text: string) {
  return parsePythonModule(text, "f.py").findings.filter(({ code }) => code === "python-syntax");
}

describe("Python that loads", () => {
  test.each(ACCEPTED)("%j", (text) => {
    expect(syntax(text)).toEqual([]);
  });
});

describe("Python that does not load", () => {
  test.each(REFUSED)("%j", (text, place, message) => {
    const [finding] = syntax(text);
    expect([`${finding?.place?.line}:${finding?.place?.column}`, finding?.message]).toEqual([place, message]);
  });

  test("half a character", () => {
    expect(syntax("x = '\uD800'\n")[0]?.message).toBe("The file holds half of a character.");
  });

  test("one mistake of each statement is told, in order", () => {
    expect(syntax("x = = 1\n\ny = )\n").map(({ place }) => place?.line)).toEqual([1, 3]);
  });
});

withPython("python3 agrees on every line of both tables", () => {
  const verdicts = pythonSays([...ACCEPTED, ...REFUSED.map(([text]) => text)]);
  const wrong = [
    ...ACCEPTED.filter((_, index) => verdicts[index]?.error !== null),
    ...REFUSED.filter((_, index) => verdicts[ACCEPTED.length + index]?.error === null).map(([text]) => text),
  ];
  expect(wrong).toEqual([]);
});
