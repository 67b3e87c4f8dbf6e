import { join } from "node:path";
import { isBusy, StoreLockedError } from "./errors.ts";
import { openSql } from "./sql.ts";

/**
 * Takes a data directory for this process alone, until the answer is called or the process ends in whatever way.
 * The lock is an exclusive transaction on its own file, so that others can still read the database.
 */
export function lockDirectory(directory: string): () => void {
  const sql = openSql(join(directory, "lock"));
  try {
    sql.execute("begin exclusive");
  } catch (error) {
    sql.close();
    if (isBusy(error)) throw new StoreLockedError(directory); // and not on a full disk, which may be tried again too
    throw error;
  }
  return () => {
    sql.execute("rollback");
    sql.close();
  };
}
