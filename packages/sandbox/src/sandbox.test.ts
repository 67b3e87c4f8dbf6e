import { spawn } from "node:child_process";
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { createSandbox, type Program } from "./index.ts";
import { createCodeCache } from "./python/code-cache.ts";
import { PythonWorker } from "./python/python-worker.ts";
import { findPython } from "./python/interpreter.ts";
import { prepareJob } from "./input.ts";
import { resolveLimits } from "./limits.ts";

const NONE = { javascriptWorkers: 0, pythonWorkers: 0 };
const javascript = (source: string): Program => ({ language: "javascript", source, entrypoint: "f", parameters: [] });
const python = (source: string): Program => ({ language: "python", source, entrypoint: "f", parameters: [] });
const PYTHON_LOOP = python("def f():\n    while True: pass");
const PYTHON_PID = python("import random\ndef f():\n    return [random._os.getpid()]");

/** The kernel's account of a process; undefined when it is gone, or dead and only not yet collected by its parent. */
function statusOf(pid: number): string | undefined {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    return /^State:\s+Z/m.test(status) ? undefined : status;
  } catch {
    return undefined;
  }
}

function isRunning(pid: number): boolean {
  return statusOf(pid) !== undefined;
}

/** The youngest process with this parent whose command line matches. */
async function childOf(parent: number, command: RegExp): Promise<number> {
  let found: number[] = [];
  await until(() => (found = processes().filter((pid) => isChild(pid, parent, command))).length > 0);
  return Math.max(...found);
}

function processes(): number[] {
  return readdirSync("/proc").map(Number).filter(Number.isInteger);
}

function isChild(pid: number, parent: number, command: RegExp): boolean {
  if (statusOf(pid)?.includes(`\nPPid:\t${parent}\n`) !== true) return false;
  try {
    return command.test(readFileSync(`/proc/${pid}/cmdline`, "utf8"));
  } catch {
    return false;
  }
}

async function until(condition: () => boolean): Promise<boolean> {
  for (let tries = 0; tries < 100 && !condition(); tries++) await new Promise((resolve) => setTimeout(resolve, 20));
  return condition();
}

describe("what is available", () => {
  let folder: string;
  beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), "espalier-"))));
  afterAll(() => rmSync(folder, { recursive: true }));

  function fakePython(text: string): string {
    const file = join(folder, "python");
    writeFileSync(file, `#!/bin/sh\n${text}\n`);
    chmodSync(file, 0o755);
    return file;
  }

  async function reason(command: string): Promise<unknown> {
    const sandbox = await createSandbox({ ...NONE, pythonWorkers: 1, python: command });
    const { python: found } = sandbox.languages();
    const outcome = await sandbox.call(PYTHON_LOOP, {});
    await sandbox.close();
    expect(sandbox.size("python")).toBe(0);
    expect(outcome).toMatchObject({ ok: false, code: "unavailable", message: found.available ? "" : found.reason });
    return found.available ? undefined : found.reason;
  }

  test("both languages, with as many workers as asked for", async () => {
    const sandbox = await createSandbox({ javascriptWorkers: 1, pythonWorkers: 1 });
    expect(sandbox.languages()).toEqual({ javascript: { available: true }, python: { available: true } });
    expect([
      sandbox.size("javascript"),
      sandbox.free("javascript"),
      sandbox.size("python"),
      sandbox.free("python"),
    ]).toEqual([1, 1, 1, 1]);
    await sandbox.close();
  });

  test("a language without workers is switched off", async () => {
    const sandbox = await createSandbox(NONE);
    const off = { available: false, reason: "It is switched off: the sandbox was made with no workers for it." };
    expect(sandbox.languages()).toEqual({ javascript: off, python: off });
    expect(await sandbox.call(javascript("const f = () => 1;"), {})).toMatchObject({
      code: "unavailable",
      message: off.reason,
    });
    await sandbox.close();
  });

  test("no Python", async () => {
    expect(await reason(join(folder, "nowhere"))).toMatch(
      /nowhere was not found\. Install Python 3\.9 or newer, or name an interpreter in ESPALIER_PYTHON\.$/,
    );
  });

  test("an old Python", async () => {
    expect(await reason(fakePython(`echo '["/usr/bin/python3", 3, 8, 10]'`))).toMatch(
      /python is Python 3\.8; programs need Python 3\.9 or newer\.$/,
    );
  });

  test("something that is not Python", async () => {
    expect(await reason(fakePython("echo hello"))).toMatch(/python is not a Python interpreter\.$/);
    expect(await reason(fakePython("exit 3"))).toMatch(/python could not be started: Command failed/);
  });

  test("a Python that does not come up", async () => {
    const broken = join(folder, "broken");
    writeFileSync(broken, "#!/bin/sh\necho out of order >&2\nexit 1\n");
    chmodSync(broken, 0o755);
    expect(await reason(fakePython(`echo '["${broken}", 3, 11, 0]'`))).toBe("Python did not start: out of order");
  });

  test("a Python that cannot confine programs is refused, unless that is asked for", async () => {
    const found = await findPython("python3");
    if ("reason" in found) throw new Error(found.reason);
    // The filter is built for the machine's name; under another name there is none.
    const elsewhere = join(folder, "elsewhere");
    const change =
      "import platform, runpy, sys; platform.machine = lambda: 'riscv64'; sys.argv = sys.argv[1:]; sys.path.insert(0, sys.argv[0].rpartition('/')[0]); runpy.run_path(sys.argv[0], run_name='__main__')";
    writeFileSync(elsewhere, `#!/bin/sh\nshift 3\nexec ${found.executable} -s -S -B -c "${change}" "$@"\n`);
    chmodSync(elsewhere, 0o755);
    expect(await reason(fakePython(`echo '["${elsewhere}", 3, 11, 0]'`))).toBe(
      "Python programs cannot be confined here: programs cannot be confined on riscv64, only on x86_64 and aarch64.",
    );

    const worker = new PythonWorker(elsewhere, true, createCodeCache());
    const job = prepareJob(
      python("import random\ndef f():\n    return random._os.getppid() > 0"),
      {},
      resolveLimits("python"),
    );
    if ("code" in job) throw new Error(job.message);
    expect(await worker.run(job, undefined)).toEqual({ ok: true, value: "true", log: "" });
    // It leaves a process behind, which has the descriptor of the results.
    const leaves =
      "import random\nos = random._os\ndef f():\n    pid = os.fork()\n    if pid == 0:\n        os.setsid()\n        os.sys.modules['select'].select([], [], [], 30)\n    return pid";
    const left = await worker.run({ ...job, source: leaves }, undefined);
    await worker.close();
    process.kill(Number(left.ok && left.value), "SIGKILL");
  });
});

describe("workers", () => {
  test("tells which language has a free worker, until it is told not to", async () => {
    const sandbox = await createSandbox({ javascriptWorkers: 1, pythonWorkers: 1 });
    const free: string[] = [];
    const stop = sandbox.onFree((language) => free.push(language));
    await sandbox.call(javascript("const f = () => 1;"), {});
    await sandbox.call(python("def f(): return 1"), {});
    stop();
    await sandbox.call(javascript("const f = () => 1;"), {});
    expect(free).toEqual(["javascript", "python"]);
    await sandbox.close();
  });

  test("a child that is killed from outside is one failed call", async () => {
    const sandbox = await createSandbox({ ...NONE, pythonWorkers: 1 });
    const source = "import random\ndef f():\n    print(random._os.getpid())\n    while True: pass";
    const running = sandbox.call(python(source), {}, { cpuSeconds: 20 });
    const worker = await childOf(process.pid, /zygote\.py/);
    const child = await childOf(worker, /zygote\.py/);
    await new Promise((resolve) => setTimeout(resolve, 100));
    process.kill(child, "SIGKILL");
    expect(await running).toMatchObject({ code: "crash", message: "The program's process was ended by signal 9." });
    expect(await sandbox.call(python("def f(): return 1"), {})).toMatchObject({ ok: true });

    const next = await childOf(process.pid, /zygote\.py/);
    const second = sandbox.call(PYTHON_LOOP, {}, { cpuSeconds: 20 });
    await new Promise((resolve) => setTimeout(resolve, 100));
    process.kill(next, "SIGKILL");
    expect(await second).toMatchObject({
      code: "crash",
      message: "The Python interpreter ended in the middle of the program.",
    });
    expect(await sandbox.call(python("def f(): return 1"), {})).toMatchObject({ ok: true });
    await sandbox.close();
  });

  test("a child that is gone before it is given a call does not keep it waiting", async () => {
    const sandbox = await createSandbox({ ...NONE, pythonWorkers: 1 });
    const call = () => sandbox.call(python("def f(): return 1"), {}, { wallSeconds: 600 });
    const worker = await childOf(process.pid, /zygote\.py/);
    const heard = () => new Promise((resolve) => setTimeout(resolve, 200));
    const killChild = async (): Promise<void> => {
      const child = await childOf(worker, /zygote\.py/);
      await heard();
      process.kill(child, "SIGKILL");
    };
    await killChild();
    await heard();
    expect(await call()).toMatchObject({ ok: true });
    await killChild();
    // We hear of it only after the call: nothing is read meanwhile.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
    expect(await call()).toMatchObject({ code: "crash" });
    expect(await call()).toMatchObject({ ok: true });
    await sandbox.close();
  });

  test("a program has no rights left, and is the first to go when the machine is out of memory", async () => {
    const sandbox = await createSandbox({ ...NONE, pythonWorkers: 1 });
    const running = sandbox.call(PYTHON_LOOP, {}, { cpuSeconds: 20 });
    const worker = await childOf(process.pid, /zygote\.py/);
    const child = await childOf(worker, /zygote\.py/);
    expect(await until(() => statusOf(child)?.includes("\nSeccomp:\t2\n") ?? false)).toBe(true);
    const status = statusOf(child) ?? "";
    for (const line of ["Threads:\t1", "CapPrm:\t0000000000000000", "CapEff:\t0000000000000000", "NoNewPrivs:\t1"])
      expect(status.split("\n")).toContain(line);
    expect(readFileSync(`/proc/${child}/oom_score_adj`, "utf8")).toBe("500\n");
    // What it could write to in memory that it shares with its parent, the next program would see.
    const maps = readFileSync(`/proc/${worker}/maps`, "utf8").split("\n");
    expect(maps.length).toBeGreaterThan(10);
    expect(maps.filter((line) => /^\S+ .w.s/.test(line))).toEqual([]);
    await sandbox.close();
    await running;
  });

  test("counts calls by outcome, programs that it killed, and what it started again", async () => {
    const sandbox = await createSandbox({ javascriptWorkers: 1, pythonWorkers: 1 });
    const stop = { cpuSeconds: 60, wallSeconds: 0.2 };
    await sandbox.call(javascript("const f = () => 1;"), {});
    await sandbox.call(javascript("const f = () => { for (;;); };"), {}, stop);
    await sandbox.call(javascript("const f = ("), {});
    await sandbox.call(python("def f(): return 1"), {});
    await sandbox.call(PYTHON_LOOP, {}, stop);
    const settled = { waiting: 0, running: 0, runSeconds: expect.any(Number), queueSeconds: expect.any(Number) };
    expect(sandbox.figures()).toEqual({
      javascript: { calls: 3, outcomes: { ok: 1, timeout: 1, syntax: 1 }, kills: 1, restarts: 1, ...settled },
      python: { calls: 2, outcomes: { ok: 1, timeout: 1 }, kills: 1, restarts: 0, ...settled },
    });
    expect(sandbox.figures().javascript.runSeconds).toBeGreaterThan(0.15);
    await sandbox.close();
    expect([sandbox.figures().javascript.calls, sandbox.free("javascript")]).toEqual([3, 0]);
  });

  test("closing ends running and waiting calls and leaves no process", async () => {
    const sandbox = await createSandbox({ javascriptWorkers: 1, pythonWorkers: 1 });
    const { value } = (await sandbox.call(PYTHON_PID, {})) as { value: string };
    expect(JSON.parse(value)).toHaveLength(1);
    const zygote = await childOf(process.pid, /zygote\.py/);
    const calls = [javascript("const f = () => { for (;;); };"), PYTHON_LOOP].flatMap((program) => [
      sandbox.call(program, {}, { cpuSeconds: 20 }),
      sandbox.call(program, {}, { cpuSeconds: 20 }),
    ]);
    await new Promise((resolve) => setTimeout(resolve, 50));
    const child = await childOf(zygote, /zygote\.py/);
    await sandbox.close();
    expect((await Promise.all(calls)).map((outcome) => outcome.ok || outcome.code)).toEqual([
      "unavailable",
      "unavailable",
      "unavailable",
      "unavailable",
    ]);
    expect(isRunning(zygote)).toBe(false);
    expect(await until(() => !isRunning(child))).toBe(true);
    await sandbox.close();
  });

  test("when our process is killed, its programs end too", async () => {
    const index = fileURLToPath(new URL("../dist/index.js", import.meta.url));
    const script = `
      import { createSandbox } from ${JSON.stringify(index)};
      const sandbox = await createSandbox({ javascriptWorkers: 0, pythonWorkers: 1 });
      const call = (source) => sandbox.call({ language: "python", source, entrypoint: "f", parameters: [] }, {}, { cpuSeconds: 60 });
      void call("def f():\\n    while True: pass");
      console.log("running");`;
    const host = spawn(process.execPath, ["--input-type=module", "-e", script], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    await new Promise((resolve) => host.stdout.once("data", resolve));
    const zygote = await childOf(host.pid ?? 0, /zygote\.py/);
    const child = await childOf(zygote, /zygote\.py/);
    host.kill("SIGKILL");
    expect(await until(() => !isRunning(zygote) && !isRunning(child))).toBe(true);
  });
});

test("limits that make no sense are our bug", async () => {
  const sandbox = await createSandbox({ ...NONE, javascriptWorkers: 1 });
  await expect(sandbox.call(javascript(""), {}, { depth: Number.NaN })).rejects.toThrow(RangeError);
  await sandbox.close();
});
