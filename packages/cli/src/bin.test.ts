import { afterAll, describe, expect, test } from "@jest/globals";
import { spawn, type ChildProcessByStdio } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Readable, Writable } from "node:stream";
import { fileURLToPath } from "node:url";
import { ASK, COUNT } from "./fixtures/flows.ts";
import { startSilentModel } from "./fixtures/silent-model.ts";
import { createWorkspace } from "./fixtures/workspace.ts";

const BIN = fileURLToPath(new URL("../bin/espalier.js", import.meta.url));
const LOADED = new URL("./fixtures/loaded-modules.mjs", import.meta.url).href;

const workspace = createWorkspace({ "count.tsx": COUNT });
const cwd = workspace.folder;
afterAll(() => workspace.remove());

type Child = ChildProcessByStdio<Writable, Readable, Readable>;

interface Ended {
  readonly code: number | null;
  readonly signal: string | null;
  readonly stdout: string;
  readonly stderr: string;
}

function launch(args: readonly string[], node: readonly string[] = [], folder = cwd): Child {
  const { PATH, HOME } = process.env;
  const env = { PATH, HOME };
  return spawn(process.execPath, [...node, BIN, ...args], { cwd: folder, env, stdio: ["pipe", "pipe", "pipe"] });
}

async function ended(child: Child, stdin?: string): Promise<Ended> {
  let [stdout, stderr] = ["", ""];
  child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
  child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
  if (stdin !== undefined) child.stdin.end(stdin);
  return new Promise((resolve) =>
    child.once("close", (code, signal) =>
      resolve({ code, signal, stdout, stderr: stderr.replaceAll(cwd, "<folder>") }),
    ),
  );
}

async function sees(stream: Readable, what: RegExp): Promise<RegExpExecArray> {
  let text = "";
  for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
    text += String(chunk);
    const match = what.exec(text);
    if (match !== null) return match;
  }
  throw new Error(`it ended without ${String(what)}: ${text}`);
}

test("exit codes are 0, 1 and 2", async () => {
  expect(await ended(launch(["--version"]))).toMatchObject({ code: 0, stderr: "" });
  expect(await ended(launch(["check", "count.tsx"]))).toMatchObject({ code: 0, stderr: "1 workflow in 1 file: ok\n" });
  workspace.write({ "wrong/flow.tsx": "export {};\n" });
  expect(await ended(launch(["check", "wrong/flow.tsx"]))).toMatchObject({ code: 1 });
  expect(await ended(launch(["frob"]))).toMatchObject({ code: 2, stdout: "" });
});

test("help loads nothing but the command line", async () => {
  const { stderr } = await ended(launch(["--help"], ["--import", LOADED]));
  const loaded = stderr.split("\n").filter((line) => line.startsWith("loaded file:"));
  expect(loaded.length).toBeGreaterThan(5);
  expect(loaded.filter((url) => !/\/packages\/cli\/|\/node_modules\/(?:commander|picocolors)\//.test(url))).toEqual([]);
});

test("a pipe in and a pipe out: the result, the whole result, and nothing but the result", async () => {
  const { code, stdout, stderr } = await ended(launch(["run", "--local", "count.tsx"]), "one two three");
  expect({ code, stdout }).toEqual({ code: 0, stdout: "3\n" });
  expect(stderr).toMatch(/^run_\w+: count@1 completed/);
});

test("what a flow prints while it is loaded does not get into the result", async () => {
  workspace.write({
    "noisy.tsx": `import flow from "./count.tsx";\nconsole.log("loading");\nprocess.stdout.write("more\\n");\nexport default flow;\n`,
  });
  const { code, stdout, stderr } = await ended(launch(["check", "noisy.tsx", "--json"]));
  expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: "[]\n", stderr: "loading\nmore\n" });
});

test("a flow that leaves something running does not keep the command from ending", async () => {
  workspace.write({
    "ticking.tsx": `import flow from "./count.tsx";\nsetInterval(() => {}, 1000);\nexport default flow;\n`,
  });
  expect(await ended(launch(["check", "ticking.tsx"]))).toMatchObject({ code: 0 });
});

test("a reader that goes away is no error of ours", async () => {
  const child = launch(["help", "run"]);
  child.stdout.destroy();
  expect(await ended(child)).toMatchObject({ code: 0, stderr: "" });
});

test("a message of nearly a megabyte arrives whole", async () => {
  const words = 180_000;
  const { stdout } = await ended(launch(["run", "--local", "count.tsx"]), "word and ".repeat(words / 2).trim());
  expect(stdout).toBe(`${words}\n`);
});

test("whoever waits for standard input is told so", async () => {
  const child = launch(["run", "count"]);
  await sees(child.stderr, /^reading standard input \(Ctrl\+D ends it\)\n$/);
  child.kill("SIGINT");
  expect(await ended(child)).toMatchObject({ code: null, signal: "SIGINT" });
});

test("a folder that is gone is said to be gone", async () => {
  const gone = join(cwd, "gone");
  mkdirSync(gone);
  const script = `process.chdir(${JSON.stringify(gone)}); require("node:fs").rmdirSync(${JSON.stringify(gone)}); process.argv = [process.argv[0], "espalier", "check"]; import(${JSON.stringify(BIN)});`;
  const child: Child = spawn(process.execPath, ["-e", script], { stdio: ["pipe", "pipe", "pipe"] });
  expect(await ended(child)).toEqual({
    code: 2,
    signal: null,
    stdout: "",
    stderr: "error: the current folder does not exist any more\nhint: change to one that does\n",
  });
});

test.each(["SIGINT", "SIGTERM"] as const)("check --watch ends with 0 at %s", async (signal) => {
  const child = launch(["check", "count.tsx", "--watch"]);
  await sees(child.stderr, /^1 workflow in 1 file: ok\nwaiting for changes; Ctrl\+C ends it\n$/);
  child.kill(signal);
  expect(await ended(child)).toEqual({ code: 0, signal: null, stdout: "", stderr: "" });
});

const pause = () => new Promise((resolve) => setTimeout(resolve, 20));

describe("serve", () => {
  async function serve(data: string): Promise<{ readonly child: Child; readonly url: string }> {
    const child = launch(["serve", "--port", "0", "--config", "models.json", "--data", data, "--json"]);
    const [line] = await sees(child.stdout, /^\{.*\}\n/);
    return { child, url: (JSON.parse(line) as { url: string }).url };
  }

  async function readiness(url: string, status: number): Promise<void> {
    while ((await fetch(`${url}/health/readiness`)).status !== status) await pause();
  }

  test.each(["SIGINT", "SIGTERM"] as const)("ends with 0 at the first %s", async (signal) => {
    const child = launch(["serve", "--port", "0", "--json"]);
    const [line] = await sees(child.stdout, /^\{.*\}\n/);
    const { url } = JSON.parse(line) as { url: string };
    expect((await fetch(`${url}/health/liveness`)).status).toBe(200);
    child.kill(signal);
    expect(await ended(child)).toMatchObject({ code: 0, signal: null });
    await expect(fetch(`${url}/health/liveness`)).rejects.toThrow();
  });

  test("lets what is being executed end at SIGTERM, takes nothing new, and ends with 0", async () => {
    const model = await startSilentModel();
    workspace.write({ "models.json": model.config, "ask.tsx": ASK });
    const { child, url } = await serve("drains");
    try {
      expect(await ended(launch(["register", "ask.tsx", "--publish", "-g", url]))).toMatchObject({ code: 0 });
      const asked = model.asked();
      const run = ended(launch(["run", "ask", "-m", "x", "-g", url]));
      await asked;
      const end = ended(child);
      child.kill("SIGTERM");
      await readiness(url, 503);
      expect(await ended(launch(["run", "ask", "-m", "y", "-g", url]))).toMatchObject({ code: 1, stdout: "" });
      model.answer("at last");
      expect(await run).toMatchObject({ code: 0, stdout: "at last\n" });
      expect(await end).toMatchObject({ code: 0, signal: null });
    } finally {
      child.kill("SIGKILL");
      model.close();
    }
  });

  test("ends at once at a second SIGTERM, and what was cut goes on at the next start", async () => {
    const model = await startSilentModel();
    workspace.write({ "models.json": model.config, "ask.tsx": ASK });
    const first = await serve("parks");
    let second: typeof first | undefined;
    try {
      expect(await ended(launch(["register", "ask.tsx", "--publish", "-g", first.url]))).toMatchObject({ code: 0 });
      const asked = model.asked();
      const run = ended(launch(["run", "ask", "-m", "x", "-g", first.url]));
      await asked;
      const end = ended(first.child);
      first.child.kill("SIGTERM");
      await readiness(first.url, 503);
      first.child.kill("SIGTERM");
      expect(await end).toMatchObject({ code: null, signal: "SIGTERM" });
      expect(await run).toMatchObject({ code: 1, stdout: "" });

      model.answer("after all");
      second = await serve("parks");
      const { url } = second;
      const runs = async () =>
        ((await (await fetch(`${url}/v1/runs`)).json()) as { data: { id: string; status: string }[] }).data;
      while ((await runs()).some(({ status }) => status === "running")) await pause();
      const [only, ...others] = await runs();
      expect(others).toEqual([]);
      expect(await (await fetch(`${url}/v1/runs/${only!.id}`)).json()).toMatchObject({ output: "after all" });
    } finally {
      first.child.kill("SIGKILL");
      second?.child.kill("SIGKILL");
      model.close();
    }
  });

  test("waits for what is being executed; a second Ctrl+C does not", async () => {
    const model = await startSilentModel();
    workspace.write({ "models.json": model.config, "ask.tsx": ASK });
    const { child, url } = await serve("data");
    try {
      expect(await ended(launch(["register", "ask.tsx", "--publish", "-g", url]))).toMatchObject({ code: 0 });
      const asked = model.asked();
      const run = ended(launch(["run", "ask", "-m", "x", "-g", url]));
      await asked;
      child.kill("SIGINT");
      await sees(child.stderr, /Ctrl\+C again stops at once\n$/);
      expect(child.exitCode).toBe(null);
      child.kill("SIGINT");
      expect(await ended(child)).toMatchObject({ code: null, signal: "SIGINT" });
      expect(await run).toMatchObject({ code: 1, stdout: "", stderr: expect.stringMatching(/^error: /) });
    } finally {
      child.kill("SIGKILL");
      model.close();
    }
  });
});
