import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { REACH } from "../fixtures/hostile-python.ts";
import { startBench, valueOf, type Bench } from "../fixtures/run.ts";

const PYTHON_FOLDER = fileURLToPath(new URL("../../python", import.meta.url));

/** The numbers of the kernel's tables: arch/x86/entry/syscalls/syscall_64.tbl and include/uapi/asm-generic/unistd.h. */
const ALLOWED = {
  x86_64: {
    arch: 0xc000003e,
    numbers: [0, 1, 3, 5, 8, 9, 10, 11, 12, 13, 14, 15, 24, 25, 39, 60, 96, 131, 186, 202, 228, 229, 231, 318, 334],
  },
  aarch64: {
    arch: 0xc00000b7,
    numbers: [
      57, 62, 63, 64, 80, 93, 94, 98, 113, 114, 124, 132, 134, 135, 139, 169, 172, 178, 214, 215, 216, 222, 226, 278,
      293,
    ],
  },
} as const;

type Instruction = readonly [opcode: number, whenTrue: number, whenFalse: number, operand: number];
type Filters = Readonly<Record<keyof typeof ALLOWED, readonly Instruction[]>>;

/**
 * uretprobe and uprobe, which Linux 6.11 and newer answer before any filter is asked. They do nothing but end a process
 * with SIGILL that was not sent there by the kernel's own tracing.
 */
const PROBES = [335, 336];

const ALLOW = 0x7fff0000;
const REFUSE_EPERM = 0x00050001;
const X32_BIT = 0x40000000;

let filters: Filters;
beforeAll(async () => {
  const print =
    "import json, sys; sys.path.insert(0, sys.argv[1]); from espalier_sandbox import confinement as c; print(json.dumps({name: c._filter(*known, has_x32=name == 'x86_64') for name, known in c._MACHINES.items()}))";
  const { stdout } = await promisify(execFile)("python3", ["-S", "-B", "-c", print, PYTHON_FOLDER]);
  filters = JSON.parse(stdout) as Filters;
});

/** What the kernel makes of a system call under a filter: the four opcodes that ours consist of. */
function decide(filter: readonly Instruction[], arch: number, number: number): number {
  let loaded = 0;
  for (let index = 0; index < filter.length; index++) {
    const [opcode, whenTrue, whenFalse, operand] = filter[index]!;
    if (opcode === 0x20) loaded = operand === 4 ? arch : number;
    else if (opcode === 0x15) index += loaded === operand ? whenTrue : whenFalse;
    else if (opcode === 0x35) index += loaded >= operand ? whenTrue : whenFalse;
    else if (opcode === 0x06) return operand;
    else throw new Error(`opcode ${opcode}`);
  }
  throw new Error("The filter ends without a decision.");
}

describe.each(["x86_64", "aarch64"] as const)("the filter for %s", (machine) => {
  const { arch, numbers } = ALLOWED[machine];

  test("allows exactly the calls that are meant, by the kernel's numbers", () => {
    const allowed = Array.from({ length: 2048 }, (_, number) => number).filter(
      (number) => decide(filters[machine], arch, number) === ALLOW,
    );
    expect(allowed).toEqual(numbers);
  });

  test("refuses everything else with EPERM, up to the largest number", () => {
    for (const number of [2048, 0x3fffffff, X32_BIT, X32_BIT | numbers[0], 0xffffffff])
      expect(decide(filters[machine], arch, number)).toBe(REFUSE_EPERM);
  });

  test("refuses the calls of every other architecture", () => {
    // i386, 32-bit arm, riscv64, and the other one of ours.
    const others = [0x40000003, 0x40000028, 0xc00000f3, machine === "x86_64" ? 0xc00000b7 : 0xc000003e, 0];
    for (const other of others)
      for (const number of numbers) expect(decide(filters[machine], other, number)).toBe(REFUSE_EPERM);
  });

  test("is short enough for the kernel and never jumps out", () => {
    expect(filters[machine].length).toBeLessThan(4096);
    for (const [index, [opcode, whenTrue, whenFalse]] of filters[machine].entries())
      if (opcode !== 0x06) expect(index + 1 + Math.max(whenTrue, whenFalse)).toBeLessThan(filters[machine].length);
  });
});

test("what is confined has no capability, can gain none, and leaves no core dump", async () => {
  if (process.platform !== "linux") return;
  const print = `
import ctypes, sys
sys.path.insert(0, sys.argv[1])
from espalier_sandbox.confinement import Confinement
before = ctypes.CDLL(None).prctl(3, 0, 0, 0, 0)
Confinement().give_up_privileges()
print("Dumpable:", before, ctypes.CDLL(None).prctl(3, 0, 0, 0, 0))
print(open("/proc/self/status").read())`;
  const { stdout } = await promisify(execFile)("python3", ["-S", "-B", "-c", print, PYTHON_FOLDER]);
  expect(stdout).toMatch(/^Dumpable: 1 0$/m);
  for (const capabilities of ["CapPrm", "CapEff", "CapInh", "CapAmb"])
    expect(stdout).toMatch(new RegExp(`^${capabilities}:\\t0+$`, "m"));
  expect(stdout).toMatch(/^NoNewPrivs:\t1$/m);
});

describe("the kernel", () => {
  let bench: Bench;
  beforeAll(async () => void (bench = await startBench("python")));
  afterAll(() => bench.sandbox.close());

  const machine = process.arch === "arm64" ? "aarch64" : "x86_64";

  test("refuses every system call that there is, but those", async () => {
    const source = `${REACH}
def f(allowed):
    answers = [(n, libc.syscall(n, 0, 0, 0, 0, 0, 0), ctypes.get_errno()) for n in range(1024) if n not in allowed]
    return [len(answers), [answer for answer in answers if answer[1:] != (-1, 1)]]`;
    const untried = [...ALLOWED[machine].numbers, ...(machine === "x86_64" ? PROBES : [])];
    expect(valueOf(await bench.run(source, { allowed: untried }))).toEqual([1024 - untried.length, []]);
  });

  test("refuses the 32-bit interface to machine code", async () => {
    if (machine !== "x86_64") return;
    // mov eax, 20 (getpid); int 0x80; ret
    const source = `${REACH}
def f():
    libc.mmap.restype = ctypes.c_void_p
    page = libc.mmap(None, ctypes.c_size_t(4096), 7, 0x22, -1, 0)
    ctypes.memmove(page, b"\\xb8\\x14\\x00\\x00\\x00\\xcd\\x80\\xc3", 8)
    return ctypes.CFUNCTYPE(ctypes.c_int)(page)()`;
    const outcome = await bench.run(source);
    // A kernel without the 32-bit interface ends the process instead.
    expect(["-1", "crash"]).toContain(outcome.ok ? outcome.value : outcome.code);
  });
});
