import type { Sql } from "./sql.ts";

/**
 * The schema, as the steps that made it. A step is never changed once released: a new one is appended.
 * `user_version` counts the steps that a file has had.
 */
export const MIGRATIONS: readonly string[] = [
  `
  create table workflow_version(
    no integer primary key, name text not null, version integer not null, digest text not null,
    deadline_ms integer, at integer not null, bundle text not null,
    unique(name, version), unique(name, digest));
  create table live(
    name text primary key, no integer not null references workflow_version, at integer not null) without rowid;
  create table api_key(
    no integer primary key, hash text not null unique, label text not null, scopes text not null,
    workflows text, at integer not null, revoked integer);
  create table run(
    run integer primary key, id text not null unique, no integer not null references workflow_version,
    core integer not null, status text not null, admitted integer not null, deadline integer not null,
    ended integer, code text, code_occ integer not null default 0, api_key integer not null,
    settings text not null, input text not null);
  create index run_open on run(run) where status = 'running';
  create index run_ended on run(ended) where ended is not null;
  create table idempotency(
    api_key integer not null, key text not null, body text not null, run integer not null, expires integer,
    primary key(api_key, key)) without rowid;
  create index idempotency_run on idempotency(run);
  create table journal(
    id integer primary key, occ integer not null, kind integer not null, attempt integer not null,
    at integer not null, num integer, code text, info text, value text);
  `,
  `
  create table pruned(run integer primary key);
  create index idempotency_expires on idempotency(expires) where expires is not null;
  `,
  `
  alter table run add column trace text;
  `,
];

/** Brings a database to the newest schema. Throws `RangeError` when it was made by a newer version of the gateway. */
export function migrate(sql: Sql): void {
  const [row] = sql.statement<{ user_version: number }>("pragma user_version").all();
  const version = row?.user_version ?? 0;
  if (version > MIGRATIONS.length)
    throw new RangeError(
      `espalier.db was written by a newer gateway (schema version ${version}; this one knows ${MIGRATIONS.length}): install that version again, or restore the copy from before the upgrade`,
    );
  for (let next = version; next < MIGRATIONS.length; next++) {
    sql.transaction(() => {
      sql.execute(MIGRATIONS[next]!);
      sql.execute(`pragma user_version = ${next + 1}`);
    });
  }
}
