import { join } from "node:path";
import { StoreError, StoreLockedError } from "./errors.ts";
import { openSql } from "./sql.ts";

/**
 * Takes a data directory for this process alone, until the answer is called or the process ends in whatever way.
 * The lock is an exclusive transaction on its own file, so that others can still read the database.
 */
export function lockDirectory(directory: string): () => void {
  const sql = openSql(join(directory, "lock"));
  try {
    sql.execute("pragma journal_mode = memory"); // nothing is ever written, so that a full disk is none of its business
    sql.execute("begin exclusive");
  } catch (error) {
    sql.close();
    if (error instanceof StoreError && /^SQLITE_(?:BUSY|LOCKED)/.test(error.reason))
      throw new StoreLockedError(directory);
    throw error;
  }
  return () => {
    sql.execute("rollback");
    sql.close();
  };
}
