import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { ask, echo, workflow } from "./fixtures/bundles.ts";
import { send } from "./fixtures/http.ts";
import { gatewayProcesses } from "./fixtures/processes.ts";
import { until } from "./fixtures/until.ts";
import { completes, hangs, startUpstream, type TestUpstream } from "./fixtures/upstream.ts";
import type { GatewayProcess } from "./testing/gateway-process.ts";
import type { ProcessOptions } from "./testing/gateway-main.ts";

let upstream: TestUpstream;
beforeAll(async () => {
  upstream = await startUpstream();
});
afterAll(() => upstream.close());

const folder = mkdtempSync(join(tmpdir(), "espalier-process-"));

const processes = gatewayProcesses();

function start(options: ProcessOptions, fileBlocks?: number): Promise<GatewayProcess> {
  const config = { models: { m: { baseUrl: upstream.baseUrl } } };
  return processes.start({ config, ...options }, fileBlocks);
}

async function install({ url }: GatewayProcess): Promise<void> {
  for (const bundle of [workflow("ask", [ask("m"), ask("m")]), echo("echo")]) {
    await send(url, "/v1/workflows", { json: bundle });
    await send(url, `/v1/workflows/${bundle.name}/publish`, { json: {} });
  }
}

function chat({ url }: GatewayProcess, model: string, content = "hi", headers = {}) {
  const json = { model: `workflow/${model}`, messages: [{ role: "user", content }] };
  return send(url, "/v1/chat/completions", { json, headers });
}

describe("SIGTERM", () => {
  test("takes nothing new, starts nothing new, lets end what runs, and the rest goes on at the next start", async () => {
    const dataDirectory = join(folder, "drain");
    const gateway = await start({ dataDirectory });
    await install(gateway);
    upstream.answer(hangs);
    const waiting = chat(gateway, "ask", "x", { "idempotency-key": "k" });
    await until(() => upstream.calls.length === 1);
    gateway.signal("SIGTERM");
    await until(async () => (await send(gateway.url, "/health/readiness")).status === 503);
    expect(await chat(gateway, "echo")).toMatchObject({ status: 503, body: { error: { code: "unavailable" } } });
    completes("first")(upstream.calls[0]!, 1);
    expect(await waiting).toMatchObject({ status: 503, body: { error: { code: "shutting_down" } } });
    expect(await gateway.ended).toEqual({ code: 0, signal: null, stderr: "" });
    expect(upstream.calls).toHaveLength(1); // the second leaf got no slot any more
    expect(statSync(join(dataDirectory, "espalier.db-wal"), { throwIfNoEntry: false })?.size ?? 0).toBe(0);

    upstream.answer(completes("second"));
    const next = await start({ dataDirectory });
    const again = await chat(next, "ask", "x", { "idempotency-key": "k" });
    expect(again.body.choices[0].message.content).toBe("second");
    expect(upstream.calls).toHaveLength(1); // the first one is not asked again
  });

  test("aborts what does not end in time, unrecorded: it runs again under its number", async () => {
    const dataDirectory = join(folder, "abort");
    const gateway = await start({ dataDirectory, graceMs: 100 });
    await install(gateway);
    upstream.answer(hangs);
    const waiting = chat(gateway, "ask", "x", { "idempotency-key": "k" });
    await until(() => upstream.calls.length === 1);
    gateway.signal("SIGTERM");
    expect((await waiting).status).toBe(503);
    expect(await gateway.ended).toEqual({ code: 0, signal: null, stderr: "" });
    expect(upstream.calls[0]!.gone).toBe(true);
    upstream.answer(completes("ok"));
    const next = await start({ dataDirectory });
    const { headers } = await chat(next, "ask", "x", { "idempotency-key": "k" });
    const trace = await send(next.url, `/v1/runs/${String(headers["x-run-id"])}/trace`);
    const attempts = trace.body.data[0].attempts.map((each: { attempt: number; status: string }) => [
      each.attempt,
      each.status,
    ]);
    expect(attempts).toEqual([
      [1, "interrupted"],
      [1, "completed"],
    ]);
  });

  test("a second one ends it at once", async () => {
    const gateway = await start({ dataDirectory: join(folder, "twice") });
    await install(gateway);
    upstream.answer(hangs);
    const waiting = chat(gateway, "ask").catch(() => "broken");
    await until(() => upstream.calls.length === 1);
    gateway.signal("SIGTERM");
    await until(async () => (await send(gateway.url, "/health/readiness")).status === 503);
    gateway.signal("SIGTERM");
    expect(await gateway.ended).toMatchObject({ code: null, signal: "SIGTERM" });
    expect(await waiting).toBe("broken");
  });
});

test("whoever listens to a run goes on listening after a crash, and hears everything once", async () => {
  const dataDirectory = join(folder, "listening");
  const gateway = await start({ dataDirectory });
  await install(gateway);
  upstream.answer((call, count) => (count === 1 ? completes("first") : hangs)(call, count));
  chat(gateway, "ask", "x", { "idempotency-key": "k" }).catch(() => undefined);
  await until(() => upstream.calls.length === 2);
  const { data } = (await send(gateway.url, "/v1/runs")).body;
  const listen = new AbortController();
  const heard: number[] = [];
  const response = await fetch(`${gateway.url}/v1/runs/${data[0].id}/events`, { signal: listen.signal });
  const broken = (async () => {
    let text = "";
    for await (const part of response.body!.pipeThrough(new TextDecoderStream())) {
      text += part;
      heard.splice(0, heard.length, ...idsOf(text));
    }
  })().catch(() => "broken");
  await until(() => heard.length === 3); // started, completed, started
  gateway.signal("SIGKILL");
  await gateway.ended;
  expect(await broken).toBe("broken");
  upstream.answer(completes("second"));
  const next = await start({ dataDirectory });
  const headers = { "last-event-id": String(heard.at(-1)) };
  const rest = await send(next.url, `/v1/runs/${data[0].id}/events`, { headers });
  const all = await send(next.url, `/v1/runs/${data[0].id}/events`);
  expect([...heard, ...idsOf(rest.text)]).toEqual(idsOf(all.text));
  expect(idsOf(all.text)).toEqual([0, 1, 2, 3, 4, 5]); // started again, completed, ended
  expect(rest.text).toMatch(/event: ended\n[^\n]*\n\n$/);
});

const idsOf = (text: string) => [...text.matchAll(/^id: (\d+)\n.*\n.*\n\n/gm)].map(([, id]) => Number(id));

test("a second process on the folder is told so, and the first goes on", async () => {
  const dataDirectory = join(folder, "owned");
  const gateway = await start({ dataDirectory });
  await install(gateway);
  expect(await processes.launch({ dataDirectory })).toEqual({
    code: 1,
    signal: null,
    stderr: `${dataDirectory} is in use by another gateway. Stop that one, or start this one with another data directory.\n`,
  });
  expect((await chat(gateway, "echo", "still here")).body.choices[0].message.content).toBe("still here");
  gateway.signal("SIGKILL");
  await gateway.ended;
  await start({ dataDirectory }); // a killed owner leaves no lock behind
});

test("a disk that fails ends the process with 1, and what was stored goes on elsewhere", async () => {
  const dataDirectory = join(folder, "failing");
  const gateway = await start({ dataDirectory }, 2048); // one or two MiB, whatever this shell's block is
  await install(gateway);
  const large = "x".repeat(400_000);
  for (let n = 0; n < 12; n++) if ((await chat(gateway, "echo", large).catch(() => undefined)) === undefined) break;
  const { code, stderr } = await gateway.ended;
  expect(code).toBe(1);
  expect(stderr).toMatch(/SQLITE_IOERR|disk I\/O error/);
  const next = await start({ dataDirectory });
  await until(async () => (await send(next.url, "/v1/runs?status=running")).body.data.length === 0);
  const { data } = (await send(next.url, "/v1/runs")).body;
  expect(data.length).toBeGreaterThan(0);
  expect(data.every(({ status }: { status: string }) => status === "completed")).toBe(true);
});

const small = join(folder, "small");
mkdirSync(small);
const mounted = spawnSync("mount", ["-t", "tmpfs", "-o", "size=3m", "tmpfs", small]).status === 0;
afterAll(() => {
  if (mounted) spawnSync("umount", ["-l", small]);
  rmSync(folder, { recursive: true, force: true });
});

// Only where this user may mount; elsewhere the same is tested with a store that says so.
(mounted ? test : test.skip)(
  "a full disk: nothing is lost, nothing is taken, and it goes on when there is space",
  async () => {
    const dataDirectory = join(small, "data");
    const gateway = await start({ dataDirectory });
    await install(gateway);
    upstream.answer(hangs);
    const waiting = chat(gateway, "ask");
    await until(() => upstream.calls.length === 1);
    const filler = join(small, "filler");
    spawnSync("sh", ["-c", 'cat /dev/zero > "$1"', "sh", filler]);
    // What ends now does not fit any more.
    completes("x".repeat(600_000))(upstream.calls[0]!, 1);
    await until(async () => (await send(gateway.url, "/health/readiness")).status === 503);
    expect(await chat(gateway, "echo")).toMatchObject({ status: 503, body: { error: { code: "unavailable" } } });
    upstream.answer(completes("at last"));
    rmSync(filler);
    expect((await waiting).body.choices[0].message.content).toBe("at last");
    await until(async () => (await send(gateway.url, "/health/readiness")).status === 200);
    expect((await chat(gateway, "echo", "again")).status).toBe(200);
  },
);

test.each([
  ["damaged", "SQLite format 3\0".padEnd(8192, "z")],
  ["something else", "a letter to a friend, which is long enough to be looked at".repeat(50)],
])("a file that is %s ends the start with 1 and what to do", async (_what, text) => {
  const dataDirectory = mkdtempSync(join(folder, "bad-"));
  writeFileSync(join(dataDirectory, "espalier.db"), text);
  expect(await processes.launch({ dataDirectory })).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /^Cannot use .* as data directory: espalier\.db is (?:damaged: restore|something else)/,
    ),
  });
});
