import { afterEach, describe, expect, test } from "@jest/globals";
import type { Json, Node } from "@espalier/contract";
import { createBench, gate, sleep, until, type Bench, type BenchOptions } from "./fixtures/bench.ts";
import { bundle, forEach, model, parallel, PREVIOUS, program, sequence, when } from "./fixtures/workflows.ts";
import type { ModelOutcome } from "./types.ts";

const benches: Bench[] = [];

afterEach(async () => {
  for (const bench of benches.splice(0)) await bench.close();
});

async function bench(options: BenchOptions = {}): Promise<Bench> {
  const made = await createBench({ ...options, programs: { ...PROGRAMS, ...options.programs } });
  benches.push(made);
  return made;
}

const text = { text: { source: "messages" } } as const;
const PROGRAMS = {
  list: () => [3, 1, 2],
  none: () => [],
  double: ({ value }: { value: number }) => value * 2,
  same: ({ value }: { value: Json }) => value,
  isOdd: ({ value }: { value: number }) => value % 2 === 1,
  name: ({ value }: { value: number }) => `odd ${value}`,
};
const start = program("list", { inputs: text });

function answer(content: string, more: Partial<ModelOutcome & { ok: true }> = {}): ModelOutcome {
  return { ok: true, content, finishReason: "stop", ...more };
}

const USAGE = { prompt_tokens: 10, completion_tokens: 2, total_tokens: 12 };

describe("results", () => {
  test("a loop's list is in input order, though its first item is the slowest", async () => {
    const { value } = await bench({
      programs: { slow: async ({ value: n }) => sleep(n * 10).then(() => n * 10) },
    });
    expect(await value(bundle([start, forEach([program("slow")])]))).toEqual([30, 10, 20]);
  });

  test("a parallel's object is in authoring order, though its first branch is the slowest", async () => {
    const { run } = await bench({ programs: { slow: () => sleep(30).then(() => "slow") } });
    const branches = {
      zebra: [program("slow", { inputs: {} })],
      apple: [program("same", { inputs: { value: { source: "literal", value: 1 } } })],
    };
    const { output } = await run(bundle([parallel(branches)]));
    expect(output).toBe('{"zebra":"slow","apple":1}');
  });

  test("an empty list gives [] and the workflow goes on", async () => {
    const { run, calls } = await bench();
    const nodes = [program("none", { inputs: text }), forEach([program("double")]), program("same")];
    expect((await run(bundle(nodes))).output).toBe("[]");
    expect(calls).toEqual(["none", "same"]);
  });

  test("an if's exit starts with the value that its condition saw", async () => {
    const { value } = await bench();
    const nodes = [start, forEach([when("isOdd", [program("name")], [program("double"), program("double")])])];
    expect(await value(bundle(nodes))).toEqual(["odd 3", "odd 1", 8]);
  });

  test("sixteen nested composites", async () => {
    let inner: Node = program("double");
    for (let depth = 0; depth < 15; depth++) inner = depth % 2 === 0 ? sequence(inner) : parallel({ only: [inner] });
    const { value, calls } = await bench();
    const result = JSON.stringify(await value(bundle([start, forEach([inner])])));
    const open = '{"only":'.repeat(7);
    expect(result).toBe(`[${[6, 2, 4].map((each) => `${open}${each}${"}".repeat(7)}`).join()}]`);
    expect(calls).toHaveLength(4);
  });

  test("a value goes on as the text that it was", async () => {
    const { engine, store } = await bench();
    expect(engine.status().accepting).toBe(true);
    const other = await createBench({ store, programs: {}, model: () => answer('{"b" : 1, "a":[ 1.50 ]}') });
    const { output } = await other.run(bundle([model([{ binding: { source: "messages" } }], { response: {} })]));
    expect(output).toBe('{"b":1,"a":[1.5]}');
    await other.engine.close({ graceMs: 0 });
  });
});

describe("bindings", () => {
  const pairs = {
    pairs: () => [
      { id: "a", lines: [1, 2] },
      { id: "b", lines: [] },
      { id: "c", lines: [3] },
    ],
    label: ({ line, id }: { line: number; id: string }) => `${id}${line}`,
  };

  test("previous and item with paths, through nested loops and back", async () => {
    const { value } = await bench({ programs: { ...pairs, both: ({ value: list, id }) => ({ id, list }) } });
    const inner = forEach([program("same"), program("double", { inputs: { value: { source: "item" } } })], {
      items: { source: "previous", path: ["lines"] },
    });
    const after = program("both", { inputs: { value: PREVIOUS, id: { source: "item", path: ["id"] } } });
    const nodes = [program("pairs", { inputs: text }), forEach([inner, after])];
    expect(await value(bundle(nodes))).toEqual([
      { id: "a", list: [2, 4] },
      { id: "b", list: [] },
      { id: "c", list: [6] },
    ]);
  });

  test("a nested loop's items come from the scope around it", async () => {
    const { value } = await bench({ programs: { ...pairs } });
    const inner = forEach([program("same")], { items: { source: "item", path: ["lines"] } });
    const nodes = [program("pairs", { inputs: text }), forEach([program("same"), inner])];
    expect(await value(bundle(nodes))).toEqual([[1, 2], [], [3]]);
  });

  test("messages as a value have role and text only; literals come as they are", async () => {
    const { engine, publish } = await bench({ programs: { both: (args) => args } });
    const inputs = { seen: { source: "messages" }, fixed: { source: "literal", value: { x: [null] } } } as const;
    await publish(bundle([program("both", { inputs })]));
    const messages = [
      { role: "system", content: "be brief", name: "x" },
      {
        role: "user",
        content: [
          { type: "text", text: "one " },
          { type: "image_url", image_url: { url: "u" } },
          { type: "text", text: "two" },
        ],
      },
      { role: "assistant", content: null },
    ];
    const { done } = await engine.start({ workflow: "test", messages });
    expect(JSON.parse((await done).output!)).toEqual({
      seen: [
        { role: "system", content: "be brief" },
        { role: "user", content: "one two" },
        { role: "assistant", content: "" },
      ],
      fixed: { x: [null] },
    });
  });

  test("prompts: messages untouched, strings as they are, other values as compact JSON", async () => {
    const { run, requests } = await bench({
      model: () => answer("done"),
      programs: { object: () => ({ n: 1, s: "é" }) },
    });
    const nodes = [
      program("object", { inputs: text }),
      model([
        {
          role: "system",
          content: [
            { text: "Look at " },
            { binding: PREVIOUS },
            { text: " and " },
            { binding: { source: "previous", path: ["s"] } },
          ],
        },
        { binding: { source: "messages" } },
      ]),
    ];
    expect((await run(bundle(nodes))).output).toBe('"done"');
    expect(requests[0]).toMatchObject({
      model: "fast",
      path: "node_2",
      attempt: 1,
      params: {},
      responseSchema: undefined,
    });
    expect(requests[0]!.messages).toEqual([
      { role: "system", content: 'Look at {"n":1,"s":"é"} and é' },
      { role: "user", content: "hello" },
    ]);
  });
});

describe("limits", () => {
  const busy = { wait: ({ value }: { value: Json }) => sleep(3).then(() => value) };

  test("never more leaves at once than the run's limit, with loops nested in loops", async () => {
    const made = await bench({
      programs: {
        ...busy,
        grid: () => [
          [1, 2, 3, 4],
          [5, 6, 7, 8],
          [9, 10, 11, 12],
        ],
      },
      settings: { runLimit: 5, programs: 64 },
    });
    const inner = forEach([program("wait"), program("wait")], { max_concurrency: 4 });
    const nodes = [program("grid", { inputs: text }), forEach([inner], { max_concurrency: 4 })];
    expect(await made.value(bundle(nodes))).toEqual([
      [1, 2, 3, 4],
      [5, 6, 7, 8],
      [9, 10, 11, 12],
    ]);
    expect(made.mostActive()).toBe(5);
  });

  test("never more lanes than max_concurrency", async () => {
    const made = await bench({ programs: { ...busy, many: () => [...Array(12).keys()] }, settings: { programs: 64 } });
    await made.value(bundle([program("many", { inputs: text }), forEach([program("wait")], { max_concurrency: 3 })]));
    expect(made.mostActive()).toBe(3);
  });

  test("the gateway's slots are shared by runs, and a small run is not starved by a large one", async () => {
    const made = await bench({ programs: { ...busy, many: () => [...Array(60).keys()] }, settings: { programs: 2 } });
    const large = bundle([program("many", { inputs: text }), forEach([program("wait")], { max_concurrency: 16 })], {
      name: "large",
    });
    const small = bundle([start, forEach([program("wait")])], { name: "small" });
    await made.publish(large);
    await made.publish(small);
    const ended: string[] = [];
    const begin = async (workflow: string) => {
      const { done } = await made.engine.start({ workflow, messages: [] });
      return done.then(({ run }) => ended.push(run.name));
    };
    await Promise.all([begin("large"), sleep(20).then(() => begin("small"))]);
    expect(ended).toEqual(["small", "large"]);
    expect(made.mostActive()).toBe(2);
  });

  test.each<[string, Node[], object, string, string | undefined]>([
    [
      "not a list",
      [program("double", { inputs: { value: { source: "literal", value: 2 } } }), forEach([program("same")])],
      {},
      "not_a_list",
      "node_2",
    ],
    ["too many items", [start, forEach([program("same")], { max_items: 2 })], {}, "too_many_items", "node_2"],
    [
      "work budget",
      [start, forEach([program("same"), program("same")])],
      { budget: 7 },
      "work_budget_exceeded",
      "node_2",
    ],
    ["a leaf's output", [start], { maxLeafBytes: 6 }, "result_too_large", "node_1"],
    [
      "a program's input",
      [program("long", { inputs: text }), program("same")],
      { maxProgramInputBytes: 60 },
      "input_too_large",
      "node_2",
    ],
    [
      "a composed value",
      [start, forEach([start]), program("same")],
      { maxComposedBytes: 20 },
      "result_too_large",
      "node_4",
    ],
    ["the run's result", [start, forEach([start])], { maxComposedBytes: 20 }, "result_too_large", undefined],
    [
      "a missing field",
      [start, program("same", { inputs: { value: { source: "previous", path: ["x"] } } })],
      {},
      "input_invalid",
      "node_2",
    ],
    [
      "a prototype's field",
      [
        program("object", { inputs: text }),
        program("same", { inputs: { value: { source: "previous", path: ["toString"] } } }),
      ],
      {},
      "input_invalid",
      "node_2",
    ],
    ["an input's schema", [start, program("same", { schema: { type: "object" } })], {}, "input_invalid", "node_2"],
    [
      "an output's schema",
      [program("list", { inputs: text, returns: { type: "object" } })],
      {},
      "output_invalid",
      "node_1",
    ],
    [
      "a condition that is no boolean",
      [start, when("same", [program("same")], [program("same")])],
      {},
      "bad_result",
      "node_2",
    ],
  ])("%s", async (_, nodes, settings, code, path) => {
    const { run } = await bench({ programs: { object: () => ({}), long: () => "x".repeat(61) }, settings });
    expect(await run(bundle(nodes))).toMatchObject({
      status: "failed",
      output: undefined,
      error: { code, path, node: path },
    });
  });

  test("the workflow's own output schema is checked", async () => {
    const { run } = await bench();
    const result = await run(bundle([start], { output: { type: "string" } }));
    expect(result).toMatchObject({
      status: "failed",
      error: { code: "output_invalid", message: "is array, not string", path: undefined },
    });
    expect(result.run.status).toBe("failed");
  });

  test("a result that nests too deep for those who walk it", async () => {
    const deep = "[".repeat(300) + "]".repeat(300);
    const { run } = await bench({ model: () => answer(deep) });
    const nodes = [model([{ binding: { source: "messages" } }], { response: {} })];
    expect(await run(bundle(nodes))).toMatchObject({ error: { code: "output_invalid", path: "node_1" } });
  });
});

describe("attempts", () => {
  const messages = [{ binding: { source: "messages" } }] as const;

  test("retryable failures are repeated and their usage is counted", async () => {
    let calls = 0;
    const { run, engine } = await bench({
      model: () => {
        calls += 1;
        if (calls === 1) return { ok: false, code: "upstream_error", message: "503", retryable: true, usage: USAGE };
        return answer(calls === 2 ? "not json" : '{"x":1}', { usage: USAGE, model: "m-1" });
      },
    });
    const nodes = [model([...messages], { response: { type: "object" }, retry: { max_attempts: 3 } })];
    const result = await run(bundle(nodes));
    expect(result).toMatchObject({ status: "completed", output: '{"x":1}', usageIncomplete: false });
    expect(result.usage).toEqual({ prompt_tokens: 30, completion_tokens: 6, total_tokens: 36 });
    const [row] = engine.trace(result.run.id)!.rows;
    expect(row).toMatchObject({ path: "node_1", status: "completed", model: "m-1", usage: { total_tokens: 36 } });
    expect(row!.attempts.map(({ attempt, status, error }) => [attempt, status, error?.code])).toEqual([
      [1, "failed", "upstream_error"],
      [2, "failed", "output_invalid"],
      [3, "completed", undefined],
    ]);
  });

  test.each<[string, ModelOutcome, string]>([
    ["a refusal", answer("", { refusal: "no" }), "refused"],
    ["a cut structured answer", answer('{"x":', { finishReason: "length" }), "output_truncated"],
    [
      "a failure that says so",
      { ok: false, code: "upstream_error", message: "400", retryable: false },
      "upstream_error",
    ],
  ])("%s is not repeated", async (_, outcome, code) => {
    const { run, requests } = await bench({ model: () => outcome });
    const nodes = [model([...messages], { response: { type: "object" }, retry: { max_attempts: 3 } })];
    expect(await run(bundle(nodes))).toMatchObject({ status: "failed", error: { code } });
    expect(requests).toHaveLength(1);
  });

  test("of a program only a crash is repeated", async () => {
    let calls = 0;
    const fails = (code: string) => () => {
      calls += 1;
      throw { ok: false, code, message: "line 3", frames: [] };
    };
    const { run } = await bench({ programs: { crash: fails("crash"), exception: fails("exception") } });
    const retry = { max_attempts: 2 };
    expect(await run(bundle([program("crash", { inputs: {}, retry })]))).toMatchObject({ error: { code: "crash" } });
    expect(calls).toBe(2);
    expect(await run(bundle([program("exception", { inputs: {}, retry })]))).toMatchObject({
      error: { code: "exception", message: "line 3", path: "node_1" },
    });
    expect(calls).toBe(3);
  });

  test("a bug in a caller fails its leaf, not the gateway", async () => {
    const { run, value } = await bench({
      programs: {
        bug: () => {
          throw new TypeError("oops");
        },
      },
    });
    expect(await run(bundle([program("bug", { inputs: {} })]))).toMatchObject({
      error: { code: "internal_error", message: "oops" },
    });
    expect(await value(bundle([start]))).toEqual([3, 1, 2]);
  });

  test("a leaf stops at its timeout, the signal fires, and late usage is appended", async () => {
    let aborted = false;
    const made = await bench({
      model: (_, signal) =>
        new Promise((resolve) => {
          signal.addEventListener("abort", () => {
            aborted = true;
            setTimeout(() => resolve({ ok: false, code: "aborted", message: "", retryable: true, usage: USAGE }), 5);
          });
        }),
    });
    const nodes = [model([...messages], { timeout_seconds: 0.03, retry: { max_attempts: 5 } })];
    const result = await made.run(bundle(nodes));
    expect(result).toMatchObject({
      status: "failed",
      error: { code: "timeout", path: "node_1" },
      usageIncomplete: true,
    });
    expect(aborted).toBe(true);
    await until(() => made.store.facts(made.store.runs().rows[0]!.no).at(-1)!.fact.kind === "settled");
    expect(await made.engine.result(result.run.id)).toMatchObject({ usage: USAGE, usageIncomplete: false });
    expect(made.engine.status().freeCalls).toBe(64);
  });

  test("the run's deadline stops it and is named", async () => {
    const { run } = await bench({ programs: { wait: (_, signal) => sleep(5000, signal).then(() => 1) } });
    const result = await run(bundle([program("wait", { inputs: {} })], { deadline_seconds: 0.05 }));
    expect(result).toMatchObject({ status: "failed", error: { code: "run_deadline_exceeded" } });
  });

  test("siblings of a failed leaf are aborted and their slots come back", async () => {
    let aborted = 0;
    const { run, engine } = await bench({
      programs: {
        wait: (_, signal) =>
          sleep(5000, signal)
            .finally(() => (aborted += 1))
            .then(() => 1),
        fail: () =>
          sleep(10).then(() => {
            throw { ok: false, code: "exception", message: "no" };
          }),
      },
      settings: { programs: 3 },
    });
    const branches = {
      a: [program("wait", { inputs: {} })],
      b: [program("fail", { inputs: {} })],
      c: [program("wait", { inputs: {} })],
    };
    const { run: summary } = await run(bundle([parallel(branches)]));
    await until(() => aborted === 2);
    await until(() => engine.status().freePrograms === 3);
    expect(engine.trace(summary.id)!.rows.map(({ path, status }) => [path, status])).toEqual([
      ["node_1", "failed"],
      ["node_1[a]/node_2", "cancelled"],
      ["node_1[b]/node_3", "failed"],
      ["node_1[c]/node_4", "cancelled"],
    ]);
  });
});

describe("cancel", () => {
  test("stops what runs at once and is reported as cancelled", async () => {
    let aborted = false;
    const { engine, publish } = await bench({
      programs: {
        wait: (_, signal) =>
          sleep(5000, signal)
            .finally(() => (aborted = true))
            .then(() => 1),
      },
    });
    await publish(bundle([program("wait", { inputs: {} })]));
    const { runId, done } = await engine.start({ workflow: "test", messages: [] });
    await until(() => engine.trace(runId)!.rows.length === 1);
    expect(await engine.cancel(runId)).toMatchObject({ id: runId, status: "cancelled", code: "run_cancelled" });
    expect(await done).toMatchObject({ status: "cancelled", error: { code: "run_cancelled", path: undefined } });
    await until(() => aborted);
    expect(await engine.cancel(runId)).toMatchObject({ status: "cancelled" });
    expect(await engine.cancel("run_nothing")).toBeUndefined();
  });

  test("no attempt follows a cancel during a backoff", async () => {
    const { engine, publish, calls } = await bench({
      programs: {
        crash: () => {
          throw { ok: false, code: "crash", message: "" };
        },
      },
    });
    await publish(
      bundle([program("crash", { inputs: {}, retry: { max_attempts: 9, initial_backoff_seconds: 0.05 } })]),
    );
    const { runId } = await engine.start({ workflow: "test", messages: [] });
    await until(() => calls.length === 1);
    await engine.cancel(runId);
    await sleep(80);
    expect(calls).toHaveLength(1);
  });
});

describe("admission", () => {
  test.each([
    [{ workflow: "nothing" }, "workflow_not_found", 'There is no workflow "nothing".'],
    [{ workflow: "test", version: 4 }, "version_not_found", 'Workflow "test" has no version 4.'],
  ])("%j is refused", async (request, code, message) => {
    const { engine, publish } = await bench();
    await publish(bundle([start]));
    await expect(engine.start({ ...request, messages: [] })).rejects.toMatchObject({
      name: "AdmissionError",
      code,
      message,
    });
    expect(engine.runs().rows).toEqual([]);
  });

  test("a run keeps its version when another is published meanwhile", async () => {
    const opened = gate();
    const { engine, publish } = await bench({
      programs: { wait: () => opened.opened.then(() => "first"), second: () => "second" },
    });
    await publish(bundle([program("wait", { inputs: {} })]));
    const first = await engine.start({ workflow: "test", messages: [] });
    await publish(bundle([program("second", { inputs: {} })]));
    const second = await engine.start({ workflow: "test", messages: [] });
    opened.open();
    expect([first.version, second.version]).toEqual([1, 2]);
    expect([(await first.done).output, (await second.done).output]).toEqual(['"first"', '"second"']);
  });

  test("one idempotency key is one run, at once and afterwards", async () => {
    const { engine, publish, calls } = await bench();
    await publish(bundle([start]));
    const request = { workflow: "test", messages: [], idempotency: { key: "k", bodyHash: "h" } };
    const [one, two] = await Promise.all([engine.start(request), engine.start(request)]);
    expect([one.replayed, two.replayed, one.runId === two.runId]).toEqual([false, true, true]);
    await one.done;
    const three = await engine.start(request);
    expect(await three.done).toEqual(await two.done);
    expect(three.replayed).toBe(true);
    expect(calls).toEqual(["list"]);
    const other = { ...request, idempotency: { key: "k", bodyHash: "other" } };
    await expect(engine.start(other)).rejects.toMatchObject({ code: "idempotency_key_reused" });
  });
});

describe("events and values", () => {
  test("a subscriber gets what was stored before and what comes, each once, in order", async () => {
    const opened = gate();
    const { engine, publish } = await bench({ programs: { wait: () => opened.opened.then(() => [1, 2]) } });
    await publish(bundle([program("wait", { inputs: {} }), forEach([program("same")])]));
    const { runId, done } = await engine.start({ workflow: "test", messages: [] });
    await until(() => engine.trace(runId)!.rows.length === 1);
    const seen: string[] = [];
    engine.subscribe(runId, -1, ({ seq, kind, path }) => seen.push(`${seq} ${kind} ${path}`));
    opened.open();
    await done;
    expect(seen).toEqual([
      "0 started node_1",
      "1 completed node_1",
      "2 frozen node_2",
      "3 started node_2[0]/node_3",
      "4 started node_2[1]/node_3",
      "5 completed node_2[0]/node_3",
      "6 completed node_2[1]/node_3",
      "7 ended undefined",
    ]);
    const rest: number[] = [];
    engine.subscribe(runId, 4, ({ seq }) => rest.push(seq));
    expect(rest).toEqual([5, 6, 7]);
    expect(engine.subscribe("run_nothing", -1, () => undefined)).toBeUndefined();
  });

  test("full inputs and outputs by path", async () => {
    const { engine, run } = await bench();
    const { run: summary } = await run(bundle([start, forEach([program("double")])]));
    const value = (path: string, side: "input" | "output") => engine.value(summary.id, path, side);
    expect(value("node_1", "output")).toBe("[3,1,2]");
    expect(value("node_2", "input")).toBe("[3,1,2]");
    expect(value("node_2", "output")).toBe("[6,2,4]");
    expect(value("node_2[1]/node_3", "input")).toBe('{"value":1}');
    expect(value("node_2[1]/node_3", "output")).toBe("2");
    expect(value("node_2[3]/node_3", "output")).toBeUndefined();
    expect(value("node_9", "output")).toBeUndefined();
    expect(value("", "input")).toBe('[{"role":"user","content":"hello"}]');
  });

  test("the trace has every occurrence, what was not taken as skipped, by page", async () => {
    const { engine, run } = await bench();
    const nodes = [
      start,
      forEach([when("isOdd", [program("name")], [sequence(program("double")), program("double")])]),
    ];
    const { run: summary } = await run(bundle(nodes));
    const rows = engine.trace(summary.id)!.rows;
    expect(rows.map(({ path, status }) => `${path} ${status}`)).toEqual([
      "node_1 completed",
      "node_2 completed",
      "node_2[0]/node_3 completed",
      "node_2[0]/node_3[then]/node_4 completed",
      "node_2[0]/node_3[otherwise]/node_5 skipped",
      "node_2[0]/node_3[otherwise]/node_7 skipped",
      "node_2[1]/node_3 completed",
      "node_2[1]/node_3[then]/node_4 completed",
      "node_2[1]/node_3[otherwise]/node_5 skipped",
      "node_2[1]/node_3[otherwise]/node_7 skipped",
      "node_2[2]/node_3 completed",
      "node_2[2]/node_3[then]/node_4 skipped",
      "node_2[2]/node_3[otherwise]/node_5 completed",
      "node_2[2]/node_3[otherwise]/node_5/node_6 completed",
      "node_2[2]/node_3[otherwise]/node_7 completed",
    ]);
    expect(rows[1]).toMatchObject({ kind: "for_each", count: 3, parent: undefined, usage: undefined, attempts: [] });
    expect(rows[3]).toMatchObject({
      parent: "node_2[0]/node_3",
      exit: "then",
      item: undefined,
      outputPreview: '"odd 3"',
    });
    expect(rows[10]).toMatchObject({ parent: "node_2", item: 2, taken: "otherwise", kind: "if" });
    const first = engine.trace(summary.id, { limit: 10 })!;
    const second = engine.trace(summary.id, { limit: 10, after: first.next! })!;
    expect([...first.rows, ...second.rows]).toEqual(rows);
    expect(second.next).toBeUndefined();
  });
});
