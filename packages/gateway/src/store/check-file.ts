import { statSync } from "node:fs";
import { StoreError } from "./errors.ts";
import { openSql, type Sql } from "./sql.ts";

/** Larger files are checked without their journal, which is nearly all of them: a start takes about a second per GiB. */
const WHOLE_UP_TO = 2 ** 30;

/** Looks whether a database file is sound: its pages, order and types, not each index. Throws `StoreError` when it is not. */
export function checkFile(file: string, wholeUpTo = WHOLE_UP_TO): void {
  const bytes = statSync(file, { throwIfNoEntry: false })?.size ?? 0;
  if (bytes === 0) return;
  const sql = openSql(file);
  try {
    if (bytes <= wholeUpTo) refuseUnsound(sql, "pragma quick_check(1)");
    else for (const table of tablesBesideJournal(sql)) refuseUnsound(sql, `pragma quick_check(${table})`);
  } finally {
    sql.close();
  }
}

function tablesBesideJournal(sql: Sql): string[] {
  const tables = sql.statement<{ name: string }>(
    "select name from sqlite_schema where type = 'table' and name <> 'journal' order by name",
  );
  return tables.all().map(({ name }) => name);
}

function refuseUnsound(sql: Sql, pragma: string): void {
  const [found] = sql.statement<{ quick_check: string }>(pragma).all();
  if (found?.quick_check === "ok") return;
  const what = found?.quick_check.replaceAll("\n", " ") ?? "no answer";
  throw new StoreError("SQLITE_CORRUPT", `quick_check says ${what}`);
}
