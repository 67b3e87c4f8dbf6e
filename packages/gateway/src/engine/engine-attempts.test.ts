import { describe, expect, test } from "@jest/globals";
import { sleep, until } from "./fixtures/bench.ts";
import { answer, bench, start, USAGE } from "./fixtures/shared.ts";
import { bundle, model, parallel, program } from "./fixtures/workflows.ts";
import type { ModelOutcome } from "./types.ts";

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
    expect(made.engine.outcome(result.run.id)).toMatchObject({ usageIncomplete: true });
    await until(() => made.store.facts(made.store.runs().rows[0]!.no).at(-1)!.fact.kind === "settled");
    expect(await made.engine.result(result.run.id)).toMatchObject({ usage: USAGE, usageIncomplete: false });
    expect(made.engine.outcome(result.run.id)).toMatchObject({ usage: USAGE, usageIncomplete: false });
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
