import { FACTS_PER_RUN } from "./journal.ts";
import type { Sql } from "./sql.ts";
import type { Writes } from "./writes.ts";

/** How many facts, or idempotency keys, go in one transaction: others must not wait long for theirs. */
const PAGE = 2000;
/** How many free pages of the file are given back after each. */
const VACUUM_PAGES = 2000;

const HAS_FACTS = `exists (
  select 1 from journal where id >= pruned.run * ${FACTS_PER_RUN} and id < (pruned.run + 1) * ${FACTS_PER_RUN})`;

/**
 * Removes runs that ended before a time, one page per call. A run is gone for readers with its first page; its number
 * stays in `pruned` until its last fact is deleted, so that a crash in between leaves nothing behind.
 */
export function createPrune(sql: Sql): Writes["prune"] {
  const oldest = sql.statement<{ run: number }>(
    "select run from run where ended < ? and status <> 'running' order by ended limit 1",
  );
  const begun = sql.statement<{ run: number }>(`select run from pruned where ${HAS_FACTS} limit 1`);
  const forget = sql.statement(`delete from pruned where run <> (select max(run) from pruned) and not ${HAS_FACTS}`);
  const mark = sql.statement("insert into pruned values(?)");
  const dropRun = sql.statement("delete from run where run = ?");
  const dropKeysOf = sql.statement("delete from idempotency where run = ?");
  const dropFacts = sql.statement(
    "delete from journal where id in (select id from journal where id >= ? and id < ? order by id limit ?)",
  );
  const dropKeys = sql.statement(
    `delete from idempotency where (api_key, key) in (
       select api_key, key from idempotency where expires <= ? limit ${PAGE})`,
  );
  const vacuum = sql.statement(`pragma incremental_vacuum(${VACUUM_PAGES})`);

  function begin(before: number): number | undefined {
    const run = oldest.one(before)?.run;
    if (run === undefined) return undefined;
    mark.run(run);
    dropKeysOf.run(run);
    dropRun.run(run);
    return run;
  }

  /** Deletes facts of as many runs as fit into one page; false when there is none left. */
  function page(before: number): boolean {
    let left = PAGE;
    while (left > 0) {
      const run = begun.one()?.run ?? begin(before);
      if (run === undefined) return false;
      const deleted = dropFacts.run(run * FACTS_PER_RUN, (run + 1) * FACTS_PER_RUN, left);
      left -= Math.max(1, deleted);
    }
    return true;
  }

  return (before, now) => {
    const more = sql.transaction(() => {
      const keys = dropKeys.run(now);
      const runs = page(before);
      forget.run();
      return runs || keys === PAGE;
    });
    vacuum.all();
    return more;
  };
}
