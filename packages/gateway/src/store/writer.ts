import { fileURLToPath } from "node:url";
import { Worker } from "node:worker_threads";
import { closeDatabase, openDatabase } from "./database.ts";
import { StoreError } from "./errors.ts";
import type { Sql } from "./sql.ts";
import type { WriteAnswer, WriteCall } from "./serve-writes.ts";
import { createWrites, type Writes } from "./writes.ts";

type AsyncWrites = {
  [Name in keyof Writes]: (...args: Parameters<Writes[Name]>) => Promise<ReturnType<Writes[Name]>>;
};

/** The one writer of a database. Writes are carried out one after the other, in the order of the calls. */
export interface Writer extends AsyncWrites {
  /** Resolves when nothing can be written any more, other than by closing. */
  readonly failed: Promise<Error>;
  /** Carries out what was asked before, moves the log into the file, and closes. */
  close(): Promise<void>;
}

type Call = <Name extends keyof Writes>(
  name: Name,
  args: Parameters<Writes[Name]>,
) => Promise<ReturnType<Writes[Name]>>;

function asyncWrites(call: Call): AsyncWrites {
  return {
    commit: (...args) => call("commit", args),
    register: (...args) => call("register", args),
    publish: (...args) => call("publish", args),
    unpublish: (...args) => call("unpublish", args),
    createKey: (...args) => call("createKey", args),
    revokeKey: (...args) => call("revokeKey", args),
    prune: (...args) => call("prune", args),
  };
}

/** Writes on the calling thread: for databases in memory, which cannot be shared, and for commands that end soon. */
export function createDirectWriter(sql: Sql): Writer {
  const writes = createWrites(sql);
  const call = async (name: keyof Writes, args: readonly unknown[]): Promise<unknown> =>
    (writes[name] as (...args: readonly unknown[]) => unknown)(...args);
  return { ...asyncWrites(call as Call), failed: new Promise(() => undefined), close: async () => closeDatabase(sql) };
}

// Node cannot load the .ts file when the tests run from src/; the thread runs from dist/ in any case.
const inSource = import.meta.url.endsWith(".ts");
const THREAD_FILE = new URL(inSource ? "../../dist/store/writer-thread.js" : "./writer-thread.js", import.meta.url);

/** Brings a database file up to date and starts the thread that writes to it. Another one can be given for tests. */
export async function createThreadWriter(file: string, threadFile: URL = THREAD_FILE): Promise<Writer> {
  openDatabase(file).close(); // what is wrong with the file is found before the thread starts
  const thread = new Worker(fileURLToPath(threadFile), { workerData: file, execArgv: [], env: {} });
  const waiting = new Map<number, { resolve: (value: never) => void; reject: (error: Error) => void }>();
  let count = 0;
  let broken: Error | undefined;
  let closing = false;
  let reportFailure: (error: Error) => void = () => undefined;
  const failed = new Promise<Error>((resolve) => (reportFailure = resolve));
  const gone = new Promise<void>((resolve) => thread.once("exit", () => resolve()));

  function breakDown(reason: string, cause?: unknown): void {
    broken ??= new StoreError("STOPPED", `the thread that writes has ended, ${reason}`, { cause });
    for (const { reject } of waiting.values()) reject(broken);
    waiting.clear();
    if (!closing) reportFailure(broken);
  }

  thread.on("error", (error) => breakDown((error as Error).message, error));
  thread.on("exit", (code) => breakDown(`exit code ${code}`));
  thread.on("message", ({ id, value, error }: WriteAnswer) => {
    const caller = waiting.get(id);
    waiting.delete(id);
    if (waiting.size === 0) thread.unref();
    if (error === undefined) caller?.resolve(value as never);
    else
      caller?.reject(
        error.reason === undefined ? new Error(error.message) : new StoreError(error.reason, error.message),
      );
  });
  thread.unref(); // a process that waits for nothing else may end

  function ask<T>(call: Omit<WriteCall, "id">): Promise<T> {
    if (broken !== undefined) return Promise.reject(broken);
    return new Promise<T>((resolve, reject) => {
      const id = ++count;
      waiting.set(id, { resolve, reject });
      thread.ref();
      thread.postMessage({ id, ...call } satisfies WriteCall);
    });
  }

  return {
    ...asyncWrites(((name, args) => ask({ name, args })) as Call),
    failed,
    async close() {
      closing = true;
      if (broken === undefined) await ask<void>({ name: "close", args: [] }).catch(() => undefined);
      thread.ref();
      await gone;
    },
  };
}
