import { afterAll, expect, test } from "@jest/globals";
import { espalier, start, type Outcome } from "../fixtures/espalier.ts";
import { ASK, COUNT, FAILS, SEVERAL } from "../fixtures/flows.ts";
import { startSilentModel } from "../fixtures/silent-model.ts";
import { createWorkspace } from "../fixtures/workspace.ts";

const workspace = createWorkspace({
  "count.tsx": COUNT,
  "several.tsx": SEVERAL,
  "fails.tsx": FAILS,
  "ask.tsx": ASK,
  "wrong.tsx": "export const x = 1;\n",
});
const cwd = workspace.folder;
afterAll(() => workspace.remove());

const local = (args: string, stdin?: string): Promise<Outcome> =>
  espalier(["run", "--local", ...args.split(" ")], { cwd, stdin });

const SAMPLE = "models: made-up sample answers, because espalier.config.json configures no model\n";

test("only the result is on standard output", async () => {
  const { code, stdout, stderr } = await local("count.tsx", "one two");
  expect({ code, stdout }).toEqual({ code: 0, stdout: "2\n" });
  expect(stderr).toMatch(
    /^run_[0-9a-f]+: count@1 completed in [\d.]+ m?s, 1 trace row\nthe run was kept in memory only: add --data <folder> to keep its trace\n$/,
  );
  const json = await local("count.tsx -m x --json");
  expect(JSON.parse(json.stdout)).toMatchObject({ workflow: "count", version: 1, output: 1, content: "1" });
});

test("a text is printed as it is, and sample data is announced where a model is asked", async () => {
  const { stdout, stderr } = await local("ask.tsx -m hello");
  expect(stdout).toBe("[sample] fast would answer here.\n");
  expect(stderr.startsWith(SAMPLE)).toBe(true);
});

test("a bundle runs as well as its source, and one of several workflows by its name", async () => {
  await espalier(["build", "several.tsx"], { cwd });
  expect(await local("bundles/a.json -m x")).toMatchObject({ code: 0, stdout: "1\n" });
  expect(await local("several.tsx -w b -m x")).toMatchObject({ code: 0, stdout: "1\n" });
  expect(await local("several.tsx -m x")).toEqual({
    code: 2,
    stdout: "",
    stderr: 'error: there are several workflows here: "a", "b"\nhint: say which with --workflow <name>\n',
  });
});

test("with --data the run stays", async () => {
  const { code, stderr } = await local("count.tsx -m x --data data");
  expect(code).toBe(0);
  expect(stderr).toMatch(/\nthe run is kept in data: `espalier serve --data data` shows it\n$/);
});

test("a failed run names the place in the flow", async () => {
  expect(await local("fails.tsx -m x")).toEqual({
    code: 1,
    stdout: "",
    stderr: "error: fails.tsx:8:5 - node_1 failed: Error: line 3 has no amount (exception)\n",
  });
});

test("errors in the flow stop it before anything is started", async () => {
  const { code, stdout, stderr } = await local("wrong.tsx -m x --json");
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
  expect(stderr).toMatch(/^wrong\.tsx:1:1 - error not-a-workflow: /);
  expect(await local("gone.tsx -m x")).toMatchObject({ code: 2, stdout: "" });
});

test.each([
  ["--gateway http://x", "gateway"],
  ["--version 1", "version"],
  ["--idempotency-key k", "idempotency-key"],
])("%s is not for a gateway of one's own", async (args, flag) => {
  expect(await local(`count.tsx -m x ${args}`)).toEqual({
    code: 2,
    stdout: "",
    stderr: `error: --${flag} and --local exclude each other: --local runs in a gateway of its own\n`,
  });
});

test("the configuration of the folder is read; Ctrl+C cancels the run and says so", async () => {
  const model = await startSilentModel();
  try {
    workspace.write({ "configured/espalier.config.json": model.config, "configured/ask.tsx": ASK });
    const asked = model.asked();
    const running = start(["run", "--local", "ask.tsx", "-m", "x"], { cwd: `${cwd}/configured` });
    await asked;
    running.signal("SIGINT");
    const { code, stdout, stderr } = await running.outcome;
    expect({ code, stdout }).toEqual({ code: 130, stdout: "" });
    expect(stderr).toMatch(/^stopped: run_[0-9a-f]+ is cancelled\n$/);
  } finally {
    model.close();
  }
});

test("a variable of the configuration that is not set is named", async () => {
  workspace.write({
    "keyed.json": JSON.stringify({ models: { fast: { baseUrl: "http://127.0.0.1:1/v1", apiKeyEnv: "FAST_KEY" } } }),
  });
  expect(await local("ask.tsx -m x --config keyed.json")).toEqual({
    code: 2,
    stdout: "",
    stderr:
      "error: keyed.json#/models/fast/apiKeyEnv names FAST_KEY, which is not set\n" +
      'hint: set FAST_KEY, or give the model "provider": "sample" to work with made-up data\n',
  });
});
