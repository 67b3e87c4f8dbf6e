import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, test } from "@jest/globals";
import { addFacts, admission, admit, open, register, startRun, temporaryDirectory } from "./fixtures/store.ts";
import { StoreError } from "./index.ts";

const DIST = new URL("../../dist/store/", import.meta.url);

/** A thread that writes as the real one does, after `before` has looked at each call. */
function threadThat(before: string): URL {
  const file = join(temporaryDirectory(), "thread.mjs");
  const code = `
    import { parentPort, workerData } from "node:worker_threads";
    import { openDatabase } from "${DIST.href}database.js";
    import { serveWrites } from "${DIST.href}serve-writes.js";
    import { StoreError } from "${DIST.href}errors.js";
    const sql = openDatabase(workerData);
    const sleep = (ms) => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
    let commits = 0;
    const slow = { ...sql, transaction(body) { commits += 1; ${before}; return sql.transaction(body); } };
    serveWrites(parentPort, slow);`;
  writeFileSync(file, code);
  return pathToFileURL(file);
}

describe("the thread that writes", () => {
  test("a slow disk does not stop the event loop", async () => {
    const store = await open(temporaryDirectory(), { threadFile: threadThat("sleep(400)") });
    let turns = 0;
    const turn = setInterval(() => (turns += 1), 1);
    await register(store, "a");
    clearInterval(turn);
    // 400 ms are 400 turns; on the loop's own thread they would be none.
    expect(turns).toBeGreaterThan(20);
  });

  test("writes are carried out in the order of their calls, and read as soon as they are told", async () => {
    const store = await open(temporaryDirectory());
    const order: string[] = [];
    const note = (name: string) => () => void order.push(name);
    await Promise.all([
      register(store, "a").then(note("register")),
      store.publish("a", undefined, 600).then(note("publish")),
      admit(store, { id: "run_1" }).then(({ ok }) => order.push(`admit ${ok}`, store.run("run_1")!.status)),
      store.unpublish("a").then(note("unpublish")),
      admit(store, { id: "run_2" }).then(({ ok }) => void order.push(`admit ${ok}`)),
    ]);
    expect(order).toEqual(["register", "publish", "admit true", "running", "unpublish", "admit false"]);
  });

  test("a batch is stored whole or not at all, and the refusal is a StoreError with its reason", async () => {
    const store = await open(temporaryDirectory());
    await register(store, "a");
    const runNo = await startRun(store, "run_1");
    await addFacts(store, runNo, 1);
    const fact = { kind: "started", at: 2, occ: 2, attempt: 1, deadline: 99 } as const;
    const facts = [1, 0].map((seq) => ({ runNo, seq, fact }));
    const refused = store.commit({ admissions: [admission({ id: "run_2" })], facts });
    await expect(refused).rejects.toThrow(StoreError);
    await expect(refused).rejects.toMatchObject({
      reason: expect.stringMatching(/^SQLITE_CONSTRAINT/),
      retryable: false,
    });
    expect(store.facts(runNo)).toHaveLength(1);
    expect(store.run("run_2")).toBeUndefined();
  });

  test("a full disk is said to be retryable, and the same batch goes in later", async () => {
    const full = 'if (commits === 2) throw new StoreError("SQLITE_FULL", "database or disk is full")';
    const store = await open(temporaryDirectory(), { threadFile: threadThat(full) });
    await register(store, "a");
    const batch = { admissions: [admission({ version: 1, allowUnpublished: true })], facts: [] };
    await expect(store.commit(batch)).rejects.toMatchObject({
      message: "SQLITE_FULL: database or disk is full",
      retryable: true,
    });
    expect(await store.commit(batch)).toMatchObject([{ ok: true }]);
  });

  test("a mistake of ours is not taken for one of the disk", async () => {
    const store = await open(temporaryDirectory(), { threadFile: threadThat('throw new TypeError("ours")') });
    const refused = register(store, "a");
    await expect(refused).rejects.toThrow("TypeError: ours");
    await expect(refused).rejects.not.toBeInstanceOf(StoreError);
  });

  test("when it dies, whatever waits is refused for good, and the owner is told", async () => {
    const directory = temporaryDirectory();
    const store = await open(directory, { threadFile: threadThat("process.exit(3)") });
    const refused = [register(store, "a"), register(store, "b")];
    for (const each of refused)
      await expect(each).rejects.toMatchObject({ name: "StoreError", retryable: false, reason: "STOPPED" });
    expect((await store.failed).message).toMatch(/the thread that writes has ended/);
    await expect(store.commit({ admissions: [], facts: [] })).rejects.toMatchObject({ retryable: false });
    await store.close();
    expect((await open(directory)).workflows()).toEqual([]); // and the directory is free
  });

  test("an error that nobody waits for is told too", async () => {
    const file = join(temporaryDirectory(), "thread.mjs");
    writeFileSync(file, 'throw new Error("no thread today");');
    const store = await open(temporaryDirectory(), { threadFile: pathToFileURL(file) });
    expect((await store.failed).message).toMatch(/no thread today/);
  });

  test("closing stores what was asked before", async () => {
    const directory = temporaryDirectory();
    const store = await open(directory, { threadFile: threadThat("sleep(30)") });
    let failed = false;
    void store.failed.then(() => (failed = true));
    const registered = ["a", "b", "c"].map((name) => register(store, name));
    await store.close();
    await expect(register(store, "d")).rejects.toMatchObject({ retryable: false });
    expect(failed).toBe(false);
    expect(await Promise.all(registered)).toHaveLength(3);
    expect((await open(directory)).workflows().map(({ name }) => name)).toEqual(["a", "b", "c"]);
  });
});
