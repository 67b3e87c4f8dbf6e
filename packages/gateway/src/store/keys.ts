import { createHash, randomBytes } from "node:crypto";
import type { Sql } from "./sql.ts";
import type { KeyRow, NewKey, Scope, Store } from "./types.ts";
import type { Writes } from "./writes.ts";

type Keys = Pick<Store, "findKey" | "keys">;
type KeyWrites = Pick<Writes, "createKey" | "revokeKey">;

interface KeyColumns {
  readonly no: number;
  readonly label: string;
  readonly scopes: string;
  readonly workflows: string | null;
  readonly createdAt: number;
  readonly revokedAt: number | null;
}

const KEY = "select no, label, scopes, workflows, at as createdAt, revoked as revokedAt from api_key";

/** Reads API keys. A key has 256 random bits, so a plain SHA-256 of it cannot be searched; looking it up by hash leaks nothing. */
export function createKeys(sql: Sql): Keys {
  const byHash = sql.statement<KeyColumns>(`${KEY} where hash = ?`);
  const list = sql.statement<KeyColumns>(`${KEY} order by no`);
  return {
    findKey(key) {
      const row = byHash.one(hashKey(key));
      return row === undefined || row.revokedAt !== null ? undefined : keyRow(row);
    },
    keys: () => list.all().map(keyRow),
  };
}

/** Makes and revokes API keys. */
export function createKeyWrites(sql: Sql): KeyWrites {
  const insert = sql.statement("insert into api_key(hash, label, scopes, workflows, at) values(?, ?, ?, ?, ?)");
  const byHash = sql.statement<KeyColumns>(`${KEY} where hash = ?`);
  const revoke = sql.statement("update api_key set revoked = ? where no = ? and revoked is null");
  return {
    createKey({ label, scopes, workflows, at }: NewKey) {
      const key = `esp_${randomBytes(32).toString("base64url")}`;
      const names = workflows === undefined ? null : JSON.stringify(workflows);
      insert.run(hashKey(key), label, scopes.join(" "), names, at);
      return { key, row: keyRow(byHash.one(hashKey(key))!) };
    },
    revokeKey: (no, at) => revoke.run(at, no) > 0,
  };
}

function hashKey(key: string): string {
  return createHash("sha256").update(key).digest("hex");
}

function keyRow({ scopes, workflows, revokedAt, ...row }: KeyColumns): KeyRow {
  return {
    ...row,
    scopes: scopes.split(" ").filter((scope) => scope !== "") as Scope[],
    workflows: workflows === null ? undefined : (JSON.parse(workflows) as string[]),
    revokedAt: revokedAt ?? undefined,
  };
}
