import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { Run, TraceRow } from "@espalier/client";
import { ask, echo, script, workflow } from "../fixtures/bundles.ts";
import { refused, startGateway, type TestGateway } from "../fixtures/gateway.ts";
import { until } from "../fixtures/until.ts";
import { completes, hangs, replies, startUpstream, USAGE, type TestUpstream } from "../fixtures/upstream.ts";

let bench: TestGateway;
let upstream: TestUpstream;
const ids: Record<string, string> = {};

beforeAll(async () => {
  upstream = await startUpstream();
  bench = await startGateway({ config: { models: { m: { baseUrl: upstream.baseUrl } } } });
  const fails = script("throw new Error('no good')", { from: "previous" });
  const long = script("return input[0].content.repeat(1000)", { returns: { type: "string" } });
  const { nodes } = workflow("inner", [script("return input + 1", { from: "item" })]);
  const loop = {
    id: "node_2",
    type: "for_each",
    items: { source: "previous" },
    nodes: [{ ...nodes[0], id: "node_3" }],
    max_items: 2000,
    max_concurrency: 16,
    output_schema: { type: "array", items: {} },
  };
  const list = script("return Array.from({ length: Number(input[0].content) }, (_, i) => i)", {
    returns: { type: "array", items: {} },
  });
  await bench.install(echo("echo"), workflow("ask", [ask("m")]), workflow("fails", [ask("m"), fails]));
  await bench.install(workflow("long", [long]), { ...workflow("loop", [list, loop as never]) });
  upstream.answer(completes("hi"));
  for (const name of ["echo", "ask", "fails", "long"])
    ids[name] = String((await bench.chat(`workflow/${name}`)).headers["x-run-id"]);
  ids["loop"] = String((await bench.chat("workflow/loop", "40")).headers["x-run-id"]);
});
afterAll(async () => {
  await bench.close();
  await upstream.close();
});

/** Starts a run whose model does not answer. */
async function running(): Promise<{ id: string; answer: ReturnType<TestGateway["chat"]> }> {
  upstream.answer(hangs);
  const answer = bench.chat("workflow/ask");
  await until(() => upstream.calls.length === 1);
  const { data } = (await bench.send("/v1/runs?status=running")).body;
  return { id: data[0].id, answer };
}

const get = (path: string) => bench.send(path);
const NO_USAGE = { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 };

describe("a list of runs", () => {
  test("says how each ended, as one run does", async () => {
    const { data, object, has_more, next } = (await get("/v1/runs")).body;
    expect({ object, has_more, next }).toEqual({ object: "list", has_more: false, next: null });
    const names = data.map((run: Run) => run.workflow);
    expect(names).toEqual(["loop", "long", "fails", "ask", "echo"]);
    for (const row of data) {
      const { output: _output, ...one } = (await get(`/v1/runs/${row.id}`)).body;
      expect(row).toEqual(one);
    }
    expect(data[2]).toMatchObject({
      status: "failed",
      usage: USAGE,
      error: { code: "exception", path: "node_2", message: expect.stringContaining("no good") },
    });
    expect(data[3]).toMatchObject({ status: "completed", usage: USAGE, error: null });
    expect(data[4]).toMatchObject({ status: "completed", usage: NO_USAGE, error: null });
  });

  test("comes in pages", async () => {
    const seen: string[] = [];
    let after = "";
    for (let page = 0; page < 3; page++) {
      const { data, has_more, next } = (await get(`/v1/runs?limit=2${after}`)).body;
      seen.push(...data.map((run: Run) => run.workflow));
      expect(has_more).toBe(page < 2);
      after = `&after=${next}`;
    }
    expect(seen).toEqual(["loop", "long", "fails", "ask", "echo"]);
  });

  test("can be of one workflow or status", async () => {
    const of = async (query: string) => (await get(`/v1/runs?${query}`)).body.data.map((run: Run) => run.workflow);
    expect(await of("workflow=echo")).toEqual(["echo"]);
    expect(await of("status=failed")).toEqual(["fails"]);
    expect(await of("workflow=echo&status=failed")).toEqual([]);
    expect(await of("workflow=")).toEqual([]);
  });

  test.each<[string, string, string]>([
    ["limit=0", "limit", "limit must be a whole number from 1 to 1000"],
    ["limit=1001", "limit", "limit must be a whole number from 1 to 1000"],
    ["limit=x", "limit", "limit must be a whole number from 1 to 1000"],
    ["limit=", "limit", "limit must be a whole number from 1 to 1000"],
    ["limit=1e2", "limit", "limit must be a whole number from 1 to 1000"],
    ["limit=1&limit=2", "limit", "limit can be given only once"],
    ["after=x", "after", "after must be the `next` of a page"],
    ["after=", "after", "after must be the `next` of a page"],
    ["status=done", "status", "status must be one of running, completed, failed, cancelled"],
    ["status=failed&status=failed", "status", "status can be given only once"],
    ["workflow=a&workflow=b", "workflow", "workflow can be given only once"],
  ])("refuses %s", async (query, param, message) => {
    expect(refused(await get(`/v1/runs?${query}`))).toEqual({ status: 400, code: "invalid_request", param, message });
  });
});

describe("one run", () => {
  test("has its output", async () => {
    expect((await get(`/v1/runs/${ids["echo"]}`)).body).toEqual({
      object: "run",
      id: ids["echo"],
      workflow: "echo",
      version: 1,
      digest: expect.stringMatching(/^sha256:/),
      status: "completed",
      created_at: expect.any(Number),
      ended_at: expect.any(Number),
      deadline_at: expect.any(Number),
      usage: NO_USAGE,
      cost: null,
      error: null,
      output: "hello",
    });
  });

  test("that goes on has neither usage nor output, and can be cancelled", async () => {
    const { id, answer } = await running();
    const { body } = await get(`/v1/runs/${id}`);
    expect(body).toMatchObject({ status: "running", usage: null, error: null, ended_at: null });
    expect(body).not.toHaveProperty("output");
    const cancel = () => bench.send(`/v1/runs/${id}/cancel`, { json: {} });
    const cancelled = await cancel();
    expect(cancelled.body).toMatchObject({
      id,
      status: "cancelled",
      usage_incomplete: true,
      error: { code: "run_cancelled", path: null },
    });
    await until(() => upstream.calls[0]!.gone);
    expect(refused(await answer)).toMatchObject({ status: 499, code: "run_cancelled" });
    expect((await answer).headers["x-should-retry"]).toBe("false");
    expect((await cancel()).body).toEqual(cancelled.body);
  });

  test("that has ended stays as it is when cancelled", async () => {
    const got = await bench.send(`/v1/runs/${ids["echo"]}/cancel`, { method: "POST" });
    expect([got.status, got.body.status, got.body.output]).toEqual([200, "completed", "hello"]);
  });

  test.each(["run_0", "x", "%00", "run_%2F", "__proto__"])("%s is not there", async (id) => {
    for (const path of ["", "/trace", "/events"])
      expect(refused(await get(`/v1/runs/${id}${path}`))).toMatchObject({ status: 404, code: "run_not_found" });
    expect(refused(await bench.send(`/v1/runs/${id}/cancel`, { json: {} }))).toMatchObject({ status: 404 });
  });
});

describe("a trace", () => {
  test("has a row for each execution", async () => {
    const { body } = await get(`/v1/runs/${ids["fails"]}/trace`);
    expect(body).toMatchObject({ object: "list", run: ids["fails"], has_more: false, next: null });
    const [first, second] = body.data as TraceRow[];
    expect(first).toEqual({
      path: "node_1",
      node: "node_1",
      name: null,
      parent: null,
      kind: "chat_completion",
      branch: null,
      item: null,
      status: "completed",
      started_at: expect.any(Number),
      ended_at: expect.any(Number),
      attempts: [
        {
          attempt: 1,
          status: "completed",
          started_at: expect.any(Number),
          ended_at: expect.any(Number),
          error: null,
          retry_at: null,
          usage: USAGE,
          cost: null,
          log: null,
        },
      ],
      error: null,
      model: "up-2025",
      usage: USAGE,
      cost: null,
      inside: null,
      items: null,
      taken: null,
      input_preview: '[{"role":"user","content":"hello"}]',
      output_preview: '"hi"',
    });
    const frames = [{ function: "run", line: 1, column: expect.any(Number) }];
    const error = { code: "exception", message: "Error: no good", frames };
    expect(second).toMatchObject({ path: "node_2", status: "failed", error, attempts: [{ error, log: null }] });
    expect((await get(`/v1/runs/${ids["fails"]}`)).body.error).toEqual({
      code: "exception",
      message: "Error: no good",
      path: "node_2",
      frame: { ...frames[0], language: "javascript" },
    });
  });

  test("has what programs printed, of failures too, as far as it is kept", async () => {
    const says = script("console.log('a', 1); console.log('b'); return 1");
    const cries = script("console.log('x'.repeat(9000)); throw new Error('no')", { from: "previous" });
    await bench.install(workflow("prints", [says, cries]));
    const id = String((await bench.chat("workflow/prints")).headers["x-run-id"]);
    const logs = ((await get(`/v1/runs/${id}/trace`)).body.data as TraceRow[]).map((row) => row.attempts[0]!.log);
    expect(logs).toEqual(["a 1\nb\n", "x".repeat(8192)]);
  });

  test("comes in pages", async () => {
    const paths: string[] = [];
    let query = "limit=15";
    for (let next: string | null = ""; next !== null; query = `limit=15&after=${next}`) {
      const { body } = await get(`/v1/runs/${ids["loop"]}/trace?${query}`);
      paths.push(...body.data.map((row: TraceRow) => row.path));
      expect(body.has_more).toBe(body.next !== null);
      next = body.next;
    }
    expect(paths).toEqual(["node_1", "node_2", ...Array.from({ length: 40 }, (_, i) => `node_2[${i}]/node_3`)]);
  });

  test("gives whole values at a path", async () => {
    const value = async (run: string, query: string) => (await get(`/v1/runs/${ids[run]}/trace?${query}`)).body;
    const whole = "hello".repeat(1000);
    const [row] = (await get(`/v1/runs/${ids["long"]}/trace`)).body.data as TraceRow[];
    expect(row!.output_preview).toBe(`"${whole}`.slice(0, 1024));
    expect(await value("long", "path=node_1")).toEqual({ path: "node_1", side: "output", value: whole });
    expect(await value("long", "path=node_1&side=input")).toEqual({
      path: "node_1",
      side: "input",
      value: { input: [{ role: "user", content: "hello" }] },
    });
    expect((await value("loop", "path=node_2[7]/node_3")).value).toBe(8);
    expect((await value("loop", "path=node_2%5B7%5D%2Fnode_3&side=input")).value).toEqual({ input: 7 });
  });

  test.each<[string, number, string]>([
    ["path=node_9", 404, "value_not_found"],
    ["path=", 404, "value_not_found"],
    ["path=node_2[99]/node_3", 404, "value_not_found"],
    ["path=node_2&side=output", 404, "value_not_found"],
    ["path=node_1&side=both", 400, "invalid_request"],
    ["path=node_1&path=node_2", 400, "invalid_request"],
    ["side=input", 400, "invalid_request"],
    ["limit=1001", 400, "invalid_request"],
    ["after=x", 400, "invalid_request"],
  ])("refuses %s", async (query, status, code) => {
    expect(refused(await get(`/v1/runs/${ids["fails"]}/trace?${query}`))).toMatchObject({ status, code });
  });
});

describe("events", () => {
  const eventsOf = (text: string) =>
    text
      .split("\n\n")
      .filter((frame) => frame !== "" && !frame.startsWith(":"))
      .map((frame) => {
        const [id, event, data] = frame.split("\n").map((line) => line.slice(line.indexOf(": ") + 2));
        return { id: Number(id), event, data: JSON.parse(data!) };
      });

  test("of an ended run come from the beginning, numbered, and end", async () => {
    const { headers, text } = await get(`/v1/runs/${ids["fails"]}/events`);
    expect(headers).toMatchObject({ "content-type": "text/event-stream; charset=utf-8", "x-accel-buffering": "no" });
    expect(headers["x-request-id"]).toMatch(/^req_/);
    const events = eventsOf(text);
    expect(events.map(({ id, event, data }) => [id, event, data.seq, data.kind, data.path])).toEqual([
      [0, "started", 0, "started", "node_1"],
      [1, "completed", 1, "completed", "node_1"],
      [2, "started", 2, "started", "node_2"],
      [3, "failed", 3, "failed", "node_2"],
      [4, "ended", 4, "ended", "node_2"],
    ]);
    expect(events[1]!.data).toMatchObject({ usage: USAGE, attempt: 1 });
    expect(events[4]!.data).toMatchObject({ status: "failed", code: "exception" });
  });

  test.each<[string, Record<string, string>, number[]]>([
    ["?starting_after=2", {}, [3, 4]],
    ["?starting_after=-1", {}, [0, 1, 2, 3, 4]],
    ["?starting_after=4", {}, []],
    ["?starting_after=99", {}, []],
    ["", { "last-event-id": "3" }, [4]],
    ["?starting_after=1", { "last-event-id": "3" }, [2, 3, 4]],
  ])("go on after a number: %s %j", async (query, headers, expected) => {
    const { text } = await bench.send(`/v1/runs/${ids["fails"]}/events${query}`, { headers });
    expect(eventsOf(text).map(({ id }) => id)).toEqual(expected);
  });

  test.each(["x", "", "-2", "1.5", "1&starting_after=2"])("refuse starting_after=%s", async (value) => {
    expect(refused(await get(`/v1/runs/${ids["fails"]}/events?starting_after=${value}`))).toMatchObject({
      status: 400,
      param: "starting_after",
    });
  });

  test("come while the run goes on, to everybody who listens", async () => {
    const { id, answer } = await running();
    const both = [get(`/v1/runs/${id}/events`), get(`/v1/runs/${id}/events?starting_after=0`)];
    await new Promise((resolve) => setTimeout(resolve, 30));
    replies(503, { error: { message: "busy" } })(upstream.calls[0]!, 1);
    const [all, later] = await Promise.all(both);
    expect(eventsOf(all!.text).map(({ event }) => event)).toEqual(["started", "failed", "ended"]);
    expect(eventsOf(later!.text).map(({ event }) => event)).toEqual(["failed", "ended"]);
    expect((await answer).status).toBe(500);
  });

  test("stop when nobody listens any more", async () => {
    const { id, answer } = await running();
    const controller = new AbortController();
    const heard = bench.send(`/v1/runs/${id}/events`, { signal: controller.signal });
    await new Promise((resolve) => setTimeout(resolve, 30));
    controller.abort();
    await expect(heard).rejects.toThrow("aborted");
    replies(400, "no")(upstream.calls[0]!, 1);
    expect((await answer).status).toBe(500);
  });
});

test("nothing here was the gateway's own fault", () => {
  expect(bench.reported).toEqual([]);
});
