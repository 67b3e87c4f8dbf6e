import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { admit, open, temporaryDirectory } from "./fixtures/store.ts";
import { SCHEMA_1 } from "./fixtures/schema-1.ts";
import { openStore, StoreOpenError } from "./index.ts";
import { MIGRATIONS } from "./schema.ts";
import { openSql } from "./sql.ts";

function fileOf(text: string): string {
  const directory = temporaryDirectory();
  const sql = openSql(join(directory, "espalier.db"));
  sql.execute(text);
  sql.close();
  return directory;
}

function schemaIn(directory: string): unknown[] {
  const sql = openSql(join(directory, "espalier.db"));
  const rows = sql.statement("select type, name, sql from sqlite_schema order by name").all();
  sql.close();
  return rows.map((row) => JSON.stringify(row).replaceAll(/(?:\\n|\s)+/g, " "));
}

test("a file of the first schema is brought up to date and keeps everything", async () => {
  const directory = fileOf(SCHEMA_1);
  const store = await open(directory);
  expect(store.workflow("a")).toEqual({
    name: "a",
    latestVersion: 1,
    liveVersion: 1,
    registeredAt: 500,
    publishedAt: 600,
  });
  expect(store.keys()).toMatchObject([{ label: "ci", scopes: ["invoke", "read"] }]);
  expect(store.runs().rows.map(({ id, status }) => [id, status])).toEqual([
    ["run_open", "running"],
    ["run_done", "completed"],
  ]);
  expect(store.openRuns().map(({ id }) => id)).toEqual(["run_open"]);
  expect(store.input(1)).toBe('[{"role":"user","content":"x"}]');
  expect(store.value(1, 1)).toBe('"out"');
  expect(store.facts(1).map(({ fact }) => fact)).toEqual([
    { kind: "started", at: 1100, occ: 1, attempt: 1, deadline: 61_000 },
    {
      kind: "completed",
      at: 1900,
      occ: 1,
      attempt: 1,
      value: undefined,
      detail: { info: { usage: { total_tokens: 3 } } },
    },
    { kind: "ended", at: 2000, occ: 0, status: "completed", code: "" },
  ]);
  const idempotency = { key: "k", bodyHash: "body" };
  expect(await admit(store, { keyNo: 1, idempotency })).toMatchObject({ replayed: true, run: { id: "run_done" } });
  expect(await admit(store)).toMatchObject({ ok: true, run: { no: 3 } });
  await store.close();

  const fresh = temporaryDirectory();
  await (await open(fresh)).close();
  expect(schemaIn(directory)).toEqual(schemaIn(fresh));
  expect(await openAgain(directory)).toBe(MIGRATIONS.length);
});

async function openAgain(directory: string): Promise<number> {
  await (await open(directory)).close();
  const sql = openSql(join(directory, "espalier.db"));
  const [row] = sql.statement<{ user_version: number }>("pragma user_version").all();
  sql.close();
  return row!.user_version;
}

test("a run under way of a core that is not known is refused before anything runs; an ended one is read", async () => {
  const directory = fileOf(`${SCHEMA_1} update run set core = 9 where id = 'run_open';`);
  const opening = openStore({ dataDirectory: directory });
  await expect(opening).rejects.toThrow(StoreOpenError);
  await expect(opening).rejects.toThrow(
    /run_open was started by another version of the gateway \(core 9; this one has 1\)\. Let that version finish or cancel it/,
  );
  const sql = openSql(join(directory, "espalier.db"));
  sql.execute("update run set core = 9, status = 'cancelled', ended = 9");
  sql.close();
  expect((await open(directory)).runs().rows).toHaveLength(2);
});

test("a migration that fails leaves the file as it was", async () => {
  const directory = fileOf(`${SCHEMA_1} create table pruned(x);`);
  await expect(openStore({ dataDirectory: directory })).rejects.toThrow(/table pruned already exists/);
  const sql = openSql(join(directory, "espalier.db"));
  expect(sql.statement("pragma user_version").all()).toEqual([{ user_version: 1 }]);
  expect(sql.statement("select name from sqlite_schema where name = 'idempotency_expires'").all()).toEqual([]);
  sql.close();
});
