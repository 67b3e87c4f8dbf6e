import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parentPort, workerData, type MessagePort } from "node:worker_threads";
import { ROOT } from "../harness/places.ts";

// The thread that writes to the store, on a disk that takes its time for each transaction: a stand-in for the gateway's own.

interface Sql {
  transaction<T>(body: () => T): T;
}

const COMMIT_MS = 5;

const load = (name: string): Promise<Record<string, unknown>> =>
  import(pathToFileURL(join(ROOT, "packages", "gateway", "dist", "store", name)).href);
const { openDatabase } = (await load("database.js")) as { openDatabase: (file: string) => Sql };
const { serveWrites } = (await load("serve-writes.js")) as { serveWrites: (port: MessagePort, sql: Sql) => void };

const sql = openDatabase(workerData as string);
const clock = new Int32Array(new SharedArrayBuffer(4));
serveWrites(parentPort!, {
  ...sql,
  transaction(body) {
    Atomics.wait(clock, 0, 0, COMMIT_MS);
    return sql.transaction(body);
  },
});
