import { afterAll, expect, test } from "@jest/globals";
import { espalier, start, type Outcome } from "../fixtures/espalier.ts";
import { ASK, CAUSES, COUNT, FAILS, LOOP_FAILS, PYTHON_FAILS, RATE, SEVERAL } from "../fixtures/flows.ts";
import { startSilentModel } from "../fixtures/silent-model.ts";
import { createWorkspace } from "../fixtures/workspace.ts";

const workspace = createWorkspace({
  "count.tsx": COUNT,
  "several.tsx": SEVERAL,
  "fails.tsx": FAILS,
  "loop.tsx": LOOP_FAILS,
  "rates.tsx": PYTHON_FAILS,
  "rate.py": RATE,
  "ask.tsx": ASK,
  "wrong.tsx": "export const x = 1;\n",
  ...CAUSES,
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
  expect(stderr).toMatch(
    /^(run_[0-9a-f]+): .*\nthe run is kept in data: start `npx espalier serve --data data`, then open http:\/\/127\.0\.0\.1:4111\/#\/runs\/\1\n$/,
  );
});

const named = ({ code, stdout, stderr }: Outcome): Outcome => ({
  code,
  stdout,
  stderr: stderr.replace(/run_[0-9a-f]+/g, "<run>"),
});

test("a failed run names the line in the author's file, and how it came there", async () => {
  expect(named(await local("fails.tsx -m x"))).toEqual({
    code: 1,
    stdout: "",
    stderr:
      "error: fails.tsx:3:43 - node_1 failed: Error: line 3 has no amount (exception, in fail)\n" +
      "<run> of fails failed:\n" +
      "  node_1: javascript, written at fails.tsx:8:5\n" +
      "    attempt 1: exception: Error: line 3 has no amount\n" +
      "      in fail, fails.tsx:3:43\n" +
      "hint: the run was kept in memory only: add --data <folder> to keep its trace\n",
  });
});

test("a failure in a loop comes with the loop, all frames and what the program printed", async () => {
  const { stderr } = named(await espalier(["run", "--local", "loop.tsx", "-m", "12 twelve"], { cwd }));
  expect(stderr).toBe(
    'error: loop.tsx:6:43 - node_2[1]/node_3 failed: Error: "twelve" is no number (exception, in parse)\n' +
      "<run> of loop failed:\n" +
      "  node_2: for_each, written at loop.tsx:16:5\n" +
      '  node_2[1]/node_3: javascript "amount", written at loop.tsx:17:7\n' +
      '    attempt 1: exception: Error: "twelve" is no number\n' +
      "      in parse, loop.tsx:6:43\n" +
      "      in amount, loop.tsx:11:3\n" +
      "      printed: reading twelve\n" +
      "hint: the run was kept in memory only: add --data <folder> to keep its trace\n",
  );
});

test("a failed run that is kept says where to read its trace; a bundle has no author's file", async () => {
  await espalier(["build", "fails.tsx"], { cwd });
  expect(named(await local("bundles/fails.json -m x --data it's"))).toEqual({
    code: 1,
    stdout: "",
    stderr:
      "error: node_1 failed: Error: line 3 has no amount (exception, in fail, line 5 of the bundled program)\n" +
      "<run> of fails failed\n" +
      "hint: the run is kept in it's: start `npx espalier serve --data 'it'\\''s'`, " +
      "then open http://127.0.0.1:4111/#/runs/<run>\n",
  });
});

test("a Python program's failure has the line of its file and what it printed, without a map too", async () => {
  await espalier(["build", "rates.tsx"], { cwd });
  const { stderr } = named(await local("bundles/rates.json -m 12"));
  expect(stderr).toBe(
    "error: node_2 failed: ValueError: not enough values to unpack (expected 3, got 1) (exception, in rate, line 3)\n" +
      "<run> of rates failed:\n" +
      "  node_2: python\n" +
      "    attempt 1: exception: ValueError: not enough values to unpack (expected 3, got 1)\n" +
      "      in rate, line 3 of the program\n" +
      "      printed: reading 12\n" +
      "hint: the run was kept in memory only: add --data <folder> to keep its trace\n",
  );
});

test("a Python program's failure is told at the line of its file", async () => {
  const { code, stderr } = named(await local("rates.tsx -m 12"));
  expect(code).toBe(1);
  expect(stderr.split("\n")[0]).toBe(
    "error: rate.py:3 - node_2 failed: ValueError: not enough values to unpack (expected 3, got 1) (exception, in rate)",
  );
});

test.each([
  [
    "causes.tsx -m a",
    'error: lib/total.ts:7:20 - node_1 failed: Error: cannot total it (cause: AmountError: "a" is no amount) (exception, in total)',
    ["in total, lib/total.ts:7:20", "in sum, causes.tsx:3:62"],
  ],
  [
    "causes.tsx -m another",
    'error: lib/amount.ts:5:50 - node_1 failed: AmountError: "another" is no amount (exception, in amountOf)',
    [
      "in amountOf, lib/amount.ts:5:50",
      "in <anonymous>, lib/total.ts:4:50",
      "in total, lib/total.ts:4:31",
      "in sum, causes.tsx:3:62",
    ],
  ],
  [
    "python-causes.tsx -m a",
    "error: lib/rate.py:11 - node_2 failed: RuntimeError: cannot rate it (cause: ValueError: could not convert string to float: 'a') (exception, in rate)",
    ["in rate, lib/rate.py:11"],
  ],
  [
    "python-causes.tsx -m another",
    "error: lib/rate.py:2 - node_2 failed: ValueError: could not convert string to float: 'another' (exception, in parse)",
    ["in parse, lib/rate.py:2", "in rate, lib/rate.py:7"],
  ],
])("an error comes from where it was made in whichever file, with its cause: %s", async (args, headline, frames) => {
  const lines = (await local(args)).stderr.split("\n");
  expect(lines[0]).toBe(headline);
  expect(lines.filter((line) => line.startsWith("      in ")).map((line) => line.trim())).toEqual(frames);
});

test("with --json a failed run is a document on standard output", async () => {
  const { code, stdout } = await local("fails.tsx -m x --json");
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toEqual({
    error: {
      message: "fails.tsx:3:43 - node_1 failed: Error: line 3 has no amount (exception, in fail)",
      hint: "the run was kept in memory only: add --data <folder> to keep its trace",
      code: "run_failed",
      status: 500,
      runId: expect.stringMatching(/^run_/),
      requestId: expect.any(String),
      param: "node_1",
    },
  });
});

test("errors in the flow stop it before anything is started", async () => {
  const { code, stdout, stderr } = await local("wrong.tsx -m x --json");
  expect(code).toBe(1);
  expect(JSON.parse(stdout)).toMatchObject({
    error: { message: "1 error: nothing was sent or written", code: "failed" },
  });
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
      "error: keyed.json:1:54 - #/models/fast/apiKeyEnv names FAST_KEY, which is not set\n" +
      'hint: set FAST_KEY, or give the model "provider": "sample" to work with made-up data\n',
  });
});
