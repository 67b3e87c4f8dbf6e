import Database from "libsql";
import { StoreError } from "./errors.ts";

export type SqlValue = string | number | null;

/** A prepared statement. `Row` is what its columns are; the statement's text is the only place that knows. */
export interface Statement<Row> {
  run(...values: readonly SqlValue[]): number;
  all(...values: readonly SqlValue[]): Row[];
  one(...values: readonly SqlValue[]): Row | undefined;
  /** Rows as arrays of their columns: several times faster when there are thousands. */
  arrays(...values: readonly SqlValue[]): SqlValue[][];
}

/** The few operations on SQLite that the store needs. Failures are `StoreError`. */
export interface Sql {
  execute(text: string): void;
  statement<Row = never>(text: string): Statement<Row>;
  /** Everything in `body` or, when it throws, nothing. */
  transaction<T>(body: () => T): T;
  close(): void;
}

/** Opens a database file, or a database in memory (`:memory:`). */
export function openSql(file: string): Sql {
  const database = translate(() => new Database(file), "SQLITE_CANTOPEN");
  const execute = (text: string): void => void translate(() => database.exec(text));
  return {
    execute,
    statement: <Row>(text: string) => prepare<Row>(database, text),
    transaction(body) {
      execute("begin immediate");
      try {
        const result = body();
        execute("commit");
        return result;
      } catch (error) {
        if (database.inTransaction) execute("rollback"); // SQLite rolls back by itself when the disk is full
        throw error;
      }
    },
    close: () => void database.close(),
  };
}

function prepare<Row>(database: Database.Database, text: string): Statement<Row> {
  const prepared = translate(() => database.prepare(text));
  let raw: Database.Statement | undefined;
  // Values go as one array: the driver takes a single null or object for named parameters.
  return {
    run: (...values) => translate(() => prepared.run(values).changes),
    all: (...values) => translate(() => prepared.all(values) as Row[]),
    one: (...values) => translate(() => prepared.all(values)[0] as Row | undefined),
    arrays: (...values) => translate(() => (raw ??= database.prepare(text).raw()).all(values) as SqlValue[][]),
  };
}

/** The driver leaves some codes without their name; the low byte of an extended one is that of its kind. */
const PRIMARY_CODES: Readonly<Record<number, string>> = {
  3: "SQLITE_PERM",
  5: "SQLITE_BUSY",
  6: "SQLITE_LOCKED",
  8: "SQLITE_READONLY",
  10: "SQLITE_IOERR",
  11: "SQLITE_CORRUPT",
  13: "SQLITE_FULL",
  14: "SQLITE_CANTOPEN",
  19: "SQLITE_CONSTRAINT",
  26: "SQLITE_NOTADB",
};

/** `unnamed`: the code of errors that come without one. */
function translate<T>(operation: () => T, unnamed = "SQLITE_ERROR"): T {
  try {
    return operation();
  } catch (error) {
    const { code, rawCode, message } = error as Error & { code?: string; rawCode?: number };
    const primary = rawCode === undefined ? undefined : PRIMARY_CODES[rawCode & 0xff];
    const reason = code?.startsWith("SQLITE_") === true ? code : (primary ?? unnamed);
    throw new StoreError(reason, message, { cause: error });
  }
}
