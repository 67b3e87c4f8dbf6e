import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { addFacts, admit, open, register, startRun, temporaryDirectory } from "./fixtures/store.ts";
import type { Store } from "./index.ts";
import { openSql } from "./sql.ts";

const DAY = 24 * 60 * 60 * 1000;

async function pruneAll(store: Store, before: number, now = before): Promise<number> {
  let pages = 1;
  while (await store.prune(before, now)) pages += 1;
  return pages;
}

function countIn(directory: string, table: string): number {
  const sql = openSql(join(directory, "espalier.db"));
  const [row] = sql.statement<{ n: number }>(`select count(*) as n from ${table}`).all();
  sql.close();
  return row!.n;
}

describe("pruning", () => {
  test("takes runs that ended before the time, whole, and no other", async () => {
    const directory = temporaryDirectory();
    const store = await open(directory);
    await register(store, "a");
    const old = await startRun(store, "old");
    const recent = await startRun(store, "recent");
    const unfinished = await startRun(store, "unfinished");
    await addFacts(store, old, 3, 5000);
    await addFacts(store, recent, 4, 6000);
    await addFacts(store, unfinished, 5);
    await pruneAll(store, 6000);
    expect(store.runs().rows.map(({ id }) => id)).toEqual(["unfinished", "recent"]);
    expect(store.run("old")).toBeUndefined();
    expect([old, recent, unfinished].map((no) => store.facts(no).length)).toEqual([0, 5, 5]);
    expect(countIn(directory, "journal")).toBe(10);
    await pruneAll(store, Number.MAX_SAFE_INTEGER);
    expect(store.runs().rows.map(({ id }) => id)).toEqual(["unfinished"]);
  });

  test("goes in pages of 2,000 facts; a run is gone with its first, and a restart in between loses nothing", async () => {
    const directory = temporaryDirectory();
    const store = await open(directory);
    await register(store, "a");
    const large = await startRun(store, "large");
    await addFacts(store, large, 4999, 5000);
    expect(await store.prune(6000, 6000)).toBe(true);
    expect(store.run("large")).toBeUndefined();
    expect(countIn(directory, "journal")).toBe(3000);
    await store.close();
    const next = await open(directory);
    expect(await pruneAll(next, 0)).toBe(2); // what was begun is finished, whatever the time
    expect(countIn(directory, "journal")).toBe(0);
  });

  test("a number is never used again, not even that of the newest run", async () => {
    const store = await open(temporaryDirectory());
    await register(store, "a");
    const first = await startRun(store, "run_1");
    await addFacts(store, first, 2500, 2000);
    await store.prune(3000, 3000);
    const second = await startRun(store, "run_2");
    expect(second).toBe(first + 1);
    expect(store.facts(second)).toEqual([]);
    await addFacts(store, second, 1, 2000);
    await pruneAll(store, 3000);
    expect(await startRun(store, "run_3")).toBe(second + 1);
  });

  test("idempotency keys go a day after the end, those of runs under way stay", async () => {
    const directory = temporaryDirectory();
    const store = await open(directory);
    await register(store, "a");
    const ended = await startRun(store, "ended", { idempotency: { key: "one", bodyHash: "x" } });
    await startRun(store, "open", { idempotency: { key: "two", bodyHash: "x" } });
    await addFacts(store, ended, 1, 2000);
    await pruneAll(store, 0, 2000 + DAY - 1);
    expect(countIn(directory, "idempotency")).toBe(2);
    await pruneAll(store, 0, 2000 + DAY);
    expect(countIn(directory, "idempotency")).toBe(1);
    expect(store.run("ended")).toBeDefined();
    expect(await admit(store, { id: "again", idempotency: { key: "two", bodyHash: "x" } })).toMatchObject({
      replayed: true,
      run: { id: "open" },
    });
  });

  test("gives space back to the disk", async () => {
    const directory = temporaryDirectory();
    const store = await open(directory);
    await register(store, "a");
    for (let n = 0; n < 20; n++)
      await addFacts(store, await startRun(store, `run_${n}`, { input: "x".repeat(50_000) }), 1000, 5000);
    const before = pagesOf(directory);
    await pruneAll(store, 6000);
    expect(pagesOf(directory) * 4).toBeLessThan(before);
  });
});

function pagesOf(directory: string): number {
  const sql = openSql(join(directory, "espalier.db"));
  const [row] = sql.statement<{ page_count: number }>("pragma page_count").all();
  sql.close();
  return row!.page_count;
}
