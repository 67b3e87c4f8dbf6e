import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { startBench, valueOf, type Bench } from "./fixtures/run.ts";
import type { Json, Language } from "./program.ts";

interface Cases {
  readonly echo: string;
  readonly throws: string;
  readonly throwsAtTop: string;
  readonly notCode: string;
  readonly loop: string;
  readonly loopAtTop: string;
  readonly recursion: string;
  readonly memory: string;
  readonly noFunction: string;
  readonly prints: string;
  readonly printsThenFails: string;
  readonly remembers: string;
  readonly cyclic: string;
  readonly deep: string;
  readonly nan: string;
  readonly surrogate: string;
  readonly large: string;
  readonly exactly: string;
  readonly forbidden?: string;
}

const JAVASCRIPT: Cases = {
  echo: "const f = (value) => value;",
  throws: 'function g(x) {\n  throw new RangeError("no " + x);\n}\nfunction f(x) {\n  return g(x);\n}',
  throwsAtTop: 'const a = 1;\nthrow new TypeError("early");',
  notCode: "function f() {\n  return (1;\n}",
  loop: "function f() {\n  for (;;) {}\n}",
  loopAtTop: "for (;;) {}",
  recursion: "function f() {\n  return f() + 1;\n}",
  memory: "function f() {\n  const all = [];\n  for (;;) all.push(new Array(1000).fill(1.5));\n}",
  noFunction: "const f = 1;",
  prints: 'console.log("before");\nfunction f(x) {\n  console.log("got", x);\n  return null;\n}',
  printsThenFails: 'function f() {\n  console.log("here");\n  throw new Error("there");\n}',
  remembers:
    "globalThis.count ??= 0;\nArray.prototype.extra ??= 0;\nfunction f() {\n  count += 1;\n  Array.prototype.extra += 1;\n  return [count, [].extra];\n}",
  cyclic: "function f() {\n  const list = [];\n  list.push(list);\n  return list;\n}",
  deep: "function f(n) {\n  let value = 1;\n  for (let i = 0; i < n; i++) value = [value];\n  return value;\n}",
  nan: "function f() {\n  return { a: [1, { b: 0 / 0 }] };\n}",
  surrogate: 'function f() {\n  return { a: ["fine", "\\ud83d"] };\n}',
  large: 'function f() {\n  return "x".repeat(5000000);\n}',
  exactly: 'function f(n) {\n  return "é".repeat(n);\n}',
};

const PYTHON: Cases = {
  echo: "def f(value):\n    return value",
  throws: "def g(x):\n    raise ValueError(f'no {x}')\n\n\ndef f(x):\n    return g(x)",
  throwsAtTop: "a = 1\nraise TypeError('early')",
  notCode: "def f():\n    return (1;\n",
  loop: "def f():\n    while True:\n        pass",
  loopAtTop: "while True:\n    pass",
  recursion: "def f():\n    return f() + 1",
  memory: "def f():\n    every = []\n    while True:\n        every.append([1.5] * 1000)",
  noFunction: "f = 1",
  prints: "print('before')\ndef f(x):\n    print('got', x)\n    return None",
  printsThenFails: "def f():\n    print('here')\n    raise ValueError('there')",
  remembers:
    "import math\nmath.count = getattr(math, 'count', 0)\nvalues = []\ndef f():\n    math.count += 1\n    values.append(1)\n    return [math.count, len(values)]",
  cyclic: "def f():\n    every = []\n    every.append(every)\n    return every",
  deep: "def f(n):\n    value = 1\n    for _ in range(n):\n        value = [value]\n    return value",
  nan: "def f():\n    return {'a': [1, {'b': float('nan')}]}",
  surrogate: "def f():\n    return {'a': ['fine', '\\ud83d']}",
  large: "def f():\n    return 'x' * 5000000",
  exactly: "def f(n):\n    return 'é' * n",
};

describe.each<[Language, Cases]>([
  ["javascript", JAVASCRIPT],
  ["python", PYTHON],
])("%s", (language, cases) => {
  let bench: Bench;
  beforeAll(async () => void (bench = await startBench(language)));
  afterAll(() => bench.sandbox.close());

  const values: Json[] = [
    null,
    true,
    0,
    -1.5,
    1e300,
    5e-324,
    9007199254740991,
    -9007199254740991,
    "",
    'quotes " and \\ and \u0000 and \u2028',
    "é 😀 𐍈",
    "\\ud83d",
    [],
    {},
    [1, [2, [{ a: [] }]]],
    { "": 1, "a b": { constructor: 2, toString: null, hasOwnProperty: [] } },
    JSON.parse('{"__proto__":{"x":1}}') as Json,
    [0.1, 1 / 3, 123456789012],
  ];
  test.each(values.map((value) => [JSON.stringify(value)]))("gives back %s", async (text) => {
    expect(await bench.run(cases.echo, { value: JSON.parse(text) as Json })).toEqual({
      ok: true,
      value: text,
      log: "",
    });
  });

  test("an exception has a message and the author's frames, innermost first", async () => {
    const outcome = await bench.run(cases.throws, { x: 7 });
    expect(outcome).toMatchObject({
      ok: false,
      code: "exception",
      message: expect.stringMatching(/^(Range|Value)Error: no 7$/),
      frames: [
        { function: "g", line: 2 },
        { function: "f", line: language === "python" ? 6 : 5 },
      ],
      log: "",
    });
  });

  test("an exception at the top level", async () => {
    expect(await bench.run(cases.throwsAtTop)).toMatchObject({
      code: "exception",
      message: "TypeError: early",
      frames: [{ function: "<program>", line: 2 }],
    });
  });

  test("a syntax error has its line", async () => {
    expect(await bench.run(cases.notCode)).toMatchObject({
      code: "syntax",
      message: expect.stringMatching(/^SyntaxError: ./),
      frames: [{ function: "<program>", line: 2 }],
    });
  });

  test("an endless loop is a timeout that says where it was, and the worker goes on", async () => {
    const outcome = await bench.run(cases.loop, {}, { cpuSeconds: 0.1, wallSeconds: 4 });
    expect(outcome).toMatchObject({ code: "timeout", frames: [{ function: "f" }] });
    expect(valueOf(await bench.run(cases.echo, { value: 1 }))).toBe(1);
  });

  test("an endless loop at the top level", async () => {
    expect(await bench.run(cases.loopAtTop, {}, { cpuSeconds: 0.1, wallSeconds: 4 })).toMatchObject({
      code: "timeout",
    });
  });

  test("endless recursion", async () => {
    const outcome = await bench.run(cases.recursion);
    expect(outcome).toMatchObject({ code: "recursion" });
    expect(outcome.ok || outcome.frames).toHaveLength(20);
  });

  test("a program that fills the memory, and the worker goes on", async () => {
    const memoryBytes = (language === "python" ? 100 : 16) * 1024 * 1024;
    const message = `The program needed more than ${memoryBytes / 1024 / 1024} MB of memory.`;
    expect(await bench.run(cases.memory, {}, { memoryBytes })).toMatchObject({ code: "memory", message });
    expect(valueOf(await bench.run(cases.echo, { value: 1 }))).toBe(1);
  });

  test("an entrypoint that is not a function", async () => {
    expect(await bench.run(cases.noFunction)).toMatchObject({
      code: "exception",
      message: "The program's entrypoint f is not a function.",
    });
  });

  test("what it prints is the log, of a failure too", async () => {
    expect(await bench.run(cases.prints, { x: "a" })).toEqual({ ok: true, value: "null", log: "before\ngot a\n" });
    expect(await bench.run(cases.printsThenFails)).toMatchObject({ code: "exception", log: "here\n" });
  });

  test("nothing that a program does is there in the next call", async () => {
    const first = valueOf(await bench.run(cases.remembers));
    for (let call = 0; call < 4; call++) expect(valueOf(await bench.run(cases.remembers))).toEqual(first);
  });

  test.each([
    [
      "cyclic",
      "The result is nested deeper than 200 levels or contains itself at $[0][0][0][0][0][0][0][0][0][0][0][0]….",
    ],
    ["nan", "The result contains NaN (JSON has no such number) at $.a[1].b."],
    ["surrogate", "The result contains half of a character (a lone surrogate) at $.a[1]."],
  ] as const)("bad result: %s", async (name, message) => {
    expect(await bench.run(cases[name])).toMatchObject({ code: "bad_result", message });
  });

  test("nesting of exactly the limit is fine, on the way in and out", async () => {
    expect((await bench.run(cases.deep, { n: 200 })).ok).toBe(true);
    expect(await bench.run(cases.deep, { n: 201 })).toMatchObject({ code: "bad_result" });
    const input = JSON.parse("[".repeat(200) + "]".repeat(200)) as Json;
    expect((await bench.run(cases.echo, { value: input })).ok).toBe(true);
    expect(await bench.run(cases.echo, { value: [input] })).toMatchObject({ code: "input_too_large" });
  });

  test("a result of exactly the limit is fine; one byte more is not", async () => {
    expect((await bench.run(cases.exactly, { n: 49 }, { outputBytes: 100 })).ok).toBe(true);
    const outcome = await bench.run(cases.exactly, { n: 50 }, { outputBytes: 100 });
    expect(outcome).toMatchObject({ code: "result_too_large", message: "The result is more than 100 bytes of JSON." });
  });

  test("a result of five million characters", async () => {
    expect(await bench.run(cases.large)).toMatchObject({ code: "result_too_large" });
  });

  test("an input of more than a megabyte never reaches the program", async () => {
    const outcome = await bench.run(cases.loop, { value: "x".repeat(1024 * 1024) });
    expect(outcome).toMatchObject({ code: "input_too_large" });
  });

  test("an input of a megabyte does", async () => {
    const value = "x".repeat(1024 * 1024 - 20);
    expect(valueOf(await bench.run(cases.echo, { value }))).toBe(value);
  });

  test("cancelling stops a running program at once", async () => {
    const controller = new AbortController();
    const start = performance.now();
    setTimeout(() => controller.abort(), 50);
    expect(await bench.run(cases.loop, {}, { cpuSeconds: 20 }, controller.signal)).toMatchObject({ code: "cancelled" });
    expect(performance.now() - start).toBeLessThan(1000);
    expect(valueOf(await bench.run(cases.echo, { value: 1 }))).toBe(1);
  });

  test("waiting for a worker uses up none of the time limit", async () => {
    const limits = { cpuSeconds: 0.3, wallSeconds: 4 };
    const loops = [1, 2, 3, 4].map(() => bench.run(cases.loop, {}, limits));
    const last = bench.run(cases.echo, { value: 1 }, limits);
    expect(bench.sandbox.free(language)).toBe(0);
    expect(valueOf(await last)).toBe(1);
    for (const loop of loops) expect(await loop).toMatchObject({ code: "timeout", frames: [{ function: "f" }] });
    expect(bench.sandbox.free(language)).toBe(bench.sandbox.size(language));
  });
});
