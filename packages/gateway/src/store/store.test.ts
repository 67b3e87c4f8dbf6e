import { copyFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { spawnSync } from "node:child_process";
import { describe, expect, test } from "@jest/globals";
import { isBusy, openingProblem } from "./errors.ts";
import { openSql } from "./sql.ts";
import { MIGRATIONS } from "./schema.ts";
import { admission, admit, open, register, SETTINGS, temporaryDirectory } from "./fixtures/store.ts";
import { openStore, StoreError, StoreLockedError, StoreOpenError, type Store } from "./index.ts";

describe("workflows", () => {
  test("versions count per name, and the same digest is the same version", async () => {
    const store = await open();
    expect(await register(store, "a", '{"x":1}')).toMatchObject({ created: true, version: { name: "a", version: 1 } });
    expect(await register(store, "a", '{"x":2}')).toMatchObject({ created: true, version: { version: 2 } });
    expect(await register(store, "a", '{"x":1}')).toMatchObject({ created: false, version: { version: 1 } });
    expect(await register(store, "b", '{"x":1}')).toMatchObject({ created: true, version: { version: 1 } });
    expect(store.versions("a").map(({ version }) => version)).toEqual([2, 1]);
    expect(store.bundle(store.version("a", 2)!.no)).toBe('{"x":2}');
    expect(store.version("a", 3)).toBeUndefined();
  });

  test("the live pointer moves and goes, independent of registering", async () => {
    const store = await open();
    await register(store, "a", "{}");
    await register(store, "a", '{"x":2}');
    expect(store.workflow("a")).toMatchObject({ latestVersion: 2, liveVersion: undefined, publishedAt: undefined });
    expect(await store.publish("a", 1, 600)).toMatchObject({ version: 1 });
    expect(store.workflow("a")).toMatchObject({ latestVersion: 2, liveVersion: 1, publishedAt: 600 });
    expect(await store.publish("a", undefined, 700)).toMatchObject({ version: 2 });
    expect(store.workflows()).toMatchObject([{ name: "a", liveVersion: 2, publishedAt: 700 }]);
    expect(await store.publish("a", 9, 800)).toBeUndefined();
    expect(await store.publish("nothing", undefined, 800)).toBeUndefined();
    expect(await store.unpublish("a")).toBe(true);
    expect(await store.unpublish("a")).toBe(false);
    expect(store.workflow("nothing")).toBeUndefined();
  });
});

describe("admission", () => {
  test("resolves the version in its own transaction", async () => {
    const store = await open();
    expect(await admit(store)).toEqual({ ok: false, code: "workflow_not_found" });
    await register(store, "a", '{"deadline_seconds":1.5}');
    expect(await admit(store)).toEqual({ ok: false, code: "not_published" });
    expect(await admit(store, { version: 1 })).toEqual({ ok: false, code: "not_published" });
    expect(await admit(store, { version: 2 })).toEqual({ ok: false, code: "version_not_found" });
    expect(await admit(store, { version: 1, allowUnpublished: true })).toMatchObject({ ok: true, replayed: false });
    await store.publish("a", 1, 600);
    const admitted = await admit(store, { id: "run_2" });
    expect(admitted).toMatchObject({ ok: true, run: { id: "run_2", name: "a", version: 1, status: "running" } });
    expect(store.run("run_2")).toMatchObject({ admittedAt: 1000, deadline: 2500, settings: SETTINGS });
  });

  test("the shorter of the workflow's and the gateway's deadline counts", async () => {
    const store = await open();
    await register(store, "a", '{"deadline_seconds":3600}');
    await admit(store, { version: 1, allowUnpublished: true });
    expect(store.run("run_1")!.deadline).toBe(61_000);
  });

  test("an idempotency key leads to its run until a day after the end, and to no other body", async () => {
    const store = await open();
    await register(store, "a");
    await store.publish("a", 1, 600);
    const idempotency = { key: "k", bodyHash: "one" };
    expect(await admit(store, { idempotency })).toMatchObject({ replayed: false });
    expect(await admit(store, { id: "run_2", idempotency })).toMatchObject({ replayed: true, run: { id: "run_1" } });
    const other = { key: "k", bodyHash: "two" };
    expect(await admit(store, { idempotency: other })).toEqual({ ok: false, code: "idempotency_key_reused" });
    expect(await admit(store, { id: "run_3", keyNo: 7, idempotency: other })).toMatchObject({ replayed: false });
    const { no } = store.run("run_1")!;
    const fact = { kind: "ended", at: 2000, occ: 0, status: "failed", code: "x" } as const;
    await store.commit({ admissions: [], facts: [{ runNo: no, seq: 0, fact }] });
    const day = 24 * 60 * 60 * 1000;
    expect(await admit(store, { at: 1999 + day, idempotency })).toMatchObject({
      replayed: true,
      run: { status: "failed" },
    });
    expect(await admit(store, { id: "run_4", at: 2000 + day, idempotency })).toMatchObject({ replayed: false });
  });

  test("a refusal leaves nothing behind", async () => {
    const store = await open();
    const idempotency = { key: "k", bodyHash: "one" };
    await admit(store, { idempotency });
    await register(store, "a");
    await store.publish("a", 1, 600);
    expect(await admit(store, { idempotency: { key: "k", bodyHash: "two" } })).toMatchObject({ replayed: false });
  });
});

describe("journal", () => {
  async function withRun(): Promise<{ store: Store; runNo: number }> {
    const store = await open();
    await register(store, "a");
    await admit(store, { version: 1, allowUnpublished: true });
    return { store, runNo: store.run("run_1")!.no };
  }

  test("facts come back as they were stored; values on request", async () => {
    const { store, runNo } = await withRun();
    const info = { message: "no", usage: { total_tokens: 3 } };
    const facts = [
      { kind: "frozen", at: 1, occ: 1, count: 3, detail: { info: { digest: "d" } } },
      { kind: "started", at: 2, occ: 2, attempt: 1, deadline: 99 },
      { kind: "retry", at: 3, occ: 2, attempt: 1, retryAt: 50, code: "boom", detail: { info } },
      { kind: "completed", at: 4, occ: 2, attempt: 2, value: undefined, detail: { value: '"x"', info } },
      { kind: "completed", at: 4, occ: 3, attempt: 1, value: false, detail: undefined },
      { kind: "failed", at: 5, occ: 4, attempt: 1, code: "bad", detail: { info } },
      { kind: "settled", at: 6, occ: 5, attempt: 1, detail: { info } },
      { kind: "ended", at: 7, occ: 4, status: "failed", code: "bad" },
    ] as const;
    await store.commit({ admissions: [], facts: facts.map((fact, seq) => ({ runNo, seq, fact })) });
    const read = store.facts(runNo);
    expect(read.map(({ seq }) => seq)).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(read.map(({ fact }) => fact)).toEqual(
      facts.map((fact) => (fact.kind === "completed" && fact.occ === 2 ? { ...fact, detail: { info } } : fact)),
    );
    expect(store.value(runNo, 3)).toBe('"x"');
    expect(store.value(runNo, 4)).toBeUndefined();
    expect(store.preview(runNo, 3, 2)).toBe('"x');
    expect(store.preview(runNo, 4, 2)).toBeUndefined();
    expect(store.facts(runNo, 5).map(({ seq }) => seq)).toEqual([6, 7]);
    expect(store.run("run_1")).toMatchObject({ status: "failed", code: "bad", codeOccurrence: 4, endedAt: 7 });
    expect(store.openRuns()).toEqual([]);
  });

  test("a batch is stored whole or not at all", async () => {
    const { store, runNo } = await withRun();
    const fact = { kind: "started", at: 2, occ: 2, attempt: 1, deadline: 99 } as const;
    await store.commit({ admissions: [], facts: [{ runNo, seq: 1, fact }] });
    const batch = {
      admissions: [admission({ id: "run_2" })],
      facts: [
        { runNo, seq: 0, fact },
        { runNo, seq: 1, fact },
      ],
    };
    await expect(store.commit(batch)).rejects.toThrow(StoreError);
    expect(store.facts(runNo).map(({ seq }) => seq)).toEqual([1]);
    expect(store.run("run_2")).toBeUndefined();
  });

  test("runs are listed newest first, by page, workflow and status", async () => {
    const { store } = await withRun();
    await register(store, "b");
    for (const id of ["run_2", "run_3"]) await admit(store, { id, version: 1, allowUnpublished: true });
    await admit(store, { id: "run_b", workflow: "b", version: 1, allowUnpublished: true });
    const first = store.runs({ limit: 3 });
    expect(first.rows.map(({ id }) => id)).toEqual(["run_b", "run_3", "run_2"]);
    expect(store.runs({ limit: 3, after: first.next! })).toMatchObject({ rows: [{ id: "run_1" }], next: undefined });
    expect(store.runs({ workflow: "b" }).rows.map(({ id }) => id)).toEqual(["run_b"]);
    expect(store.runs({ status: "failed" }).rows).toEqual([]);
    expect(store.runs({ after: "nonsense" }).rows).toEqual([]);
  });
});

describe("keys", () => {
  test("are found by their text, kept as a hash, and can be revoked", async () => {
    const directory = temporaryDirectory();
    const store = await open(directory);
    const { key, row } = await store.createKey({ label: "ci", scopes: ["invoke", "read"], workflows: ["a"], at: 5 });
    expect(key).toMatch(/^esp_[\w-]{43}$/);
    expect(store.findKey(key)).toEqual(row);
    expect(row).toMatchObject({ label: "ci", scopes: ["invoke", "read"], workflows: ["a"], revokedAt: undefined });
    expect(store.findKey(`${key}x`)).toBeUndefined();
    expect(await store.revokeKey(row.no, 6)).toBe(true);
    expect(store.findKey(key)).toBeUndefined();
    expect(store.keys()).toMatchObject([{ revokedAt: 6 }]);
    await store.close();
    expect(readFileSync(join(directory, "espalier.db")).includes(key)).toBe(false);
  });
});

describe("the data directory", () => {
  test("keeps everything for the next owner", async () => {
    const directory = join(temporaryDirectory(), "made", "for", "us");
    const store = await open(directory);
    await register(store, "a");
    await store.close();
    await store.close();
    expect((await open(directory)).workflow("a")).toMatchObject({ latestVersion: 1 });
  });

  test("is one complete file when it is closed", async () => {
    const directory = temporaryDirectory();
    const store = await open(directory);
    await register(store, "a");
    await store.close();
    const copy = temporaryDirectory();
    copyFileSync(join(directory, "espalier.db"), join(copy, "espalier.db"));
    expect((await open(copy)).workflow("a")).toMatchObject({ latestVersion: 1 });
  });

  test("has one owner, in this process and in others", async () => {
    const directory = temporaryDirectory();
    await open(directory);
    await expect(openStore({ dataDirectory: directory })).rejects.toThrow(StoreLockedError);
    await expect(openStore({ dataDirectory: directory })).rejects.toThrow(/in use by another gateway/);
    const script = `
      import Database from "libsql";
      try { new Database(process.argv[1], { timeout: 0 }).exec("begin exclusive"); console.log("got it"); }
      catch (error) { console.log(error.code); }`;
    const options = { cwd: import.meta.dirname, encoding: "utf8" } as const;
    const other = spawnSync(process.execPath, ["--input-type=module", "-e", script, join(directory, "lock")], options);
    expect(other.stdout.trim()).toBe("SQLITE_BUSY");
  });

  test("that cannot be used is said to be so", async () => {
    const directory = temporaryDirectory();
    writeFileSync(join(directory, "file"), "");
    await expect(openStore({ dataDirectory: join(directory, "file") })).rejects.toThrow(StoreOpenError);
    writeFileSync(join(directory, "espalier.db"), "this is not a database, whatever its name says ".repeat(20));
    await expect(openStore({ dataDirectory: directory })).rejects.toThrow(/not a database/);
    rmSync(join(directory, "espalier.db"));
    await open(directory); // the failed attempt has let go of the lock
  });

  test.each(["SQLITE_FULL", "SQLITE_IOERR_SHMSIZE"])("on a full disk says so (%s)", (code) => {
    expect(isBusy(new StoreError(code, "why"))).toBe(false); // which would blame another gateway
    expect(openingProblem(new StoreError(code, "why"))).toBe(
      `the disk is full: make space and start again (${code}: why)`,
    );
  });

  test("of a newer version is refused", async () => {
    const directory = temporaryDirectory();
    await (await open(directory)).close();
    const sql = openSql(join(directory, "espalier.db"));
    sql.execute(`pragma user_version = ${MIGRATIONS.length + 1}`);
    sql.close();
    await expect(openStore({ dataDirectory: directory })).rejects.toThrow(
      /written by a newer gateway \(schema version 4; this one knows 3\): install that version again/,
    );
  });

  test("is written in full before a commit returns", async () => {
    const directory = temporaryDirectory();
    await open(directory);
    const sql = openSql(join(directory, "espalier.db"));
    expect(sql.statement("pragma journal_mode").all()).toEqual([{ journal_mode: "wal" }]);
    expect(sql.statement("pragma auto_vacuum").all()).toEqual([{ auto_vacuum: 2 }]);
    sql.close();
  });
});
