import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { startBench, valueOf, type Bench } from "../fixtures/run.ts";

let bench: Bench;
beforeAll(async () => void (bench = await startBench("javascript")));
afterAll(() => bench.sandbox.close());

const SHORT = { cpuSeconds: 0.1, wallSeconds: 0.3 };

/** Whatever the program did, the next one finds everything in order. */
async function expectIntact(): Promise<void> {
  const source = "const f = (x) => [x, [3, 1, 2].sort(), JSON.stringify({ a: 1 }), Math.max(1, 2)];";
  const outcomes = await Promise.all([1, 2, 3].map((x) => bench.run(source, { x })));
  expect(outcomes.map(valueOf)).toEqual([1, 2, 3].map((x) => [x, [1, 2, 3], '{"a":1}', 2]));
}

test.each<[string, string, string]>([
  ["one endless call of a built-in function", "const f = () => new Array(2 ** 31).join();", "timeout"],
  ["a regular expression that backtracks", 'const f = () => /^(a+)+$/.test("a".repeat(40) + "!");', "timeout"],
  [
    "a loop that catches everything",
    "function f() { for (;;) try { for (;;) {} } catch {} finally { continue } }",
    "timeout",
  ],
  ["endless microtasks", "async function f() { for (;;) await null; }", "timeout"],
  ["a getter of the result that never ends", "const f = () => ({ get a() { for (;;) {} } });", "timeout"],
  [
    "a proxy with endless keys",
    "const f = () => new Proxy([], { get: (t, k) => (k === 'length' ? 2 ** 53 : 1) });",
    "timeout",
  ],
  [
    "an error whose message never ends",
    "function f() { throw { __proto__: Error.prototype, get message() { for (;;) {} } }; }",
    "exception",
  ],
  [
    "shared parts that multiply",
    "function f() { let v = []; for (let i = 0; i < 64; i++) v = [v, v]; return v; }",
    "timeout",
  ],
  ["a promise that never settles", "const f = () => new Promise(() => {});", "never_settled"],
  ["a promise that is never resolved by a thenable", "async function f() { await { then() {} }; }", "never_settled"],
  ["a rejected promise", 'async function f() { throw new Error("no"); }', "exception"],
  ["a string that doubles", 'function f() { let s = "a"; for (;;) s += s; }', "exception"],
  [
    "a string of a billion characters, printed",
    'function f() { let s = "a"; while (s.length < 2 ** 29) s += s; console.log(s); }',
    "memory",
  ],
  [
    "a string of a billion characters, returned",
    'function f() { let s = "a"; while (s.length < 2 ** 29) s += s; return s; }',
    "result_too_large",
  ],
  ["a buffer of a gigabyte", "const f = () => new ArrayBuffer(2 ** 30).byteLength;", "memory"],
  ["many small objects", "function f() { let o = null; for (;;) o = { o }; }", "memory"],
  [
    "memory that is caught and filled again",
    "function f() { const a = []; for (;;) try { for (;;) a.push('x'.repeat(1e6) + a.length) } catch {} }",
    "timeout",
  ],
  ["deeply nested source", `const f = () => ${"[".repeat(100_000)}`, "recursion"],
  ["recursion through a built-in function", "const f = () => [1].map(f);", "recursion"],
  ["recursion through a getter and JSON", "const f = () => JSON.stringify({ toJSON: f });", "recursion"],
  ["a module", 'import x from "fs"; const f = () => x;', "syntax"],
  ["a function as a result", "const f = () => ({ a: [() => 1] });", "bad_result"],
  ["a class instance as a result", "const f = () => new (class Money {})();", "bad_result"],
  ["a big integer as a result", "const f = () => 1n;", "bad_result"],
  ["the code of a failure, forged", "function f() { throw { code: 'crash', message: 'x', ok: true }; }", "exception"],
])("%s", async (_, source, code) => {
  const limits = code === "timeout" || source.includes("message()") ? SHORT : { memoryBytes: 16 * 1024 * 1024 };
  const outcome = await bench.run(source, {}, limits);
  expect(outcome.ok ? outcome.value : outcome.code).toBe(code);
  await expectIntact();
});

test.each([
  ["JSON.stringify", 'JSON.stringify = () => "forged";'],
  ["JSON.parse", 'JSON.parse = () => ({ x: "forged" });'],
  ["Object.keys", 'Object.keys = () => ["forged"];'],
  ["Array.isArray", "Array.isArray = () => false;"],
  ["String.prototype", 'String.prototype.slice = String.prototype.toString = () => "forged";'],
  ["Array.prototype.push", "Array.prototype.push = Array.prototype.map = () => { throw 1; };"],
  ["Reflect.apply", 'Reflect.apply = Function.prototype.call = Function.prototype.apply = () => "forged";'],
  ["indices", 'Object.defineProperty(Array.prototype, "0", { set() {}, get: () => "forged" });'],
  ["Promise", "globalThis.Promise = undefined; globalThis.Error = undefined; globalThis.Object = undefined;"],
  [
    "Symbol.hasInstance",
    "for (const c of [Error, Promise, Object]) Object.defineProperty(c, Symbol.hasInstance, { value: () => true });",
  ],
  ["globalThis", "for (const k of Reflect.ownKeys(globalThis)) try { if (k !== 'f') delete globalThis[k]; } catch {}"],
])("a program that tampers with %s gets its own true result", async (_, tampering) => {
  const outcome = await bench.run(`function f(x) { return { x, list: [1, "two", null] }; }\n${tampering}`, { x: 7 });
  expect(valueOf(outcome)).toEqual({ x: 7, list: [1, "two", null] });
  await expectIntact();
});

test("a result that lies about itself is still plain JSON", async () => {
  const outcome = await bench.run(
    `let n = 0; const f = () => ({ get a() { return n++ ? new Map() : 1; }, toString: undefined });`,
  );
  expect(outcome).toEqual({ ok: true, value: '{"a":{}}', log: "" });
  expect(await bench.run("Object.prototype.toJSON = () => undefined; const f = () => ({});")).toMatchObject({
    code: "bad_result",
  });
});

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

test("the ways out that worked in node:vm lead nowhere", async () => {
  const source = `function f() {
    const F = console.log.constructor, tries = [];
    for (const code of ["return process", "return this.process", "return globalThis.require", "return import('fs')"]) {
      try { tries.push(typeof F(code)()); } catch (e) { tries.push(e.name); }
    }
    return tries;
  }`;
  expect(valueOf(await bench.run(source))).toEqual(["ReferenceError", "undefined", "undefined", "object"]);
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
