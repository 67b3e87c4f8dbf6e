import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A folder for a database, in memory where the system has such a place: what is measured is our work, not the disk's. */
export interface DataFolder {
  readonly path: string;
  remove(): void;
}

const MEMORY = "/dev/shm";

export function createDataFolder(): DataFolder {
  const path = mkdtempSync(join(existsSync(MEMORY) ? MEMORY : tmpdir(), "bench-"));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
