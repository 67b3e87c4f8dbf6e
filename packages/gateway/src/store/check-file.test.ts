import {
  chmodSync,
  chownSync,
  closeSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { spawnSync } from "node:child_process";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { checkFile } from "./check-file.ts";
import { addFacts, open, register, startRun, temporaryDirectory } from "./fixtures/store.ts";
import { openStore } from "./index.ts";
import { openSql } from "./sql.ts";

/** A directory with a database of many pages. */
async function filled(): Promise<{ directory: string; file: string }> {
  const directory = temporaryDirectory();
  const store = await open(directory);
  await register(store, "a", JSON.stringify({ text: "x".repeat(20_000) }));
  for (let n = 0; n < 5; n++) await addFacts(store, await startRun(store, `run_${n}`), 500);
  await store.close();
  return { directory, file: join(directory, "espalier.db") };
}

/** Overwrites the root page of a table. */
function damage(file: string, table: string): void {
  const sql = openSql(file);
  const [row] = sql
    .statement<{ page: number }>(`select rootpage as page from sqlite_schema where name = '${table}'`)
    .all();
  sql.close();
  const handle = openSync(file, "r+");
  writeSync(handle, Buffer.alloc(4096, 0x5a), 0, 4096, (row!.page - 1) * 4096);
  closeSync(handle);
}

describe("a damaged file", () => {
  test.each(["run", "journal", "workflow_version"])("is refused: %s", async (table) => {
    const { directory, file } = await filled();
    damage(file, table);
    await expect(openStore({ dataDirectory: directory })).rejects.toThrow(
      /espalier\.db is damaged: restore the folder from a copy; what can still be read, `sqlite3 espalier\.db \.recover` shows/,
    );
  });

  test("a large one is checked without its journal", async () => {
    const { file } = await filled();
    damage(file, "journal");
    checkFile(file, 1000);
    expect(() => checkFile(file)).toThrow(/SQLITE_CORRUPT/);
    damage(file, "run");
    expect(() => checkFile(file, 1000)).toThrow(/SQLITE_CORRUPT/);
  });

  test("a cut one is refused", async () => {
    const { directory, file } = await filled();
    spawnSync("truncate", ["-s", "20480", file]);
    await expect(openStore({ dataDirectory: directory })).rejects.toThrow(/espalier\.db is damaged/);
  });

  test("an empty one, as a full disk leaves it, is filled", async () => {
    const directory = temporaryDirectory();
    writeFileSync(join(directory, "espalier.db"), "");
    expect((await open(directory)).workflows()).toEqual([]);
  });
});

test("a file that another program writes to is said to be so", async () => {
  const { directory, file } = await filled();
  const sql = openSql(file);
  sql.execute("begin immediate");
  await expect(openStore({ dataDirectory: directory })).rejects.toThrow(
    /another program has espalier\.db open and writes to it: end that one first \(SQLITE_BUSY/,
  );
  sql.execute("rollback");
  sql.close();
  await open(directory);
});

describe("what cannot be written", () => {
  const DIST = new URL("../../dist/store/index.js", import.meta.url).href;

  /** Opens the store as a user who is not root, whom modes do not hold. */
  function openAsOther(directory: string): string {
    const script = `
      import { openStore } from "${DIST}";
      await openStore({ dataDirectory: process.argv[1] }).then((s) => s.close(), (e) => console.log(e.message));`;
    const args = ["--input-type=module", "-e", script, directory];
    const root = process.getuid!() === 0;
    const result = spawnSync(process.execPath, args, { encoding: "utf8", ...(root && { uid: 65_534, gid: 65_534 }) });
    return result.stdout + result.stderr;
  }

  function give(...paths: string[]): void {
    if (process.getuid!() === 0) for (const path of paths) chownSync(path, 65_534, 65_534);
  }

  test("a file, or its folder, of which this user may only read", async () => {
    const { directory, file } = await filled();
    give(directory, ...readdirSync(directory).map((name) => join(directory, name)));
    expect(openAsOther(directory)).toBe("");
    chmodSync(file, 0o444);
    expect(openAsOther(directory)).toMatch(/espalier\.db or its folder cannot be written: give this user the right to/);
    chmodSync(file, 0o644);
    chmodSync(directory, 0o555);
    expect(openAsOther(directory)).toMatch(/espalier\.db or its folder cannot be written: give this user the right to/);
    chmodSync(directory, 0o755);
    expect(openAsOther(directory)).toBe("");
  });

  test("a folder in which nothing can be made", () => {
    const folder = mkdtempSync(join(tmpdir(), "espalier-store-"));
    give(folder);
    chmodSync(folder, 0o555);
    expect(openAsOther(folder)).toMatch(/cannot be written: give this user the right to/);
    expect(openAsOther(join(folder, "deeper"))).toMatch(/EACCES: permission denied, mkdir/);
    rmSync(folder, { recursive: true });
  });
});
