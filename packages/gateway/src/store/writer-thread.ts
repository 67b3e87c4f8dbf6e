import { parentPort, workerData } from "node:worker_threads";
import { openDatabase } from "./database.ts";
import { serveWrites } from "./serve-writes.ts";

// The thread of `createThreadWriter`. It alone writes to the database file; a slow disk stops nothing else.
serveWrites(parentPort!, openDatabase(workerData as string));
