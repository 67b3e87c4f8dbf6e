import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { chmodSync, existsSync, statSync } from "node:fs";
import { join } from "node:path";
import { espalier, start, type Outcome } from "../fixtures/espalier.ts";
import { ASK, COUNT } from "../fixtures/flows.ts";
import { printed, serve, type Served } from "../fixtures/served.ts";
import { startSilentModel } from "../fixtures/silent-model.ts";
import { createWorkspace } from "../fixtures/workspace.ts";

const workspace = createWorkspace({
  "count.tsx": COUNT,
  "broken.json": '{\n  "contract_version": 2,\n  name: "x"\n}\n',
  "other.json": '{ "a": 1 }',
});
const cwd = workspace.folder;

let served: Served;
beforeAll(async () => {
  served = await serve(cwd, "--data", "data");
});
afterAll(async () => {
  await served.stop();
  workspace.remove();
});

describe("keys and data folders", () => {
  test("keys are listed without their text and revoked once", async () => {
    const keysOf = (args: string): Promise<Outcome> => espalier(["keys", ...args.split(" ")], { cwd });
    const made = await keysOf("create --data own --label shop --workflow a b --json");
    expect(made).toMatchObject({ code: 0, stderr: "key 1: this is the only time that its text is shown\n" });
    const { key } = JSON.parse(made.stdout) as { key: string };
    expect(key).toMatch(/^esp_/);
    const plain = await keysOf("create --data own");
    expect(plain).toMatchObject({ code: 0, stdout: expect.stringMatching(/^esp_\S+\n$/) });
    expect(await keysOf("revoke 2 --data own")).toEqual({ code: 0, stdout: "2  revoked\n", stderr: "" });
    expect(await keysOf("list --data own")).toEqual({
      code: 0,
      stdout: "1  shop     invoke read  a b\n2  unnamed  invoke read  all workflows  revoked\n",
      stderr: "",
    });
    expect((await keysOf("list --data own --json")).stdout).not.toContain(key);
    expect(await keysOf("revoke 2 --data own")).toEqual({
      code: 1,
      stdout: "",
      stderr: "error: there is no key number 2 that is in use\nhint: `espalier keys list --data own` shows them\n",
    });
  });

  test("a key is for workflows by their names, and a data folder for its user alone", async () => {
    const create = (name: string) => espalier(["keys", "create", "--data", "named", "--workflow", name], { cwd });
    expect(await create("a@1")).toEqual({
      code: 2,
      stdout: "",
      stderr: 'error: a key is for all versions of a workflow: give "a" instead of "a@1"\n',
    });
    expect(await create("Bad Name")).toEqual({
      code: 2,
      stdout: "",
      stderr:
        'error: "Bad Name" is no name of a workflow\n' +
        "hint: names have small letters, digits, dots, dashes and underscores, at most 64\n",
    });
    expect(existsSync(join(cwd, "named"))).toBe(false);
    expect(await create("workflow/a")).toMatchObject({ code: 0 });
    const listed = await espalier(["keys", "list", "--data", "named"], { cwd });
    expect(listed.stdout).toBe("1  unnamed  invoke read  a\n");
    const rights = (name: string): number => statSync(join(cwd, "named", name)).mode & 0o777;
    expect([rights(""), rights("espalier.db")]).toEqual([0o700, 0o600]);
  });

  const inUse =
    'error: "data" is in use by another gateway\nhint: stop that one first, or take another folder with --data\n';
  const cases: [args: string, code: number, stderr: string][] = [
    ["serve -p 0 --data data", 1, inUse],
    ["run --local count.tsx -m x --data data", 1, inUse],
    ["keys list --data data", 1, inUse],
    ["keys create --data data", 1, inUse],
    [
      "keys list --data nowhere",
      2,
      'error: there is no gateway\'s data in "nowhere"\n' +
        "hint: `espalier serve --data` and `espalier keys create --data` make a data folder\n",
    ],
    ["serve -p 0 --data count.tsx", 2, 'error: "count.tsx" is a file, and --data takes a folder\n'],
    [
      "serve -p 0 --data count.tsx/deeper",
      2,
      'error: cannot keep data in "count.tsx/deeper": a part of the path is a file, not a folder\n' +
        "hint: give a folder that you can write to with --data\n",
    ],
    [
      "serve -p 0 --data /proc/nothing/here",
      2,
      'error: cannot keep data in "/proc/nothing/here": no folder can be made there\n' +
        "hint: give a folder that you can write to with --data\n",
    ],
    [
      "serve -p 0 --host 0.0.0.0",
      1,
      "error: a gateway without keys listens on this machine only, not on 0.0.0.0\n" +
        "hint: make a key first, in the same data folder: espalier keys create --data <folder>\n",
    ],
    ["serve -p 0 --config gone.json", 2, 'error: cannot read "gone.json": there is no such file\n'],
    ["serve -p 0 --config broken.json", 2, "error: broken.json:3:3 - this is not JSON: invalid symbol\n"],
    [
      "serve -p 0 --config other.json",
      2,
      'error: other.json:1:3 - # has no setting "a"\nhint: it has models, limits, retention\n',
    ],
  ];
  test.each(cases)("%s", async (args, code, stderr) => {
    expect(await espalier(args.split(" "), { cwd })).toEqual({ code, stdout: "", stderr });
  });

  test("a database that is none, and a port that is taken", async () => {
    workspace.write({ "garbage/espalier.db": "this is not a database, whatever its name says".repeat(40) });
    const { code, stderr } = await espalier(["serve", "-p", "0", "-d", "garbage"], { cwd });
    expect(code).toBe(1);
    expect(stderr).toMatch(/^error: cannot keep data in "garbage": .*not a database\)\nhint: take another folder/);
    const port = new URL(served.url).port;
    expect(await espalier(["serve", "--port", port], { cwd })).toEqual({
      code: 1,
      stdout: "",
      stderr: `error: port ${port} of 127.0.0.1 is in use\nhint: stop what listens there, or take another one with --port (0 takes a free one)\n`,
    });
  });
});

test("a port that is taken leaves no folder for data behind", async () => {
  const port = new URL(served.url).port;
  const { code, stderr } = await espalier(["serve", "--port", port, "--data", "never"], { cwd });
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: `error: port ${port} of 127.0.0.1 is in use\nhint: stop what listens there, or take another one with --port (0 takes a free one)\n`,
  });
  expect(existsSync(join(cwd, "never"))).toBe(false);
});

test("serve lists the configured models, without their keys", async () => {
  const fast = { baseUrl: "http://127.0.0.1:1/v1", model: "small-1", apiKeyEnv: "FAST_KEY" };
  workspace.write({ "models.json": JSON.stringify({ models: { fast, fake: { provider: "sample" } } }) });
  const env = { FAST_KEY: "sk-secret" };
  const running = start(["serve", "-p", "0", "-c", "models.json"], { cwd, env });
  await printed(running, "stderr", /Ctrl\+C stops it/);
  running.signal("SIGINT");
  expect((await running.outcome).stderr).toBe(
    "data: in memory, gone when it stops\n" +
      "model fast: small-1 at http://127.0.0.1:1/v1\n" +
      "model fake: made-up sample data\n" +
      "Ctrl+C stops it\n" +
      "stopping\n",
  );
});

test("a configuration without models and a Python that is missing are named as they were given", async () => {
  workspace.write({ "empty.json": "{}" });
  const env = { ESPALIER_PYTHON: "nowhere/python3" };
  const running = start(["serve", "-p", "0", "-c", "empty.json"], { cwd, env });
  await printed(running, "stderr", /Ctrl\+C stops it/);
  running.signal("SIGINT");
  expect((await running.outcome).stderr).toBe(
    "data: in memory, gone when it stops\n" +
      "models: made-up sample answers, because empty.json configures no model\n" +
      "python: not available: nowhere/python3 was not found. Install Python 3.9 or newer, " +
      "or name an interpreter in ESPALIER_PYTHON.\n" +
      "Ctrl+C stops it\n" +
      "stopping\n",
  );
});

describe("a Python that cannot confine programs", () => {
  // The filter is made for a machine's name, and there is none for this one.
  const change =
    "import platform, runpy, sys; platform.machine = lambda: 'riscv64'; sys.argv = sys.argv[1:]; " +
    "sys.path.insert(0, sys.argv[0].rpartition('/')[0]); runpy.run_path(sys.argv[0], run_name='__main__')";
  const interpreter = join(cwd, "elsewhere");
  const env = { ESPALIER_PYTHON: interpreter };
  const why = "programs cannot be confined on riscv64, only on x86_64 and aarch64";

  beforeAll(() => {
    const probe = `if [ "$1" = -I ]; then echo '["${interpreter}", 3, 11, 0]'; exit; fi`;
    workspace.write({ elsewhere: `#!/bin/sh\n${probe}\nshift 3\nexec python3 -s -S -B -c "${change}" "$@"\n` });
    chmodSync(interpreter, 0o755);
  });

  const cases: [option: string[], said: string, readiness: string][] = [
    [
      [],
      `not available: Python programs cannot be confined here: ${why}.`,
      `Python programs cannot be confined here: ${why}.`,
    ],
    [["--unsandboxed-python"], `runs without a sandbox: ${why}`, `available without a sandbox: ${why}`],
  ];
  test.each(cases)("is refused, or said to run without a sandbox: %j", async (option, said, readiness) => {
    const running = start(["serve", "-p", "0", "--json", ...option], { cwd, env });
    const [line] = await printed(running, "stdout", /^.*\n/);
    await printed(running, "stderr", /Ctrl\+C stops it/);
    const { url } = JSON.parse(line) as { url: string };
    const answer = await fetch(`${url}/health/readiness`);
    expect(await answer.json()).toMatchObject({ languages: { javascript: "available", python: readiness } });
    running.signal("SIGINT");
    expect((await running.outcome).stderr).toContain(`\npython: ${said}\nCtrl+C stops it\n`);
  });
});

test("a gateway that is executing something says what becomes of it", async () => {
  const model = await startSilentModel();
  workspace.write({ "silent.json": model.config, "ask.tsx": ASK });
  const running = start(["serve", "-p", "0", "-c", "silent.json", "--json"], { cwd });
  const [line] = await printed(running, "stdout", /^.*\n/);
  const { url } = JSON.parse(line) as { url: string };
  await espalier(["register", "ask.tsx", "--publish", "-g", url], { cwd });
  const asked = model.asked();
  const asking = espalier(["run", "ask", "-m", "x", "-g", url], { cwd });
  await asked;
  running.signal("SIGINT");
  const stop = /stopping: what is being executed has some seconds to end; Ctrl\+C again stops at once\n$/;
  await printed(running, "stderr", stop);
  model.close();
  await Promise.all([running.outcome, asking]);
});

test("serve says where it listens, and that it stops", async () => {
  const running = start(["serve", "-p", "0"], { cwd });
  await printed(running, "stderr", /Ctrl\+C stops it/);
  running.signal("SIGINT");
  const { code, stdout, stderr } = await running.outcome;
  expect(code).toBe(0);
  expect(stdout).toMatch(/^Espalier gateway at http:\/\/127\.0\.0\.1:\d+\n$/);
  expect(stderr).toBe(
    "data: in memory, gone when it stops\n" +
      "models: made-up sample answers, because espalier.config.json configures no model\n" +
      "Ctrl+C stops it\n" +
      "stopping\n",
  );
  expect(running.signal("SIGINT")).toBe(false);
});
