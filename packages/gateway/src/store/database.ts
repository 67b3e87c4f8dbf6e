import { migrate } from "./schema.ts";
import { openSql, type Sql } from "./sql.ts";

/** `auto_vacuum` can be set only before the first table exists; the other settings belong to each connection. */
const PRAGMAS = [
  "auto_vacuum = incremental",
  "journal_mode = wal",
  "synchronous = full",
  "fullfsync = on",
  "foreign_keys = on",
  "busy_timeout = 0",
];

/** Opens a database for writing, made or brought to the newest schema where needed. */
export function openDatabase(file: string): Sql {
  return opened(file, (sql) => {
    for (const pragma of PRAGMAS) sql.statement(`pragma ${pragma}`).all();
    migrate(sql);
    sql.transaction(() => undefined); // a file that can only be read opens all the same
  });
}

/** Opens a database that is up to date, to read from it while another connection writes. */
export function openReader(file: string): Sql {
  return opened(file, (sql) => sql.statement("pragma query_only = on").all());
}

function opened(file: string, prepare: (sql: Sql) => void): Sql {
  const sql = openSql(file);
  try {
    prepare(sql);
    return sql;
  } catch (error) {
    sql.close();
    throw error;
  }
}

/** Leaves everything in the one file that people copy. SQLite does it at closing only once statements are collected. */
export function closeDatabase(sql: Sql): void {
  try {
    sql.statement("pragma wal_checkpoint(truncate)").all();
  } catch {
    // A full disk, for instance. The log stays and is read at the next start.
  }
  sql.close();
}
