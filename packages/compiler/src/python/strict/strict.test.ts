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
  "def f():\n    yield  # nothing\n    yield\n    x = yield\n    y = (yield)\n",
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
  "x = *y,\nx += *y, 1\ndef f(): return *x, 1\n",
  "for x in *y, z: pass\nfor *a, b in c: pass\n",
  "def f(*a: *b): pass\nf = lambda a, b, /, : a + b\n",
  '@x[0].y\n@(lambda f: f)\n@a if b else c\n@not d\n@e(1)(2)[3].g\n@f"{h}"\ndef f(): pass\n',
  "with f(v=(1, 2)) as (a, b), \\\n     g() as (c, d): pass\n",
  'match x,:\n    case {a.b: 1}: pass\n    case (A() | B()) as c if d := 2: pass\n    case "a" "b": pass\n',
  "match x if y else z:\n    case -1 | 1 + 2j: pass\n",
  'x = f"{a:=10}" f"\\{b}" f"\\{{c}}" rf"[{d}]\\{{e\\}}" f"{f!r:>{g}}" f"\\N{BULLET}{{}}"\n',
  "def f():\n    global a\n    a = 1\n    def g():\n        nonlocal b\n        b = 2\n    b = 3\n",
  "def a():\n    global a\n    f(b=1)\n    global b\n    [c for c in d]\n    global c\n",
  "def f(): return (await a for b in c)\n",
  "x = [(y := f(a)) for a in b if (z := a)]\n",
  "try: pass\nexcept* A:\n    for a in b: break\n",
  "if x:\n    y\n\\\n    z\n",
  "if x:\n\f    y\n\f\n    z\n",
  "class A:\n\tdef f(self):\n\t\tpass\n\tdef g(self):\n            pass\n",
  "x = 1..real\n",
  "f(*a, b, *c, d=1, **e, **g)\nf(x for x, y in z)\n",
  "x = not y == z and not w\n",
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
  ["x = *y\n", "1:5", 'What is unpacked with "*" has nothing to go into here.'],
  ["x += *y\n", "1:6", 'Python cannot read this: "*" is not expected here.'],
  ["def f(): return *y\n", "1:17", 'What is unpacked with "*" has nothing to go into here.'],
  ["*x = y\n", "1:1", 'What is unpacked with "*" has nothing to go into here.'],
  ["*a, *b = c\n", "1:5", 'Only one of the targets can have a "*".'],
  ["x = [*a for a in b]\n", "1:6", "A comprehension cannot unpack what it collects."],
  ["x = {**a for a in b}\n", "1:6", "A comprehension cannot unpack what it collects."],
  ["f(x for x in y, 1)\n", "1:3", "A generator is the only argument, or has brackets of its own."],
  ["f(a=x for x in y)\n", "1:3", "A generator is the only argument, or has brackets of its own."],
  ["class A(x for x in y): pass\n", "1:9", "A generator is the only argument, or has brackets of its own."],
  ["def f(/): pass\n", "1:7", 'A parameter has to come before "/".'],
  ["def f(a, /, b, /): pass\n", "1:16", 'There can be only one "/".'],
  ["def f(*a, /): pass\n", "1:11", '"/" comes before "*".'],
  ["def f(a):\n    global a\n", "2:12", '"a" is a parameter, so it cannot be global.'],
  ["def f():\n    print(a)\n    global a\n", "3:12", '"a" is used before it is made global.'],
  ["def f():\n    nonlocal a\n", "2:14", 'No function around this one has a variable "a".'],
  ["x = [a := 1 for a in b]\n", "1:6", '"a" already stands for the items of the comprehension.'],
  ["x = [a for a in (b := c)]\n", "1:18", '":=" cannot stand in what a comprehension goes through.'],
  ["class A:\n    x = [(b := 1) for a in c]\n", "2:11", 'A comprehension in a class cannot use ":=".'],
  ["assert a, b, c\n", "1:12", '"assert" has a condition and a message.'],
  ["import (a)\n", "1:8", "Python cannot import this way."],
  ["from a import b.c\n", "1:16", "Python cannot import this way."],
  ["from __future__ import *\n", "1:1", 'From "__future__", features are imported by name.'],
  ["b'doc'\nfrom __future__ import annotations\n", "2:1", 'Imports from "__future__" come first in a file.'],
  ["try: pass\nexcept: pass\nexcept A: pass\n", "2:1", '"except" without an exception comes last.'],
  ["try: pass\nexcept* A: pass\nexcept B: pass\n", "3:1", '"except" and "except*" do not go together.'],
  ["try: pass\nexcept*: pass\n", "2:1", '"except*" needs an exception.'],
  ["try: pass\nelse: pass\nfinally: pass\n", "1:1", '"try" needs an "except" or a "finally".'],
  ["def f():\n    try: pass\n    except* A: return\n", "3:16", '"return" cannot leave an "except*".'],
  ["for x in y:\n    try: pass\n    except* A: break\n", "3:16", '"break" cannot leave an "except*".'],
  ["x = 1;; y = 2\n", "1:7", "A statement is missing between the semicolons."],
  ["x == not y\n", "1:6", '"not" needs brackets here.'],
  ["x: int = y = z\n", "1:12", "What has a type is assigned to alone."],
  ["async def f():\n    await -x\n", "2:5", 'What "await" waits for needs brackets here.'],
  ["async def f():\n    yield from x\n", "2:5", '"yield from" cannot stand in an async function.'],
  ["def f(): [a async for a in b]\n", "1:13", '"async" stands outside of an async function.'],
  [
    "match x:\n    case RED: pass\n    case 2: pass\n",
    "2:10",
    '"case RED" takes everything, so that no case behind it is reached.',
  ],
  ["with a as f(): pass\n", "1:12", 'Python cannot read this: "(" is not expected here.'],
  ["x² = 1\n", "1:1", '"x²" is not a name.'],
  ["x = f'}'\n", "1:7", 'A "}" for itself is written "}}" in an f-string.'],
  ["x = f'{lambda a: 1}'\n", "1:8", "A lambda in an f-string needs brackets around it."],
  ["x = 1 \\\n", "1:7", 'The file ends with a "\\".'],
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

test("defaults of type parameters, which are younger than the Python that may be here", () => {
  expect(syntax("def f[T: (int, str) = int, *U = *x, **P = [int]](a): pass\ntype X[T = int] = list[T]\n")).toEqual([]);
});

describe("Python that does not load", () => {
  test.each(REFUSED)("%j", (text, place, message) => {
    const [finding] = syntax(text);
    expect([`${finding?.place?.line}:${finding?.place?.column}`, finding?.message]).toEqual([place, message]);
  });

  test.each([
    ["# é\n\u{1F600} = 1\n", "2:1"],
    ["x = '\u{1F600}é', = 1\n", "1:5"],
    ["\uFEFFx = '\u{1F600}' $\n", "1:10"],
    ["x = (\r\n  '\u{1F600}' $\r\n)\r\n", "2:8"],
    ["x = 1\ry = $\r", "2:5"],
    ["\f  \fx = $\n", "1:9"],
    ["if x:\n  \f  y = $\n", "2:10"],
  ])("columns count UTF-16 units of the file, in %j", (text, place) => {
    const [finding] = syntax(text);
    expect(`${finding?.place?.line}:${finding?.place?.column}`).toBe(place);
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
