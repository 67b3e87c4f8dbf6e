import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { startBench, valueOf, type Bench } from "../fixtures/run.ts";

let bench: Bench;
beforeAll(async () => void (bench = await startBench("javascript")));
afterAll(() => bench.sandbox.close());

const SHORT = { cpuSeconds: 0.1, wallSeconds: 0.3 };

test("there is nothing of Node, of the network or of a clock", async () => {
  const names = [
    "process",
    "require",
    "module",
    "fetch",
    "setTimeout",
    "WebAssembly",
    "performance",
    "queueMicrotask",
    "std",
    "os",
    "navigator",
  ];
  const source = `const f = (names) => names.filter((name) => typeof globalThis[name] !== "undefined");`;
  expect(valueOf(await bench.run(source, { names }))).toEqual([]);
});

test.each(["Math.random()", "Date.now()", "new Date()", "Date()", "new Date(1).constructor.now()"])(
  "%s is refused",
  async (expression) => {
    expect(await bench.run(`const f = () => ${expression};`)).toMatchObject({
      code: "exception",
      message: expect.stringMatching(/is not available: a program gives the same result each time it runs$/),
      frames: [{ function: "f", line: 1 }],
    });
  },
);

test("dates with an argument work, in UTC", async () => {
  const source = `class Due extends Date {}
    const f = () => [new Date("2024-07-01T12:00:00").toISOString(), new Date(2024, 6, 1).getTimezoneOffset(), new Due(5) instanceof Date, Date.UTC(1970, 0, 2)];`;
  expect(valueOf(await bench.run(source))).toEqual(["2024-07-01T12:00:00.000Z", 0, true, 86_400_000]);
});

test("an entrypoint can be a member", async () => {
  const program = {
    language: "javascript",
    source: "globalThis.__espalier = { above: (a, b) => a > b };",
    entrypoint: "__espalier.above",
    parameters: ["a", "b"],
  } as const;
  expect(await bench.sandbox.call(program, { a: 2, b: 1 })).toMatchObject({ value: "true" });
  expect(await bench.sandbox.call(program, { b: 1 })).toMatchObject({ value: "false" });
});

test("a missing argument is undefined, so that a default applies", async () => {
  const program = {
    language: "javascript",
    source: "function f(a, b = 5) { return [a, b]; }",
    entrypoint: "f",
    parameters: ["a", "b"],
  } as const;
  expect(await bench.sandbox.call(program, { a: 1 })).toMatchObject({ value: "[1,5]" });
});

test("undefined members vanish and undefined elements are refused, with the place", async () => {
  expect(await bench.run("const f = () => ({ a: undefined, b: -0 });")).toMatchObject({ value: '{"b":0}' });
  expect(await bench.run("const f = () => ({ a: [1, , 2] });")).toMatchObject({
    code: "bad_result",
    message: "The result contains undefined (write null for a value that is not there) at $.a[1].",
  });
  expect(await bench.run('const f = () => ({ due: { "on day": new Date(0) } });')).toMatchObject({
    code: "bad_result",
    message: 'The result contains an instance of Date (not plain JSON) at $.due["on day"].',
  });
});

test("a hundred megabytes of print are cut to eight thousand characters", async () => {
  const outcome = await bench.run(
    'function f() { const s = "x".repeat(1e6); for (let i = 0; i < 100; i++) console.log(s, { s }); return 1; }',
  );
  expect(outcome).toMatchObject({ ok: true, log: "x".repeat(8192) });
});

test("what was printed before a timeout is there", async () => {
  expect(await bench.run('function f() { console.log("on", [1], null); for (;;) {} }', {}, SHORT)).toMatchObject({
    code: "timeout",
    log: "on [1] null\n",
  });
});

test.each([
  ["code of eval", `function f() {\n  return (0, eval)("throw new Error('e')");\n}`, [{ function: "f", line: 2 }]],
  [
    "code of eval that claims the program's file",
    `function f() {\n  return (0, eval)("throw new Error('e') //# sourceURL=program.js");\n}`,
    [{ function: "f", line: 2 }],
  ],
  [
    "code of Function that claims the program's file",
    `const g = new Function("throw new Error('e') //# sourceURL=program.js\\n//# sourceMappingURL=program.js");\nfunction f() {\n  g();\n}`,
    [{ function: "f", line: 3 }],
  ],
  [
    "a function whose name looks like a frame",
    `const g = { "x (program.js:99:9)\\n    at y": () => { throw new Error("e"); } };\nfunction f() {\n  for (const k in g) g[k]();\n}`,
    [
      { function: "y", line: 1 },
      { function: "f", line: 3 },
    ],
  ],
  [
    "a stack limit",
    `Error.stackTraceLimit = 0;\nfunction f() {\n  throw new Error("e");\n}`,
    [{ function: "f", line: 3 }],
  ],
])("frames of %s are in the author's text", async (_, source, frames) => {
  const outcome = await bench.run(source);
  expect(outcome).toMatchObject({ code: "exception", message: "Error: e" });
  expect(outcome.ok || outcome.frames).toMatchObject(frames);
  for (const { line } of outcome.ok ? [] : outcome.frames) expect(line).toBeLessThanOrEqual(source.split("\n").length);
});

test("big integers and symbols are printed as they are written", async () => {
  const outcome = await bench.run('function f() { console.log(10n, Symbol("s"), undefined, () => 1, -0); return 1; }');
  expect(outcome).toMatchObject({ ok: true, log: "10 Symbol(s) undefined () => 1 0\n" });
});

test("an error of the author's class is where it was made, not where its class is", async () => {
  const source = `class Odd extends Error { name = "Odd"; }
class Odder extends Odd {
  constructor(text) { super(text + "!"); }
}
function check(x) {
  throw new Odder("no " + x);
}
const f = (x) => check(x);`;
  expect(await bench.run(source, { x: 1 })).toMatchObject({
    message: "Odd: no 1!",
    frames: [
      { function: "check", line: 6 },
      { function: "f", line: 8 },
    ],
  });
});

test("an error in the constructor of an error is there", async () => {
  const source = `class Odd extends Error {\n  constructor() {\n    super(null.x);\n  }\n}\nconst f = () => { throw new Odd(); };`;
  expect(await bench.run(source)).toMatchObject({
    frames: [
      { function: "Odd", line: 3 },
      { function: "f", line: 6 },
    ],
  });
});

test.each([
  [
    "an error",
    `new Error("no total", { cause: new TypeError("no amount") })`,
    "Error: no total (cause: TypeError: no amount)",
  ],
  ["something else", `new Error("no total", { cause: { line: 3 } })`, 'Error: no total (cause: {"line":3})'],
  [
    "itself",
    `Object.defineProperty(new Error("a"), "cause", { get() { return this; } })`,
    "Error: a (cause: Error: a (cause: Error: a (cause: Error: a)))",
  ],
  [
    "a getter that throws",
    `Object.defineProperty(new Error("a"), "cause", { get() { throw 1; } })`,
    "The program threw something that cannot be described.",
  ],
])("an error that was caused by %s says so", async (_, error, message) => {
  const outcome = await bench.run(`const f = () => {\n  throw ${error};\n};`);
  expect(outcome).toMatchObject({ code: "exception", message, frames: [{ function: "f", line: 2 }] });
});

test("printing far more than is kept", async () => {
  const source = `const f = () => { for (let i = 0; i < 100_000; i++) console.log("x"); return 1; };`;
  expect(await bench.run(source)).toMatchObject({ ok: true, log: "x\n".repeat(4096) });
});
