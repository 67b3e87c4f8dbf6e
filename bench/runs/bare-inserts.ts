import { join } from "node:path";
import Database from "libsql";
import { createDataFolder } from "./data-folder.ts";

/** The rows of one run's journal, in the batches in which they were stored. */
export type Batches = readonly (readonly (readonly unknown[])[])[];

/** Reads what a run of some batches left in a database. The last `sizes` are those of the newest run. */
export function readBatches(folder: string, sizes: readonly number[]): Batches {
  const database = new Database(join(folder, "espalier.db"), { readonly: true });
  const rows = database.prepare("select * from journal order by id desc limit ?").raw();
  const total = sizes.reduce((sum, size) => sum + size, 0);
  const all = (rows.all(total) as unknown[][]).reverse();
  database.close();
  let from = 0;
  return sizes.map((size) => all.slice(from, (from += size)));
}

/** Inserts them into an empty table with one prepared statement, a transaction for each batch, on the thread that calls. */
export function insertBare(batches: Batches): void {
  const folder = createDataFolder();
  const database = new Database(join(folder.path, "bare.db"));
  for (const pragma of ["journal_mode = wal", "synchronous = full"]) database.pragma(pragma);
  database.exec("create table journal(id integer primary key, occ, kind, attempt, at, num, code, info, value)");
  const insert = database.prepare("insert into journal values(?, ?, ?, ?, ?, ?, ?, ?, ?)");
  for (const batch of batches) {
    database.exec("begin");
    for (const row of batch) insert.run(row);
    database.exec("commit");
  }
  database.close();
  folder.remove();
}
