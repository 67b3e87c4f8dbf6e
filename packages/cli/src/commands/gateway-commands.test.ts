import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { espalier, start, type Outcome } from "../fixtures/espalier.ts";
import { ASK, COUNT, FAILS, SEVERAL } from "../fixtures/flows.ts";
import { serve, type Served } from "../fixtures/served.ts";
import { startSilentModel, type SilentModel } from "../fixtures/silent-model.ts";
import { createWorkspace } from "../fixtures/workspace.ts";

const workspace = createWorkspace({
  "count.tsx": COUNT,
  "fails.tsx": FAILS,
  "several.tsx": SEVERAL,
  "ask.tsx": ASK,
  "sub/x.txt": "",
  "v3.json": '{ "contract_version": 3, "name": "x", "nodes": [] }',
  "broken.json": '{\n  "contract_version": 2,\n  name: "x"\n}\n',
  "other.json": '{ "a": 1 }',
});
const cwd = workspace.folder;

let model: SilentModel;
let served: Served;
let keys: Record<"all" | "invoke" | "read" | "one", string>;

beforeAll(async () => {
  model = await startSilentModel();
  workspace.write({ "models.json": model.config });
  const key = async (...args: string[]): Promise<string> =>
    (await espalier(["keys", "create", "--data", "data", ...args], { cwd })).stdout.trim();
  keys = {
    all: await key("--label", "all", "--scope", "author", "invoke", "read"),
    invoke: await key("--label", "invoke", "--scope", "invoke"),
    read: await key("--scope", "read"),
    one: await key("--scope", "invoke", "author", "--workflow", "fails"),
  };
  served = await serve(cwd, "--data", "data", "--config", "models.json");
});
afterAll(async () => {
  model.close(); // First: the gateway waits for the run that is still asking it.
  await served.stop();
  workspace.remove();
});

interface How {
  readonly key?: string;
  readonly stdin?: string | Buffer;
}

const surroundings = ({ key = keys.all, stdin }: How) => ({
  cwd,
  stdin,
  env: { ESPALIER_GATEWAY: served.url, ESPALIER_API_KEY: key },
});
const cli = (args: string, how: How = {}): Promise<Outcome> => espalier(args.split(" "), surroundings(how));

const LIST_HINT =
  "hint: `espalier workflows` lists what is there; `espalier register <file> --publish` brings one in, `espalier publish` puts one into service\n";

const REGISTER_HINT =
  "hint: `espalier register <file> --publish` brings a workflow in; `espalier workflows` lists those that are there\n";

test("from nothing to a result and back: register, publish, run, list, unpublish", async () => {
  expect(await cli("workflows")).toEqual({ code: 0, stdout: "", stderr: "no workflow is registered\n" });
  expect(await cli("runs")).toEqual({ code: 0, stdout: "", stderr: "no run yet\n" });
  const registered = await cli("register count.tsx several.tsx");
  expect(registered).toMatchObject({ code: 0, stderr: "" });
  expect(registered.stdout.replace(/sha256:[0-9a-f]{64}/g, "<digest>")).toBe(
    "count@1  registered  <digest>\na@1  registered  <digest>\nb@1  registered  <digest>\n",
  );
  expect(await cli("publish count")).toEqual({
    code: 0,
    stdout: "count@1  published as workflow/count\n",
    stderr: "",
  });
  expect((await cli("register count.tsx --publish")).stdout).toMatch(/^count@1 {2}already there, published {2}sha256:/);
  for (const name of ["count", "workflow/count", "count@1"])
    expect(await cli(`run ${name}`, { stdin: "one two three" })).toEqual({ code: 0, stdout: "3\n", stderr: "" });
  expect(await cli("workflows")).toMatchObject({
    stdout:
      "a      newest 1  not published\nb      newest 1  not published\ncount  newest 1  published 1    Counts words.\n",
  });
  const runs = await cli("runs -w count -n 2");
  expect(runs.stdout).toMatch(/^(run_[0-9a-f]+ {2}completed {2}count@1 {2}\d{4}-\d\d-\d\dT[\d:.]+Z\n){2}$/);
  expect(await cli("unpublish count")).toEqual({ code: 0, stdout: "count  unpublished\n", stderr: "" });
});

test("--json is one document for every command with a result", async () => {
  const json = async (args: string, how?: How): Promise<unknown> => {
    const { code, stdout, stderr } = await cli(`${args} --json`, how);
    expect({ args, code, stderr }).toEqual({ args, code: 0, stderr: "" });
    return JSON.parse(stdout);
  };
  expect(await json("register count.tsx --publish")).toMatchObject([{ name: "count", version: 1, published: true }]);
  expect(await json("publish count")).toEqual({ name: "count", version: 1 });
  expect(await json("run count", { stdin: "a b" })).toMatchObject({ workflow: "count", version: 1, output: 2 });
  expect(await json("workflows")).toMatchObject([{}, {}, { name: "count", live_version: 1 }]);
  expect(await json("runs -n 1")).toMatchObject([{ status: "completed" }]);
  expect(await json("unpublish count")).toEqual({ name: "count" });
});

describe("what a gateway refuses", () => {
  const cases: [args: string, how: How, stderr: string][] = [
    ["publish nope", {}, `error: there is no workflow "nope" (workflow_not_found)\n${REGISTER_HINT}`],
    ["unpublish nope", {}, `error: there is no workflow "nope" (workflow_not_found)\n${REGISTER_HINT}`],
    ["publish a@7", {}, `error: the workflow "a" has no version 7 (version_not_found)\n${LIST_HINT}`],
    ["run nope -m x", {}, `error: there is no workflow "nope" (model_not_found)\n${LIST_HINT}`],
    ["run a@7 -m x", {}, `error: there is no workflow/a@7 (model_not_found)\n${LIST_HINT}`],
    ["run a -m x", {}, `error: workflow/a is registered but not published (model_not_found)\n${LIST_HINT}`],
  ];
  test.each(cases)("%s", async (args, how, stderr) => {
    await cli("register several.tsx");
    expect(await cli(args, how)).toEqual({ code: 1, stdout: "", stderr });
  });

  test("a wrong key, none, and keys that may not", async () => {
    const wrong = "hint: set ESPALIER_API_KEY to a key of this gateway; `espalier keys create` makes one\n";
    expect(await cli("workflows", { key: "esp_wrong" })).toEqual({
      code: 1,
      stdout: "",
      stderr: `error: the API key is not one of this gateway (invalid_api_key)\n${wrong}`,
    });
    expect(await cli("workflows", { key: "" })).toEqual({
      code: 1,
      stdout: "",
      stderr: `error: the request has no API key: send it as \`Authorization: Bearer <key>\` (missing_api_key)\n${wrong}`,
    });
    expect(await cli("publish a", { key: keys.invoke })).toEqual({
      code: 1,
      stdout: "",
      stderr:
        'error: this needs a key with the scope "author" (insufficient_scope)\n' +
        "hint: set ESPALIER_API_KEY to a key with that scope; `espalier keys create --scope` makes one\n",
    });
    expect(await cli("publish a", { key: keys.one })).toEqual({
      code: 1,
      stdout: "",
      stderr:
        'error: this key may not use the workflow "a" (workflow_not_allowed)\n' +
        "hint: set ESPALIER_API_KEY to a key that may use it; `espalier keys create --workflow` makes one\n",
    });
    expect(await cli("workflows", { key: "umlaut ü" })).toEqual({
      code: 2,
      stdout: "",
      stderr: "error: ESPALIER_API_KEY is not a key: it has characters that a key never has\n",
    });
  });

  test("a run that fails says where, in the program's own words", async () => {
    await cli("register fails.tsx --publish");
    const message = "node_1 failed: Error: line 3 has no amount (exception, in fail, line 5 of the bundled program)";
    const { code, stdout, stderr } = await cli("run fails -m x");
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    const { id } = (JSON.parse((await cli("runs -n 1 --json")).stdout) as { id: string }[])[0]!;
    expect(stderr).toBe(`error: ${message}\nhint: the trace of ${id} is at ${served.url}/#/runs/${id}\n`);
    const json = await cli("run fails -m x --json");
    expect(json).toMatchObject({ code: 1, stderr: expect.stringMatching(/^error: node_1 failed: .*\nhint: .*\n$/) });
    expect(JSON.parse(json.stdout)).toEqual({
      error: {
        message,
        hint: expect.stringMatching(/^the trace of run_/),
        code: "run_failed",
        status: 500,
        runId: expect.stringMatching(/^run_/),
        requestId: expect.any(String),
        param: "node_1",
      },
    });
  });

  test("with --json a refusal is a document too, and a mistake in the command line is none", async () => {
    const { code, stdout } = await cli("publish nope --json");
    expect({ code, ...(JSON.parse(stdout) as object) }).toEqual({
      code: 1,
      error: {
        message: 'there is no workflow "nope"',
        hint: expect.any(String),
        code: "workflow_not_found",
        status: 404,
        runId: null,
        requestId: expect.any(String),
        param: null,
      },
    });
    expect(await cli("run count --json -f gone.txt")).toMatchObject({ code: 2, stdout: "" });
  });
});

describe("bundles", () => {
  const EDITED = "hint: a bundle is never edited by hand: build it again from its .tsx file with `espalier build`\n";
  const cases: [args: string, code: number, stderr: string][] = [
    [
      "register v3.json",
      1,
      'error: "v3.json" is not a bundle that a gateway takes:\n' +
        "  v3.json#/contract_version - unsupported_contract_version: Contract version 3 is not supported; " +
        "the versions known here are 1 and 2.\n" +
        "hint: this espalier writes and reads the versions 1 and 2: build the bundle again with it\n",
    ],
    ["register broken.json", 2, "error: broken.json:3:3 - this is not JSON: invalid symbol\n"],
    [
      "register other.json",
      1,
      'error: "other.json" is not a bundle that a gateway takes:\n' +
        `  other.json# - missing_key: The key "contract_version" is missing.\n${EDITED}`,
    ],
    ["register gone.json", 2, 'error: cannot read "gone.json": there is no such file\n'],
    [
      "register gone.tsx",
      2,
      'error: there is no file or folder "gone.tsx"\nhint: there is "ask.tsx", "count.tsx", "fails.tsx", "several.tsx"\n',
    ],
    [
      "register sub",
      2,
      'error: no file in "sub" exports a workflow\n' +
        'hint: export a <Workflow name="…">…</Workflow> from a .tsx file there, or name the file\n',
    ],
  ];
  test.each(cases)("%s", async (args, code, stderr) => {
    expect(await cli(args)).toEqual({ code, stdout: "", stderr });
  });

  test("as `espalier build` wrote them, maps passed over; one that was changed is refused with its place", async () => {
    await cli("build count.tsx -o bundles");
    const registered = await cli("register bundles/count.json bundles/count.map.json");
    expect(registered).toMatchObject({ code: 0, stdout: expect.stringMatching(/^count@1 {2}already there/) });
    expect(registered.stderr).toBe("passed over bundles/count.map.json: a source map, not a bundle\n");
    const bundle = JSON.parse((await cli("build count.tsx -o -")).stdout) as { nodes: { id: string }[] };
    bundle.nodes[0]!.id = "node_9";
    workspace.write({ "tampered.json": JSON.stringify(bundle) });
    const refused = await cli("register tampered.json");
    expect(refused).toMatchObject({ code: 1, stdout: "" });
    expect(refused.stderr).toMatch(/^error: "tampered\.json" is not a bundle .*\n {2}tampered\.json#\/nodes\/0\/id - /);
  });
});

describe("the input of a run", () => {
  const WAYS = "hint: give --message <text>, --file <text file>, --messages <json file>, or pipe text in\n";
  const FORM = 'hint: write [{ "role": "user", "content": "…" }, …]\n';
  const wrong: [args: string, file: string | Buffer, stderr: string][] = [
    ["run count", "", `error: the run has no input\n${WAYS}`],
    ["run count -m x -f input", "x", "error: --message and --file exclude each other\n"],
    ["run count -f input", " \n", `error: the run has no input: "input" is empty\n${WAYS}`],
    ["run count -f gone.csv", "", 'error: cannot read "gone.csv": there is no such file\n'],
    ["run count -f sub", "", 'error: cannot read "sub": it is a folder\n'],
    [
      "run count -f input",
      Buffer.from([0x4d, 0xfc, 0x6c, 0x6c]),
      'error: "input" is not text in UTF-8\nhint: convert it first, for example with: iconv -f WINDOWS-1252 -t UTF-8\n',
    ],
    [
      "run count --messages input",
      '[\n  { "role": "user" "content": "x" }\n]',
      "error: input:2:20 - this is not JSON: comma expected\n",
    ],
    [
      "run count --messages input",
      '{ "role": "user", "content": "x" }',
      `error: input is not a list of chat messages\n${FORM}`,
    ],
    ["run count --messages input", "[]", `error: input is a list without a message\n${FORM}`],
    ["run count --messages input", '["x"]', `error: input: message 1 is not an object\n${FORM}`],
    [
      "run count --messages input",
      '[{ "role": "user", "content": "x" }, { "role": "robot", "content": "x" }]',
      `error: input: message 2 has the role "robot": it is system, developer, user or assistant\n${FORM}`,
    ],
    ["run count --messages input", '[{ "role": "user" }]', `error: input: message 1 has no content\n${FORM}`],
    [
      "run count --messages input",
      '[{ "role": "user", "content": 1 }]',
      `error: input: message 1 has content that is neither text nor a list\n${FORM}`,
    ],
    [
      "run count.tsx -m x",
      "",
      'error: "count.tsx" is a file, and `espalier run` takes the name of a published workflow\nhint: espalier run --local count.tsx\n',
    ],
    [
      "run count -m x --data data",
      "",
      "error: --data goes with --local only: it is about a gateway that this command starts\n",
    ],
    [
      "run count -m x -w a",
      "",
      "error: --workflow goes with --local only: it is about a gateway that this command starts\n",
    ],
  ];
  test.each(wrong)("%s: %j", async (args, file, stderr) => {
    workspace.write({ input: file });
    expect(await cli(args)).toEqual({ code: 2, stdout: "", stderr });
  });

  test("comes from a text, a file without its byte order mark, a pipe, or a conversation", async () => {
    await cli("register count.tsx --publish");
    workspace.write({
      "text.txt": "\ufeffone two",
      "chat.json": '[{ "role": "system", "content": "a b" }, { "role": "user", "content": "c" }]',
    });
    const result = async (args: string, stdin?: string): Promise<string> => {
      const { code, stdout, stderr } = await cli(`run count ${args}`.trimEnd(), stdin === undefined ? {} : { stdin });
      expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
      return stdout.trim();
    };
    expect(await result("-m one")).toBe("1");
    expect(await result("--file text.txt")).toBe("2");
    expect(await result("", "one two three")).toBe("3");
    expect(await result("-f -", "one two")).toBe("2");
    expect(await result("--messages chat.json")).toBe("3");
    expect(await result("--messages -", '[{ "role": "user", "content": "x" }]')).toBe("1");
    expect((await cli("run count", { stdin: "\n" })).stderr).toContain("standard input is empty\n");
  });
});

describe("Ctrl+C while waiting for a run", () => {
  const waiting = async (...args: string[]) => {
    await cli("register ask.tsx --publish");
    const asked = model.asked();
    const running = start(["run", "ask", "-m", "hello", ...args], surroundings({}));
    await asked;
    return running;
  };
  const status = async (): Promise<string> =>
    (JSON.parse((await cli("runs -w ask -n 1 --json")).stdout) as { status: string }[])[0]!.status;

  test("gives an ordinary run up", async () => {
    const running = await waiting();
    expect(running.signal("SIGINT")).toBe(true);
    expect(await running.outcome).toEqual({
      code: 130,
      stdout: "",
      stderr: "stopped waiting: the gateway cancels the run, because nobody waits for it any more\n",
    });
    expect(running.signal("SIGINT")).toBe(false);
    while ((await status()) === "running");
    expect(await status()).toBe("cancelled");
  });

  test("lets a run with an idempotency key go on", async () => {
    const running = await waiting("--idempotency-key", "k");
    running.signal("SIGTERM");
    expect(await running.outcome).toEqual({
      code: 143,
      stdout: "",
      stderr: "stopped waiting: the run goes on, and the same command waits for its result again\n",
    });
    expect(await status()).toBe("running");
  });

  test("a key that is used for another input is refused", async () => {
    await cli("run a@1 -m x --idempotency-key used");
    expect(await cli("run a@1 -m y --idempotency-key used")).toEqual({
      code: 1,
      stdout: "",
      stderr:
        "error: the Idempotency-Key was used with another request (idempotency_key_reused)\n" +
        "hint: take another --idempotency-key, or send the same input as before\n",
    });
  });
});

/** Where nobody listens: a port that was free a moment ago. */
async function closedAddress(): Promise<string> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}`;
}

describe("a gateway that is not there", () => {
  const ask = (url: string, ...args: string[]): Promise<Outcome> => espalier([...args, "-g", url], { cwd });

  test.each([
    ["workflows"],
    ["runs"],
    ["publish", "a"],
    ["unpublish", "a"],
    ["register", "count.tsx"],
    ["run", "a", "-m", "x"],
  ])("%s", async (...args) => {
    const url = await closedAddress();
    expect(await ask(url, ...args)).toEqual({
      code: 1,
      stdout: "",
      stderr: `error: no gateway answers at ${url}/ (ECONNREFUSED): start one with \`espalier serve\`, or check the address\n`,
    });
  });

  test("an address that is none, and a server that is no gateway", async () => {
    expect(await ask("nonsense", "workflows")).toEqual({
      code: 2,
      stdout: "",
      stderr: 'error: --gateway: "nonsense" is not the address of a gateway: write it as http://127.0.0.1:4111\n',
    });
    const env = { ESPALIER_GATEWAY: "ftp://x" };
    expect((await espalier(["workflows"], { cwd, env })).stderr).toBe(
      'error: ESPALIER_GATEWAY: "ftp://x" is not the address of a gateway: write it as http://127.0.0.1:4111\n',
    );
    const other = createServer((_, response) => response.writeHead(404).end("<h1>Not here</h1>"));
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    try {
      const { code, stderr } = await ask(`http://127.0.0.1:${(other.address() as AddressInfo).port}`, "workflows");
      expect({ code, stderr }).toEqual({
        code: 1,
        stderr: "error: the answer (HTTP 404) is not one of an Espalier gateway: check the address\n",
      });
    } finally {
      other.close();
    }
  });
});
