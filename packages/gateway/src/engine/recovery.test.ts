import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "@jest/globals";
import { canonicalJson, digest, type Json } from "@espalier/contract";
import { StoreError, openStore, type Store } from "../store/index.ts";
import { createBench, gate, sleep, until, type Bench, type BenchOptions } from "./fixtures/bench.ts";
import { answer } from "./fixtures/shared.ts";
import { bundle, forEach, model, PREVIOUS, program, when } from "./fixtures/workflows.ts";

const directories: string[] = [];
const benches: Bench[] = [];

afterEach(async () => {
  for (const bench of benches.splice(0)) await bench.close();
  for (const directory of directories.splice(0)) rmSync(directory, { recursive: true, force: true });
});

function temporaryDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), "espalier-engine-"));
  directories.push(directory);
  return directory;
}

async function bench(options: BenchOptions): Promise<Bench> {
  const made = await createBench(options);
  benches.push(made);
  return made;
}

const text = { text: { source: "messages" } } as const;
const many = [...Array(12).keys()];

/** A list, then for each number: a program, a condition, and one of two exits; then one program over the result. */
const workflow = bundle([
  program("list", { inputs: text }),
  forEach([program("square"), when("isEven", [program("half")], [program("label"), program("same")])], {
    max_concurrency: 3,
  }),
  program("wrap", { inputs: { list: PREVIOUS } }),
]);

const PROGRAMS = {
  list: () => many,
  square: ({ value }: { value: number }) => value * value,
  isEven: ({ value }: { value: number }) => value % 2 === 0,
  half: ({ value }: { value: number }) => value / 2,
  label: ({ value }: { value: number }) => `odd ${value}`,
  same: ({ value }: { value: Json }) => value,
  wrap: ({ list }: { list: Json }) => ({ list }),
};
const EXPECTED = { list: many.map((n) => (n % 2 === 0 ? (n * n) / 2 : `odd ${n * n}`)) };

describe("restart", () => {
  test("a stopped run goes on, nothing that was completed runs again, and the result is the same", async () => {
    const dataDirectory = temporaryDirectory();
    const calls: string[] = [];
    const spied = (stopAfter: number) =>
      Object.fromEntries(
        Object.entries(PROGRAMS).map(([name, body]) => [
          name,
          async (args: any, signal: AbortSignal) => {
            if (calls.length >= stopAfter) await sleep(60_000, signal);
            calls.push(`${name} ${JSON.stringify(args)}`);
            return body(args);
          },
        ]),
      );
    let id: string | undefined;
    for (const stopAfter of [0, 1, 4, 9, 15, 22, 30, 1000]) {
      const made = await createBench({ dataDirectory, programs: spied(stopAfter), settings: { maxInterruptions: 20 } });
      if (id === undefined) {
        await made.publish(workflow);
        id = (await made.engine.start({ workflow: "test", messages: [] })).runId;
      }
      if (stopAfter < 1000) await until(() => calls.length >= stopAfter && made.calls.length > 0);
      else expect(JSON.parse((await made.engine.result(id)!).output!)).toEqual(EXPECTED);
      await made.close();
    }
    expect(new Set(calls).size).toBe(calls.length);
    expect(calls).toHaveLength(1 + 12 * 3 + 6 + 1);
  });

  test("outcomes that come while it closes are kept; those that do not are interrupted", async () => {
    const dataDirectory = temporaryDirectory();
    const slow = bundle([program("quick", { inputs: {} }), program("slow", { inputs: {} })]);
    const first = await createBench({
      dataDirectory,
      programs: { quick: () => sleep(40).then(() => 1), slow: () => 2 },
    });
    await first.publish(slow);
    const { runId, done } = await first.engine.start({ workflow: "test", messages: [] });
    await until(() => first.calls.length === 1);
    const closing = first.engine.close({ graceMs: 2000 });
    expect(first.engine.status().accepting).toBe(false);
    await expect(first.engine.start({ workflow: "test", messages: [] })).rejects.toMatchObject({
      code: "unavailable",
      retryable: true,
    });
    await closing;
    await expect(done).rejects.toMatchObject({ name: "EngineClosedError", runId });
    expect(first.calls).toEqual(["quick"]); // no new slot while it closes
    expect(first.engine.trace(runId)!.rows).toMatchObject([{ path: "node_1", status: "completed" }]);
    await first.store.close();

    const second = await bench({ dataDirectory, programs: { slow: () => 2 } });
    expect((await second.engine.result(runId)!).output).toBe("2");
    expect(second.calls).toEqual(["slow"]);
  });

  test("a cut attempt keeps its number and deadline and is shown; the third cut fails the leaf", async () => {
    const dataDirectory = temporaryDirectory();
    let id = "";
    for (let life = 1; life <= 3; life++) {
      const made = await createBench({
        dataDirectory,
        model: (_, signal) => sleep(60_000, signal).then(() => answer("")),
      });
      if (life === 1) {
        await made.publish(bundle([model([{ binding: { source: "messages" } }])]));
        id = (await made.engine.start({ workflow: "test", messages: [] })).runId;
      }
      await until(() => made.requests.length === 1);
      expect(made.requests[0]!.attempt).toBe(1);
      await made.close();
    }
    const last = await bench({ dataDirectory });
    const result = await last.engine.result(id)!;
    expect(result).toMatchObject({
      status: "failed",
      error: { code: "interrupted", path: "node_1" },
      usageIncomplete: true,
    });
    expect(last.engine.trace(id)!.rows[0]!.attempts.map(({ attempt, status }) => [attempt, status])).toEqual([
      [1, "interrupted"],
      [1, "interrupted"],
      [1, "failed"],
    ]);
  });

  test("a run that was admitted and never begun runs", async () => {
    const dataDirectory = temporaryDirectory();
    const store = await openStore({ dataDirectory });
    const one = bundle([program("same", { inputs: { value: { source: "literal", value: 7 } } })]);
    await store.register({ name: "test", digest: digest(one), bundle: canonicalJson(one), at: 1 });
    const settings = { runLimit: 1, budget: 10, leafTimeoutMs: 1000, maxInterruptions: 3 };
    const admission = {
      id: "run_x",
      workflow: "test",
      version: 1,
      allowUnpublished: true,
      at: Date.now(),
      deadlineMs: 60_000,
      settings,
      keyNo: 0,
      idempotency: undefined,
      input: "[]",
    };
    await store.commit({ admissions: [admission], facts: [] });
    const made = await bench({ store, programs: PROGRAMS });
    expect((await made.engine.result("run_x")!).output).toBe("7");
  });

  test("a long output is read from the store when it is bound", async () => {
    const dataDirectory = temporaryDirectory();
    const opened = gate();
    const long = "x".repeat(200_000);
    const programs = {
      long: () => long,
      wait: () => opened.opened.then(() => 1),
      size: ({ value }: { value: string }) => value.length,
    };
    const made = await bench({ dataDirectory, programs });
    const nodes = [program("long", { inputs: {} }), program("size"), program("wait", { inputs: {} })];
    await made.publish(bundle(nodes));
    const { runId, done } = await made.engine.start({ workflow: "test", messages: [] });
    opened.open();
    await done;
    expect(made.engine.value(runId, "node_2", "output")).toBe("200000");
    expect(made.engine.value(runId, "node_1", "output")).toHaveLength(200_002);
    expect(made.engine.trace(runId)!.rows[0]!.outputPreview).toHaveLength(1024);
  });
});

describe("a store that refuses", () => {
  /** A store whose commits fail as told, and then work. */
  async function refusing(error: StoreError, times: number): Promise<{ store: Store; refused: () => number }> {
    const store = await openStore();
    let refused = 0;
    const commit: Store["commit"] = async (batch) => {
      if (batch.facts.length > 0 && refused < times) {
        refused += 1;
        throw error;
      }
      return store.commit(batch);
    };
    return { store: { ...store, commit }, refused: () => refused };
  }

  test("a full disk: the same batch is tried again, and meanwhile nothing new is taken", async () => {
    const { store, refused } = await refusing(new StoreError("SQLITE_FULL", "full"), 2);
    const said: unknown[] = [];
    const onTrouble = (trouble: Error | undefined) => said.push(trouble?.message);
    const made = await bench({ store, programs: PROGRAMS, onTrouble });
    await made.publish(workflow);
    const { done } = await made.engine.start({ workflow: "test", messages: [] });
    await until(() => refused() > 0 && made.engine.status().problem !== undefined);
    expect(made.calls).toEqual([]);
    await expect(made.engine.start({ workflow: "test", messages: [] })).rejects.toMatchObject({ code: "unavailable" });
    expect(JSON.parse((await done).output!)).toEqual(EXPECTED);
    expect(made.engine.status()).toMatchObject({ problem: undefined, accepting: true, activeRuns: 0 });
    expect(said).toEqual(["SQLITE_FULL: full", undefined]);
  });

  test("an I/O error is fatal and said so once", async () => {
    const errors: Error[] = [];
    const { store } = await refusing(new StoreError("SQLITE_IOERR", "broken"), 1);
    const made = await bench({ store, programs: PROGRAMS, onFatal: (error) => errors.push(error) });
    await made.publish(workflow);
    const { done } = await made.engine.start({ workflow: "test", messages: [] });
    await expect(done).rejects.toThrow("SQLITE_IOERR");
    expect(errors).toHaveLength(1);
    expect(made.engine.status()).toMatchObject({ problem: errors[0], accepting: false });
    await expect(made.engine.start({ workflow: "test", messages: [] })).rejects.toMatchObject({ code: "unavailable" });
    expect(made.calls).toEqual([]);
  });

  test("a store that fails for good stays so, though a commit that was under way succeeds", async () => {
    const store = await openStore();
    let fail = (_error: Error): void => undefined;
    const failed = new Promise<Error>((resolve) => (fail = resolve));
    let committing = (): void => undefined;
    const asked = new Promise<void>((resolve) => (committing = resolve));
    let goOn = (): void => undefined;
    const held = new Promise<void>((resolve) => (goOn = resolve));
    const commit: Store["commit"] = async (batch) => {
      committing();
      await held;
      return store.commit(batch);
    };
    const made = await bench({ store: { ...store, commit, failed }, programs: PROGRAMS });
    await made.publish(workflow);
    const refused = expect(made.engine.start({ workflow: "test", messages: [] })).rejects.toThrow();
    await asked;
    const error = new StoreError("SQLITE_IOERR", "broken");
    fail(error);
    await until(() => made.engine.status().problem === error);
    goOn();
    await refused;
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(made.engine.status()).toMatchObject({ problem: error, accepting: false });
  });

  test("an I/O error while a run is admitted: the request is refused, it does not wait for ever", async () => {
    const store = await openStore();
    const commit = () => Promise.reject(new StoreError("SQLITE_IOERR", "broken"));
    const errors: Error[] = [];
    const made = await bench({
      store: { ...store, commit },
      programs: PROGRAMS,
      onFatal: (error) => errors.push(error),
    });
    await made.publish(workflow);
    await expect(made.engine.start({ workflow: "test", messages: [] })).rejects.toMatchObject({ code: "unavailable" });
    expect(errors).toHaveLength(1);
  });
});
