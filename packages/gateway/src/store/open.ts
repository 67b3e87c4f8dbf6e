import { closeSync, mkdirSync, openSync } from "node:fs";
import { join } from "node:path";
import { batchRows } from "./batch-rows.ts";
import { checkFile } from "./check-file.ts";
import { openDatabase, openReader } from "./database.ts";
import { openingProblem, StoreLockedError, StoreOpenError } from "./errors.ts";
import { createJournal } from "./journal.ts";
import { createKeys } from "./keys.ts";
import { lockDirectory } from "./lock.ts";
import { createRuns } from "./runs.ts";
import type { Sql } from "./sql.ts";
import type { Store } from "./types.ts";
import { createWorkflows } from "./workflows.ts";
import { createDirectWriter, createThreadWriter, type Writer } from "./writer.ts";

export interface StoreOptions {
  /** Made when it does not exist. Undefined: everything stays in memory. */
  readonly dataDirectory?: string | undefined;
  /** Writes on the calling thread, which they block: for commands that end soon. */
  readonly blocking?: boolean;
  /** The file of the thread that writes: only tests have another. */
  readonly threadFile?: URL;
}

/**
 * Opens the store and takes ownership of its directory. A database in a directory is written by a thread of its own and
 * read by the calling thread; one in memory has a single connection. Rejects with `StoreLockedError` or `StoreOpenError`.
 */
export async function openStore(options: StoreOptions = {}): Promise<Store> {
  const { dataDirectory } = options;
  if (dataDirectory === undefined) {
    const sql = openDatabase(":memory:");
    return createStore(sql, createDirectWriter(sql), () => undefined);
  }
  try {
    mkdirSync(dataDirectory, { recursive: true, mode: 0o700 });
    const unlock = lockDirectory(dataDirectory);
    try {
      return await openFile(join(dataDirectory, "espalier.db"), unlock, options);
    } catch (error) {
      unlock();
      throw error;
    }
  } catch (error) {
    if (error instanceof StoreLockedError) throw error;
    const problem = openingProblem(error as Error);
    throw new StoreOpenError(`Cannot use ${dataDirectory} as data directory: ${problem}.`, {
      cause: new Error(problem, { cause: error }),
    });
  }
}

async function openFile(file: string, unlock: () => void, options: StoreOptions): Promise<Store> {
  const { blocking = false, threadFile } = options;
  makePrivate(file);
  checkFile(file);
  if (blocking) {
    const sql = openDatabase(file);
    return createStore(sql, createDirectWriter(sql), unlock);
  }
  const writer = await createThreadWriter(file, threadFile);
  try {
    const reader = openReader(file);
    createRuns(reader).refuseUnknownCore();
    const close = async (): Promise<void> => {
      reader.close(); // first: the log can be moved into the file only when nobody reads from it
      await writer.close();
    };
    return createStore(reader, { ...writer, close }, unlock);
  } catch (error) {
    await writer.close();
    throw error;
  }
}

/** Prompts and results are for the gateway's user alone. SQLite gives its other files the rights of this one. */
function makePrivate(file: string): void {
  try {
    closeSync(openSync(file, "ax", 0o600));
  } catch {
    // It is there, with the rights that its owner gave it; or SQLite says better why it cannot be made.
  }
}

function createStore(sql: Sql, writer: Writer, unlock: () => void): Store {
  const journal = createJournal(sql);
  const runs = createRuns(sql);
  let closing: Promise<void> | undefined;
  return {
    ...createWorkflows(sql),
    ...createKeys(sql),
    ...writer,
    commit: (batch) => writer.commit(batchRows(batch)),
    run: runs.byId,
    runs: runs.page,
    openRuns: runs.open,
    input: runs.input,
    newestTime: runs.newestTime,
    facts: journal.facts,
    value: journal.value,
    preview: journal.preview,
    close: () => (closing ??= writer.close().finally(unlock)),
  };
}
