import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { REACH } from "../fixtures/hostile-python.ts";
import { startBench, valueOf, type Bench } from "../fixtures/run.ts";

let bench: Bench;
beforeAll(async () => void (bench = await startBench("python")));
afterAll(() => bench.sandbox.close());

/** Whatever the program did, the next one finds everything in order. */
async function expectIntact(): Promise<void> {
  const source = "import json\ndef f(x):\n    return [x, sorted([3, 1, 2]), json.dumps({'a': 1}), max(1, 2)]";
  const outcomes = await Promise.all([1, 2, 3].map((x) => bench.run(source, { x })));
  expect(outcomes.map(valueOf)).toEqual([1, 2, 3].map((x) => [x, [1, 2, 3], '{"a": 1}', 2]));
}

test("a program that pretends to be compiled to something else changes its own outcome only", async () => {
  const source = `${REACH}
import json
def f(evil):
    if evil:
        code = sys.modules["marshal"].dumps(compile("f = lambda evil: 666", "program.py", "exec"))
        os.write(1, len(code).to_bytes(4, "big") + code + b'{"ok":true,"log":""}\\n1')
        os._exit(0)
    return "as written"`;
  expect(await bench.run(source, { evil: true })).toMatchObject({ ok: false, code: "bad_result" });
  for (let call = 0; call < 4; call++)
    expect(await bench.run(source, { evil: false })).toMatchObject({ value: '"as written"' });
});

test("a text that does not compile says so each time", async () => {
  for (let call = 0; call < 3; call++) {
    expect(await bench.run("def f():\n    return (")).toMatchObject({ code: "syntax", frames: [{ line: 2 }] });
  }
});

describe("the kernel refuses", () => {
  test.each([
    ["to read a file", "os.open('/etc/passwd', os.O_RDONLY)"],
    ["to write a file", "os.open('/tmp/x', os.O_WRONLY | os.O_CREAT)"],
    ["to list a directory", "os.listdir('/')"],
    ["to look at a file", "os.stat('/')"],
    ["to remove a file", "os.unlink('/tmp/x')"],
    ["to make a directory", "os.mkdir('/tmp/x')"],
    ["to change the directory", "os.chdir('/')"],
    ["to read the processes", "open_('/proc/self/environ')"],
    ["to start a process", "os.fork()"],
    ["to run another program", "os.execv('/bin/true', ['true'])"],
    ["to send a signal", "os.kill(os.getpid(), 0)"],
    ["to make a pipe", "os.pipe()"],
    ["to duplicate a descriptor", "os.dup(1)"],
    ["to wait for a process", "os.waitpid(-1, 0)"],
    ["to become another user", "os.setuid(0)"],
    ["to map a file", "os.memfd_create('x')"],
  ])("%s", async (_, attempt) => {
    const source = `${REACH}open_ = sys.modules['io'].open\ndef f():\n    return str(${attempt})`;
    expect(await bench.run(source)).toMatchObject({
      code: "exception",
      message: expect.stringMatching(/^PermissionError: \[Errno 1\]/),
    });
  });

  test.each([
    ["socket", "2, 1, 0"],
    ["socketpair", "1, 1, 0, ctypes.create_string_buffer(8)"],
    ["ptrace", "0, 0, 0, 0"],
    ["prctl", "38, 1, 0, 0, 0"],
    ["personality", "0xffffffff"],
    ["mount", "b'x', b'/', b'tmpfs', 0, None"],
    ["unshare", "0x10000000"],
    ["shmget", "0, 4096, 0o1600"],
    ["setrlimit", "4, ctypes.create_string_buffer(16)"],
  ])("%s(), also through the C library", async (call, args) => {
    const source = `${REACH}def f():\n    return [libc.${call}(${args}), ctypes.get_errno()]`;
    expect(await bench.run(source)).toEqual({ ok: true, value: "[-1,1]", log: "" });
  });

  test("system calls of the x32 interface", async () => {
    if (process.arch !== "x64") return;
    const source = `${REACH}def f():\n    return [libc.syscall(0x40000000 + number, 0, 0, 0) for number in (0, 1, 2, 41, 57)] + [ctypes.get_errno()]`;
    expect(await bench.run(source)).toEqual({ ok: true, value: "[-1,-1,-1,-1,-1,1]", log: "" });
  });
});

test("os.system and subprocess leave no trace", async () => {
  const folder = mkdtempSync(join(tmpdir(), "espalier-"));
  const file = join(folder, "trace");
  await bench.run(
    `${REACH}def f(file):\n    os.system('touch ' + file)\n    os.posix_spawn('/bin/touch', ['touch', file], {})`,
    { file },
  );
  expect(existsSync(file)).toBe(false);
  rmSync(folder, { recursive: true });
});

test("nobody is called on the network", async () => {
  let connections = 0;
  const server = createServer(() => connections++).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const { port } = server.address() as AddressInfo;
  const source = `${REACH}def f(port):
    fd = libc.socket(2, 1, 0)
    address = b'\\x02\\x00' + port.to_bytes(2, 'big') + bytes([127, 0, 0, 1]) + bytes(8)
    return [fd] + [libc.connect(n, address, 16) for n in range(-1, 64)]`;
  expect(valueOf(await bench.run(source, { port }))).toEqual(Array.from({ length: 66 }, () => -1));
  expect(connections).toBe(0);
  await new Promise((resolve) => server.close(resolve));
});

test("no descriptor but its result is open, and nothing of the host is in its environment", async () => {
  const source = `${REACH}def f():
    return [[n for n in range(1024) if libc.lseek(n, 0, 1) >= 0 or ctypes.get_errno() != 9], sorted(os.environ)]`;
  expect(valueOf(await bench.run(source))).toEqual([[1], ["LC_ALL", "PYTHONHASHSEED", "TZ"]]);
});

test("what one program writes behind its result never reaches the next", async () => {
  const forged = `b'{"ok":true,"log":""}\\n"forged"'`;
  const source = `${REACH}def f():\n    os.write(1, ${forged} * 3)\n    os._exit(0)`;
  for (let round = 0; round < 10; round++) {
    expect(await bench.run(source)).toMatchObject({ ok: false, code: "bad_result" });
    await expectIntact();
  }
});

test.each([
  ["os", "import os", 1],
  ["os.path", "import math\nimport os.path", 2],
  ["subprocess", "def f():\n    from subprocess import run", 2],
  ["numpy", "import numpy as np", 1],
  ["urllib.request", "import urllib.request", 1],
  ["sys", "f = lambda: __import__('sys')", 1],
  ["espalier_sandbox", "import espalier_sandbox", 1],
])("importing %s is refused, with the line", async (name, source, line) => {
  expect(await bench.run(source)).toMatchObject({
    code: "forbidden_import",
    message: `The module ${name} is not available to programs.`,
    frames: [{ line }],
  });
});

test("a relative import is refused; an optional one can be caught; a missing name is the author's error", async () => {
  expect(await bench.run("from . import x")).toMatchObject({
    code: "forbidden_import",
    message: "A program is one file; it has no relative imports.",
  });
  expect(
    await bench.run("try:\n    import numpy\nexcept ImportError:\n    numpy = None\ndef f():\n    return numpy"),
  ).toMatchObject({ value: "null" });
  expect(await bench.run("from math import nope")).toMatchObject({
    code: "exception",
    message: expect.stringMatching(/^ImportError: cannot import name 'nope'/),
  });
});

test("modules that programs use work without files", async () => {
  const source = `
import base64, calendar, csv, datetime, decimal, difflib, fractions, hashlib, html, io, json, re, statistics, string, textwrap, unicodedata, zlib
from urllib.parse import quote
from collections import Counter, OrderedDict
def f():
    rows = list(csv.DictReader(io.StringIO("a,b\\n1,2")))
    return [rows, datetime.datetime.strptime("2024-02-01", "%Y-%m-%d").strftime("%d %b %Y"), str(decimal.Decimal("1.10")), hashlib.sha256(b"x").hexdigest()[:8],
            re.sub(r"\\s+", " ", "a  b"), statistics.mean([1, 2]), textwrap.fill("a b c", 4), unicodedata.name("é"), quote("a b"), Counter("aab"),
            html.unescape("&eacute;"), zlib.crc32(b"x"), "ß".encode("idna").decode(), calendar.month_name[2], f"{1234567.891:,.2f}", base64.b64encode(b"x").decode()]`;
  const value = valueOf(await bench.run(source)) as unknown[];
  expect(value).toHaveLength(16);
  expect(value.slice(0, 3)).toEqual([[{ a: "1", b: "2" }], "01 Feb 2024", "1.10"]);
});

test.each(["open('x')", "input()", "breakpoint()"])("%s says that programs have no such thing", async (call) => {
  expect(await bench.run(`def f():\n    ${call}`)).toMatchObject({
    code: "exception",
    message: `PermissionError: ${call.replace(/\(.*/, "")}() is not available: a program computes its result from its arguments only`,
    frames: [{ function: "f", line: 2 }],
  });
});

test("each call starts from the same random state and the same order of sets", async () => {
  const source = "import random\ndef f():\n    return [random.random(), list({'a', 'b', 'c', 'd'})]";
  const first = valueOf(await bench.run(source));
  for (let call = 0; call < 3; call++) expect(valueOf(await bench.run(source))).toEqual(first);
});

test("what stands under the main guard does not run", async () => {
  expect(
    await bench.run("def f():\n    return __name__\nif __name__ == '__main__':\n    import doctest"),
  ).toMatchObject({ value: '"program"' });
});

test("a hundred megabytes of print are cut to eight thousand characters", async () => {
  const source = "def f():\n    for _ in range(100):\n        print('x' * 1000000)\n    return 1";
  expect(await bench.run(source)).toMatchObject({ ok: true, log: "x".repeat(8192) });
});

test.each([
  [
    "raised from another",
    "raise ValueError('no total') from KeyError('amount')",
    "ValueError: no total (cause: KeyError: 'amount')",
  ],
  ["raised from none", "raise ValueError('no total') from None", "ValueError: no total"],
  [
    "in a ring",
    "a, b = ValueError('a'), ValueError('b')\n    a.__cause__, b.__cause__ = b, a\n    raise a",
    "ValueError: a (cause: ValueError: b (cause: ValueError: a (cause: ValueError: b)))",
  ],
  [
    "with a cause of its own making",
    "class E(Exception):\n        __cause__ = 7\n    raise E('a') from KeyError('b')",
    "E: a (cause: KeyError: 'b')",
  ],
])("an error %s says what caused it", async (_, body, message) => {
  expect(await bench.run(`def f():\n    ${body}`)).toMatchObject({ code: "exception", message });
});

test("the log of a text that the compiler warns of is the same each time", async () => {
  const source = "def f(x):\n    return x is 5, '\\d'";
  for (let call = 0; call < 3; call++)
    expect(await bench.run(source, { x: 5 })).toEqual({ ok: true, value: '[true,"\\\\d"]', log: "" });
});

test("what a program warns of is in its log", async () => {
  const source =
    "import re\ndef f():\n    w = re.enum.sys.modules['warnings']\n    w.warn('old', stacklevel=1)\n    return 1";
  expect(await bench.run(source)).toMatchObject({ ok: true, log: expect.stringContaining("UserWarning: old") });
});
