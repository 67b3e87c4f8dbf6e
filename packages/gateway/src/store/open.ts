import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { createCommitter } from "./commit.ts";
import { StoreLockedError, StoreOpenError } from "./errors.ts";
import { createJournal } from "./journal.ts";
import { createKeys } from "./keys.ts";
import { lockDirectory } from "./lock.ts";
import { createRuns } from "./runs.ts";
import { migrate } from "./schema.ts";
import { openSql, type Sql } from "./sql.ts";
import type { Store } from "./types.ts";
import { createWorkflows } from "./workflows.ts";

export interface StoreOptions {
  /** Made when it does not exist. Undefined: everything stays in memory. */
  readonly dataDirectory?: string | undefined;
}

/** Opens the store and takes ownership of its directory. Rejects with `StoreLockedError` or `StoreOpenError`. */
export async function openStore(options: StoreOptions = {}): Promise<Store> {
  const { dataDirectory } = options;
  if (dataDirectory === undefined) return createStore(openDatabase(":memory:"), () => undefined);
  try {
    mkdirSync(dataDirectory, { recursive: true });
    const unlock = lockDirectory(dataDirectory);
    try {
      return createStore(openDatabase(join(dataDirectory, "espalier.db")), unlock);
    } catch (error) {
      unlock();
      throw error;
    }
  } catch (error) {
    if (error instanceof StoreLockedError) throw error;
    const { message } = error as Error;
    throw new StoreOpenError(`Cannot use ${dataDirectory} as data directory: ${message}.`, { cause: error });
  }
}

/** `auto_vacuum` can be set only before the first table exists; the other settings belong to each connection. */
const PRAGMAS = [
  "auto_vacuum = incremental",
  "journal_mode = wal",
  "synchronous = full",
  "fullfsync = on",
  "foreign_keys = on",
  "busy_timeout = 0",
];

function openDatabase(file: string): Sql {
  const sql = openSql(file);
  try {
    for (const pragma of PRAGMAS) sql.statement(`pragma ${pragma}`).all();
    migrate(sql);
    return sql;
  } catch (error) {
    sql.close();
    throw error;
  }
}

/** Leaves everything in the one file that people copy. SQLite does it at closing only once statements are collected. */
function moveLogIntoFile(sql: Sql): void {
  try {
    sql.statement("pragma wal_checkpoint(truncate)").all();
  } catch {
    // A full disk, for instance. The log stays and is read at the next start.
  }
}

function createStore(sql: Sql, unlock: () => void): Store {
  const journal = createJournal(sql);
  const runs = createRuns(sql);
  let closed = false;
  return {
    ...createWorkflows(sql),
    ...createKeys(sql),
    commit: createCommitter(sql, journal, runs),
    run: runs.byId,
    runs: runs.page,
    openRuns: runs.open,
    input: runs.input,
    newestTime: runs.newestTime,
    facts: journal.facts,
    value: journal.value,
    preview: journal.preview,
    async close() {
      if (closed) return;
      closed = true;
      moveLogIntoFile(sql);
      sql.close();
      unlock();
    },
  };
}
