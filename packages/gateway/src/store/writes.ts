import type { BatchRows } from "./batch-rows.ts";
import { createCommitter } from "./commit.ts";
import { createAppend } from "./journal.ts";
import { createKeyWrites } from "./keys.ts";
import { createPrune } from "./prune.ts";
import { createRuns } from "./runs.ts";
import type { Sql } from "./sql.ts";
import type { Admitted, KeyRow, NewKey, Registered, Registration, VersionRow } from "./types.ts";
import { createWorkflowWrites } from "./workflows.ts";

/** Everything that changes the database. Each is one transaction, and durable when it returns. Failures are `StoreError`. */
export interface Writes {
  commit(batch: BatchRows): readonly Admitted[];
  register(registration: Registration): Registered;
  publish(name: string, version: number | undefined, at: number): VersionRow | undefined;
  unpublish(name: string): boolean;
  createKey(key: NewKey): { readonly key: string; readonly row: KeyRow };
  revokeKey(no: number, at: number): boolean;
  prune(before: number, now: number): boolean;
}

export function createWrites(sql: Sql): Writes {
  return {
    ...createWorkflowWrites(sql),
    ...createKeyWrites(sql),
    commit: createCommitter(sql, createAppend(sql), createRuns(sql)),
    prune: createPrune(sql),
  };
}
