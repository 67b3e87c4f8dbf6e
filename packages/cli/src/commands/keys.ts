import { resolve } from "node:path";
import { EXIT, UserError } from "../exit.ts";
import { note, print, printJson, type Terminal } from "../terminal.ts";

export type Scope = "author" | "invoke" | "read";

export interface KeyOptions {
  readonly data: string;
  readonly json?: boolean;
}

export interface CreateKeyOptions extends KeyOptions {
  readonly label: string;
  readonly scope: readonly Scope[];
  readonly workflow?: readonly string[];
}

/** `espalier keys create`: makes a key and prints it, this once. */
export async function createKey(options: CreateKeyOptions, terminal: Terminal): Promise<number> {
  const key = await keysOf(options, terminal, (keys) =>
    keys.create({ label: options.label, scopes: options.scope, workflows: options.workflow }),
  );
  if (options.json === true) printJson(terminal, { key, label: options.label, scopes: options.scope });
  else {
    print(terminal, key);
    note(terminal, "This is the only time that the key is shown: only its hash is kept.");
  }
  return EXIT.ok;
}

/** `espalier keys list`: the keys of a data folder, without their text. */
export async function listKeys(options: KeyOptions, terminal: Terminal): Promise<number> {
  const rows = await keysOf(options, terminal, async (keys) => keys.list());
  if (options.json === true) printJson(terminal, rows);
  else if (rows.length === 0) note(terminal, "no key yet");
  else
    for (const row of rows) {
      const state = row.revokedAt === undefined ? "" : "  revoked";
      const only = row.workflows === undefined ? "" : `  only ${row.workflows.join(", ")}`;
      print(terminal, `${row.no}  ${row.label}  ${row.scopes.join(",")}${only}${state}`);
    }
  return EXIT.ok;
}

/** `espalier keys revoke`: makes a key useless from now on. */
export async function revokeKey(no: number, options: KeyOptions, terminal: Terminal): Promise<number> {
  const done = await keysOf(options, terminal, (keys) => keys.revoke(no));
  if (!done)
    throw new UserError(`there is no key number ${no} that is in use`, { hint: "`espalier keys list` shows them" });
  print(terminal, `${no}  revoked`);
  return EXIT.ok;
}

type Work<T> = Parameters<typeof import("@espalier/gateway").withKeys<T>>[1];

async function keysOf<T>(options: KeyOptions, terminal: Terminal, work: Work<T>): Promise<T> {
  const { isGatewayStartError, withKeys } = await import("@espalier/gateway");
  try {
    return await withKeys(resolve(terminal.cwd, options.data), work);
  } catch (error) {
    if (isGatewayStartError(error)) throw new UserError(error.message, { cause: error });
    throw error;
  }
}
