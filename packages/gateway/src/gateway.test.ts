import { afterAll, afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import { createServer } from "node:http";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ask, echo, workflow } from "./fixtures/bundles.ts";
import { refused, startGateway, type TestGateway } from "./fixtures/gateway.ts";
import { send } from "./fixtures/http.ts";
import { until } from "./fixtures/until.ts";
import { completes, hangs, startUpstream, type TestUpstream } from "./fixtures/upstream.ts";
import { openSql } from "./store/sql.ts";
import { createGateway, isGatewayStartError, withKeys, type GatewayOptions } from "./index.ts";

const folders: string[] = [];
const open: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "espalier-"));
  folders.push(folder);
  return folder;
}

async function start(options: Parameters<typeof startGateway>[0] = {}): Promise<TestGateway> {
  const bench = await startGateway(options);
  open.push(bench);
  return bench;
}

/** What a start that fails says. */
async function startError(options: GatewayOptions) {
  const error = await createGateway(options).then(
    (gateway) => gateway.close(),
    (caught: unknown) => caught,
  );
  if (!isGatewayStartError(error)) throw new Error(`not a start error: ${String(error)}`);
  return { message: error.message, hint: error.hint };
}

describe("a gateway cannot start", () => {
  test("on a port that is taken", async () => {
    const server = createServer();
    await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
    const { port } = server.address() as AddressInfo;
    expect(await startError({ port })).toEqual({
      message: `port ${port} of 127.0.0.1 is in use`,
      hint: "stop what listens there, or take another one with --port (0 takes a free one)",
    });
    await new Promise((closed) => server.close(closed));
    // Nothing of the failed start is left: the same options work now.
    await (await createGateway({ port })).close({ graceMs: 0 });
  });

  test.each<[string, GatewayOptions, RegExp]>([
    ["on a port that there is not", { port: 70_000 }, /^cannot listen on 127\.0\.0\.1:70000: /],
    [
      "without keys, for other machines",
      { host: "0.0.0.0" },
      /^a gateway without keys listens on this machine only, not on 0\.0\.0\.0$/,
    ],
    ["without the folder of its page", { pageDirectory: "/nowhere/at/all" }, /^cannot read the page's folder: ENOENT/],
  ])("%s", async (_name, options, message) => {
    expect((await startError(options)).message).toMatch(message);
  });

  test("in a folder that cannot be made", async () => {
    const file = join(newFolder(), "file");
    writeFileSync(file, "");
    const dataDirectory = join(file, "data");
    expect((await startError({ dataDirectory })).message).toContain(`Cannot use ${dataDirectory} as data directory: `);
  });

  test("in a folder that another one has", async () => {
    const dataDirectory = newFolder();
    await start({ dataDirectory });
    const expected = `${dataDirectory} is in use by another gateway. Stop that one, or start this one with another data directory.`;
    expect((await startError({ dataDirectory })).message).toBe(expected);
    await expect(withKeys(dataDirectory, async () => undefined)).rejects.toThrow(expected);
    await open.pop()!.close();
    await start({ dataDirectory });
  });

  test("in a folder whose database is none", async () => {
    const dataDirectory = newFolder();
    writeFileSync(join(dataDirectory, "espalier.db"), "not a database, but long enough to be looked at".repeat(50));
    expect((await startError({ dataDirectory })).message).toContain(`Cannot use ${dataDirectory} as data directory`);
  });
});

test("keys are kept, and the last one revoked shuts everybody out", async () => {
  const dataDirectory = newFolder();
  const key = await withKeys(dataDirectory, (keys) => keys.create({ label: "a", scopes: ["read"] }));
  const first = await start({ dataDirectory });
  expect((await first.send("/v1/runs", { key })).status).toBe(200);
  expect((await first.send("/v1/runs")).status).toBe(401);
  await open.pop()!.close();
  await withKeys(dataDirectory, async (keys) => {
    expect(await keys.revoke(keys.list()[0]!.no)).toBe(true);
  });
  const second = await start({ dataDirectory });
  expect(refused(await second.send("/v1/runs", { key }))).toMatchObject({ status: 401, code: "invalid_api_key" });
  expect(refused(await second.send("/v1/runs"))).toMatchObject({ status: 401, code: "missing_api_key" });
  expect((await second.send("/v1/runs", { key: second.gateway.ownKey })).status).toBe(200);
});

test("a run that ended too long ago is not there any more, whatever asks for it", async () => {
  const dataDirectory = newFolder();
  const first = await start({ dataDirectory });
  await first.install(echo("echo"));
  const answers = [await first.chat("workflow/echo"), await first.chat("workflow/echo")];
  const [old, recent] = answers.map(({ headers }) => String(headers["x-run-id"]));
  await open.pop()!.close();
  const sql = openSql(join(dataDirectory, "espalier.db"));
  sql.statement("update run set ended = ? where id = ?").run(Date.now() - 7 * 24 * 3_600_000, old!);
  sql.close();

  const second = await start({ dataDirectory, config: { retention: { days: 7 } } });
  await until(async () => (await second.send(`/v1/runs/${old}`)).status === 404);
  for (const path of ["", "/trace", "/events"])
    expect(refused(await second.send(`/v1/runs/${old}${path}`))).toMatchObject({ status: 404, code: "run_not_found" });
  expect((await second.send("/v1/runs")).body.data.map(({ id }: { id: string }) => id)).toEqual([recent]);
  expect((await second.send(`/v1/runs/${recent}/trace`)).body.data).toHaveLength(1);
});

test("with a key it listens for other machines too", async () => {
  const dataDirectory = newFolder();
  const key = await withKeys(dataDirectory, (keys) => keys.create({ label: "a", scopes: ["read"] }));
  const { gateway } = await start({ dataDirectory, host: "0.0.0.0" });
  const url = `http://127.0.0.1:${gateway.port}`;
  expect((await send(url, "/v1/runs", { key, headers: { host: "gateway.example" } })).status).toBe(200);
});

test("it serves the files of its page, and nothing beside them", async () => {
  const pageDirectory = newFolder();
  writeFileSync(join(pageDirectory, "index.html"), "<h1>hi</h1>");
  writeFileSync(join(pageDirectory, "app.js"), "1");
  writeFileSync(join(pageDirectory, "secret.txt"), "no");
  const bench = await start({ pageDirectory });
  const page = await bench.send("/");
  expect([page.status, page.text, page.headers["content-type"]]).toEqual([
    200,
    "<h1>hi</h1>",
    "text/html; charset=utf-8",
  ]);
  expect(page.headers).toMatchObject({
    "content-security-policy": expect.stringContaining("default-src 'self'"),
    "x-content-type-options": "nosniff",
    "x-request-id": expect.stringMatching(/^req_/),
  });
  expect((await bench.send("/app.js")).headers["content-type"]).toBe("text/javascript; charset=utf-8");
  for (const path of ["/secret.txt", "/../gateway.ts", "/%2e%2e/gateway.ts", "/index.html"])
    expect(refused(await bench.send(path)).status).toBe(404);
});

describe("closing", () => {
  let upstream: TestUpstream;
  beforeAll(async () => {
    upstream = await startUpstream();
  });
  afterAll(() => upstream.close());

  test("tells whoever waits, cancels nothing, and the runs go on at the next start", async () => {
    const dataDirectory = newFolder();
    // A gateway that stops says so, and not that it is full.
    const config = { models: { m: { baseUrl: upstream.baseUrl } }, limits: { concurrentRuns: 3 } };
    const options = { dataDirectory, config };
    const first = await start(options);
    await first.install(workflow("ask", [ask("m")]));
    upstream.answer(hangs);
    const headers = { "idempotency-key": "k" };
    const waiting = [
      first.chat("workflow/ask"),
      first.chat("workflow/ask", "x", { headers }),
      first.chat("workflow/ask", "x", { body: { stream: true } }),
    ];
    await until(() => upstream.calls.length === 3);
    const closing = first.gateway.close({ graceMs: 1000 });

    expect(refused(await first.chat("workflow/ask"))).toMatchObject({ status: 503, code: "unavailable" });
    expect((await first.send("/health/readiness")).status).toBe(503);
    expect((await first.send("/health/liveness")).status).toBe(200);
    expect((await first.send("/v1/runs")).body.data).toHaveLength(3);

    const [whole, keyed, streamed] = await Promise.all(waiting);
    expect(refused(whole!)).toMatchObject({ status: 503, code: "shutting_down" });
    // Sending an unkeyed request again would start a second run; a keyed one finds its own.
    expect([whole!.headers["x-should-retry"], keyed!.headers["x-should-retry"]]).toEqual(["false", "true"]);
    expect(streamed!.frames.slice(1)).toEqual([
      { error: expect.objectContaining({ code: "shutting_down", status: 503 }) },
      "data: [DONE]",
    ]);
    await closing;
    await expect(first.send("/health/liveness")).rejects.toThrow("ECONNREFUSED");
    expect(first.reported).toEqual([]);

    upstream.answer(completes("after all"));
    const second = await start(options);
    await until(async () => (await second.send("/v1/runs?status=completed")).body.data.length === 3);
    const again = await second.chat("workflow/ask", "x", { headers });
    expect(again.body.choices[0].message.content).toBe("after all");
    expect(again.headers["x-run-id"]).toBe(keyed!.headers["x-run-id"]);
  });

  test("lets attempts in flight end first", async () => {
    const bench = await start({ config: { models: { m: { baseUrl: upstream.baseUrl } } } });
    await bench.install(workflow("ask", [ask("m")]));
    upstream.answer(hangs);
    const answer = bench.chat("workflow/ask");
    await until(() => upstream.calls.length === 1);
    const closing = bench.gateway.close({ graceMs: 5000 });
    completes("in time")(upstream.calls[0]!, 1);
    await closing;
    expect((await answer).body.choices[0].message.content).toBe("in time");
  });

  test("breaks what only listens or passes on", async () => {
    const bench = await start({ config: { models: { m: { baseUrl: upstream.baseUrl } } } });
    await bench.install(workflow("ask", [ask("m")]));
    upstream.answer(hangs);
    const controller = new AbortController();
    const run = bench.chat("workflow/ask", "x", { signal: controller.signal });
    const passed = bench.chat("m");
    await until(() => upstream.calls.length === 2);
    const [{ id }] = (await bench.send("/v1/runs")).body.data;
    const events = bench.send(`/v1/runs/${id}/events`);
    await new Promise((resolve) => setTimeout(resolve, 30));
    await Promise.all([
      bench.gateway.close({ graceMs: 0 }),
      expect(passed).rejects.toThrow(),
      expect(events).rejects.toThrow(),
      run,
    ]);
    expect(upstream.calls.every(({ gone }) => gone)).toBe(true);
  });

  test("twice is once", async () => {
    const { gateway } = await start();
    const closing = gateway.close({ graceMs: 0 });
    expect(gateway.close()).toBe(closing);
    await closing;
    await gateway.close();
  });
});
