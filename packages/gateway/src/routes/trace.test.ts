import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { TraceRow } from "@espalier/client";
import type { JsonSchema, Node, Retry } from "@espalier/contract";
import { ask, script } from "../fixtures/bundles.ts";
import { branches, choice, flow, loop, steps } from "../fixtures/containers.ts";
import { send } from "../fixtures/http.ts";
import { refused, startGateway, type TestGateway } from "../fixtures/gateway.ts";
import { until } from "../fixtures/until.ts";
import { completes, hangs, replies, startUpstream, USAGE, type TestUpstream } from "../fixtures/upstream.ts";

let bench: TestGateway;
let upstream: TestUpstream;

beforeAll(async () => {
  upstream = await startUpstream();
  const m = { baseUrl: upstream.baseUrl, prices: { input: 2, output: 10 } };
  const config = { models: { m, fake: { provider: "sample" } } };
  bench = await startGateway({ config });
});
afterAll(async () => {
  await bench.close();
  await upstream.close();
});

/** What one answer of the upstream costs. */
const COST = (USAGE.prompt_tokens * 2 + USAGE.completion_tokens * 10) / 1_000_000;
const RETRY: Retry = { max_attempts: 3, initial_backoff_seconds: 0.01, backoff_multiplier: 1, max_backoff_seconds: 1 };

async function install(name: string, nodes: Node[]): Promise<void> {
  await bench.install(flow(name, nodes));
}

/** Runs a workflow to its end. */
async function run(name: string, nodes: Node[], content?: string): Promise<string> {
  await install(name, nodes);
  return String((await bench.chat(`workflow/${name}`, content)).headers["x-run-id"]);
}

/** Begins a run that will not end by itself. */
async function begin(name: string, nodes: Node[]): Promise<string> {
  await install(name, nodes);
  void bench.chat(`workflow/${name}`, "hello", { headers: { "idempotency-key": name } });
  const runs = async () => (await bench.send(`/v1/runs?workflow=${name}`)).body.data;
  await until(async () => (await runs()).length === 1);
  return (await runs())[0].id;
}

async function page(id: string, query = ""): Promise<{ data: TraceRow[]; next: string | null; has_more: boolean }> {
  return (await bench.send(`/v1/runs/${id}/trace?${query}`)).body;
}

/** The whole trace, in pages. */
async function trace(id: string, limit = 1000, query = ""): Promise<TraceRow[]> {
  const rows: TraceRow[] = [];
  for (let after = ""; ;) {
    const { data, next, has_more } = await page(id, `limit=${limit}${after}${query}`);
    rows.push(...data);
    expect(has_more).toBe(next !== null);
    if (next === null) return rows;
    expect(data).toHaveLength(limit);
    after = `&after=${next}`;
  }
}

/** Rows as `path status`. */
const states = (rows: readonly TraceRow[]) => rows.map(({ path, status }) => `${path} ${status}`);

/** A program on what comes before. */
const more = (body: string) => script(`return ${body}`, { from: "previous" }) as Extract<Node, { type: "javascript" }>;
/** A list to begin with. */
const list = (text: string, items: JsonSchema = {}) => script(`return ${text}`, { returns: { type: "array", items } });

describe("where a row stands", () => {
  test("is told apart in loops in loops, and where one definition is used twice", async () => {
    const lists = list("[[1, 2], [3]]", { type: "array", items: {} });
    const inner = loop([more("input + 1"), more("input + 1")], { from: "item", most: 9 });
    const id = await run("nested", [lists, loop([inner])]);
    const rows = await trace(id);
    expect(rows.map(({ path, parent, item, output_preview }) => [path, parent, item, output_preview])).toEqual([
      ["node_1", null, null, "[[1,2],[3]]"],
      ["node_2", null, null, "[[3,4],[5]]"],
      ["node_2[0]/node_3", "node_2", 0, "[3,4]"],
      ["node_2[0]/node_3[0]/node_4", "node_2[0]/node_3", 0, "2"],
      ["node_2[0]/node_3[0]/node_5", "node_2[0]/node_3", 0, "3"],
      ["node_2[0]/node_3[1]/node_4", "node_2[0]/node_3", 1, "3"],
      ["node_2[0]/node_3[1]/node_5", "node_2[0]/node_3", 1, "4"],
      ["node_2[1]/node_3", "node_2", 1, "[5]"],
      ["node_2[1]/node_3[0]/node_4", "node_2[1]/node_3", 0, "4"],
      ["node_2[1]/node_3[0]/node_5", "node_2[1]/node_3", 0, "5"],
    ]);
    expect(rows.map(({ input_preview }) => input_preview)).toEqual([
      '{"input":[{"role":"user","content":"hello"}]}',
      "[[1,2],[3]]",
      "[1,2]",
      '{"input":1}',
      '{"input":2}',
      '{"input":2}',
      '{"input":3}',
      "[3]",
      '{"input":3}',
      '{"input":4}',
    ]);
    expect(rows.filter(({ items }) => items !== null).map(({ items }) => items)).toEqual([2, 2, 1]);
  });

  test("is its branch or exit, and what was not taken is skipped", async () => {
    const odd = choice("input % 2 === 1", [more("'odd'")], [steps(more("'even'"))]);
    const nodes = [script("return 3"), branches({ risk: [odd], sum: [more("input")] })];
    const rows = await trace(await run("branches", nodes));
    expect(rows.map(({ path, branch, status, taken }) => [path, branch, status, taken])).toEqual([
      ["node_1", null, "completed", null],
      ["node_2", null, "completed", null],
      ["node_2[risk]/node_3", "risk", "completed", "then"],
      ["node_2[risk]/node_3[then]/node_4", "then", "completed", null],
      ["node_2[risk]/node_3[otherwise]/node_5", "otherwise", "skipped", null],
      ["node_2[sum]/node_7", "sum", "completed", null],
    ]);
    expect(rows[1]!.output_preview).toBe('{"risk":"odd","sum":3}');
    expect(rows[4]).toMatchObject({
      started_at: null,
      ended_at: null,
      attempts: [],
      inside: null,
      input_preview: null,
      output_preview: null,
    });
  });
});

describe("what was spent", () => {
  const TEXT_OBJECT = { type: "object", properties: { t: { type: "string" } }, required: ["t"] } as const;

  test("stands with each attempt, with its error and wait, once in all rows, and as a sum with containers", async () => {
    upstream.answer((call, count) => {
      const answer = [
        replies(503, { error: { message: "busy" } }, { "retry-after-ms": "30" }),
        completes("no JSON"),
        completes('{"t":"x"}'),
      ][count - 1];
      (answer ?? completes("hi"))(call, count);
    });
    const asks = ask("m", { schema: TEXT_OBJECT, retry: RETRY });
    const id = await run("spent", [steps(branches({ a: [asks], b: [script("return 1")] }), ask("m"))]);
    const rows = await trace(id);
    const [whole, both, first, , last] = rows;
    expect(first!.attempts).toMatchObject([
      { attempt: 1, status: "failed", error: { code: "upstream_error" }, usage: null, cost: null },
      { attempt: 2, status: "failed", error: { code: "output_invalid" }, usage: USAGE, cost: COST },
      { attempt: 3, status: "completed", error: null, retry_at: null, usage: USAGE, cost: COST },
    ]);
    const [busy] = first!.attempts;
    expect(busy!.retry_at! - busy!.ended_at!).toBeGreaterThanOrEqual(30);
    expect(first!.attempts[1]!.started_at).toBeGreaterThanOrEqual(busy!.retry_at!);
    expect(first).toMatchObject({ model: "up-2025", usage: { total_tokens: 30 }, cost: 2 * COST, inside: null });
    expect(last).toMatchObject({ usage: USAGE, cost: COST });
    expect(both).toMatchObject({ usage: null, cost: null, inside: { usage: { total_tokens: 30 }, cost: 2 * COST } });
    expect(whole).toMatchObject({ usage: null, cost: null, inside: { usage: { total_tokens: 45 }, cost: 3 * COST } });

    const told = (await bench.send(`/v1/runs/${id}`)).body;
    expect(told).toMatchObject({ usage: { total_tokens: 45 }, cost: 3 * COST });
    const sum = (of: (row: TraceRow) => number | undefined) => rows.reduce((total, row) => total + (of(row) ?? 0), 0);
    expect(sum(({ usage }) => usage?.total_tokens)).toBe(45);
    expect(sum(({ cost }) => cost ?? 0)).toBeCloseTo(told.cost, 12);
  });

  test("is nothing where no model was asked", async () => {
    const [row] = await trace(await run("free", [steps(script("return 1"))]));
    expect(row).toMatchObject({ usage: null, cost: null, inside: { usage: null, cost: null } });
  });
});

describe("how far a run is", () => {
  const waits = () => [list("[1, 2]"), loop([ask("m", { retry: RETRY }), more("1")]), more("input")];

  test("while it goes on, while it waits, and after a cancel", async () => {
    upstream.answer((call, count) => {
      const answer = count === 2 ? replies(503, "busy", { "retry-after-ms": "20000" }) : hangs;
      answer(call, count);
    });
    const id = await begin("waits", waits());
    await until(async () => (await trace(id)).some(({ attempts }) => attempts[0]?.status === "failed"));
    const going = await trace(id);
    expect(states(going)).toEqual([
      "node_1 completed",
      "node_2 running",
      "node_2[0]/node_3 running",
      "node_2[1]/node_3 running",
    ]);
    const attempts = (rows: TraceRow[]) => rows.slice(2).map((row) => row.attempts.map(({ status }) => status));
    expect(attempts(going).flat().toSorted()).toEqual(["failed", "running"]);
    const waiting = going.find((row) => row.attempts[0]?.status === "failed")!;
    expect(waiting.attempts[0]!.retry_at! - waiting.attempts[0]!.ended_at!).toBeGreaterThanOrEqual(20_000);
    await bench.send(`/v1/runs/${id}/cancel`, { json: {} });
    const stopped = await trace(id);
    expect(states(stopped)).toEqual([
      "node_1 completed",
      "node_2 cancelled",
      "node_2[0]/node_3 cancelled",
      "node_2[1]/node_3 cancelled",
    ]);
    expect(attempts(stopped).flat().toSorted()).toEqual(["cancelled", "failed"]);
    const { ended_at } = (await bench.send(`/v1/runs/${id}`)).body;
    expect(stopped.slice(1).map((row) => row.ended_at)).toEqual([ended_at, ended_at, ended_at]);
    expect(await trace(id)).toEqual(stopped);
  });

  test("after a failure: what failed, what holds it, and what was stopped with it", async () => {
    upstream.answer((call, count) => {
      if (count === 2) replies(400, { error: { message: "no" } })(upstream.calls[0]!, 1);
    });
    const rows = await trace(await run("stops", waits()));
    expect(states(rows).slice(0, 2)).toEqual(["node_1 completed", "node_2 failed"]);
    expect(
      rows
        .slice(2)
        .map(({ status }) => status)
        .toSorted(),
    ).toEqual(["cancelled", "failed"]);
    const failed = rows.slice(2).find(({ status }) => status === "failed")!;
    expect(failed).toMatchObject({ error: { code: "upstream_error" }, attempts: [{ status: "failed" }] });
    expect(rows[1]).toMatchObject({ error: null, output_preview: null, input_preview: "[1,2]" });
  });

  test("an input that does not fit is there to look at", async () => {
    const picky = more("input");
    const parameters = [{ name: "input", schema: { type: "string" as const }, required: true }];
    const takesText: Node = { ...picky, program: { ...picky.program, parameters } };
    const id = await run("picky", [script("return { n: 1 }"), takesText]);
    const [, row] = await trace(id);
    expect(row).toMatchObject({
      status: "failed",
      error: { code: "input_invalid" },
      input_preview: '{"input":{"n":1}}',
    });
    expect((await bench.send(`/v1/runs/${id}/trace?path=node_2&side=input`)).body.value).toEqual({ input: { n: 1 } });
  });
});

describe("a part of the trace", () => {
  const nodes = [list("[1, 2, 3]"), loop([steps(more("input"), more("input"))])];

  test("is what is within a path, in pages too", async () => {
    const id = await run("parts", nodes);
    expect(states(await trace(id, 1000, "&within=node_2[1]/node_3"))).toEqual([
      "node_2[1]/node_3 completed",
      "node_2[1]/node_3/node_4 completed",
      "node_2[1]/node_3/node_5 completed",
    ]);
    const all = await trace(id);
    for (const limit of [1, 2, 3, 4]) {
      expect(await trace(id, limit)).toEqual(all);
      expect(await trace(id, limit, "&within=node_2")).toEqual(all.slice(1));
      expect(await trace(id, limit, "&within=")).toEqual(all);
    }
    expect((await page(id, "within=node_1&after=1")).data).toEqual([]);
    expect((await page(id, "within=node_2[77]/node_3")).data).toEqual([]); // a path that was not entered
  });

  test.each(["node_9", "node_2[100]/node_3", "node_1/node_2", "x"])("is not what is within %s", async (path) => {
    const id = await run("parts", nodes);
    expect(refused(await bench.send(`/v1/runs/${id}/trace?within=${path}`))).toEqual({
      status: 404,
      code: "path_not_found",
      param: null,
      message: `the workflow of ${id} has no path "${path}"`,
    });
  });
});

test("ten thousand leaves, read in pages while they run: no row twice, and none missing that was there", async () => {
  const leaves = 9_998; // the most that a workflow may hold
  const items = list(`Array.from({ length: ${leaves} }, (_, i) => i)`);
  const id = await begin("large", [items, loop([ask("fake")], { most: leaves, atOnce: 16 })]);
  /** Paths in pages of the longest kind. The document is held against smaller ones elsewhere. */
  const read = async (): Promise<string[]> => {
    const paths: string[] = [];
    for (let after = "0"; after !== "null";) {
      const { body } = await send(bench.url, `/v1/runs/${id}/trace?after=${after}`);
      paths.push(...body.data.map((row: TraceRow) => row.path));
      after = String(body.next);
    }
    return paths;
  };
  const readings = [await read()];
  while ((await bench.send(`/v1/runs/${id}`)).body.status === "running") {
    await new Promise((resolve) => setTimeout(resolve, 200)); // mostly, it is to run
    readings.push(await read());
  }
  readings.push(await read());
  expect(readings.length).toBeGreaterThan(2);
  for (const [index, paths] of readings.entries()) {
    const there = new Set(paths);
    expect(there.size).toBe(paths.length);
    expect(readings[index - 1]?.filter((path) => !there.has(path)) ?? []).toEqual([]);
  }
  const all = Array.from({ length: leaves }, (_, item) => `node_2[${item}]/node_3`);
  expect(readings.at(-1)).toEqual(["node_1", "node_2", ...all]);
  const { body: last } = await send(bench.url, `/v1/runs/${id}/trace?after=9000`);
  expect(last.data).toHaveLength(1000);
  expect(last.next).toBeNull();
});

test("nothing here was the gateway's own fault", () => {
  expect(bench.reported).toEqual([]);
});
