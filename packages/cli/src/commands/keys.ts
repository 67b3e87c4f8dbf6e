import { WORKFLOW_NAME } from "@espalier/contract";
import type { Keys } from "@espalier/gateway";
import { dataFolderError, existingDataFolder, prepareDataFolder } from "../data-folder.ts";
import { EXIT, usageError, UserError } from "../exit.ts";
import { readName } from "../names.ts";
import { note, print, printJson, printTable, type Terminal } from "../terminal.ts";

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
  const workflows = options.workflow?.map(workflowName);
  const folder = await prepareDataFolder(options.data, terminal.cwd);
  const { key, row } = await keysOf(folder, options, async (keys) => {
    const made = await keys.create({ label: options.label, scopes: options.scope, workflows });
    return { key: made, row: keys.list().at(-1)! };
  });
  if (options.json === true) printJson(terminal, { key, ...row });
  else print(terminal, key);
  note(terminal, `key ${row.no}: this is the only time that its text is shown`);
  return EXIT.ok;
}

/** The name of a workflow that a key is for, as the gateway knows it. */
function workflowName(given: string): string {
  const { name, version } = readName(given, undefined);
  if (version !== undefined)
    throw usageError(`a key is for all versions of a workflow: give "${name}" instead of "${given}"`);
  if (!WORKFLOW_NAME.test(name))
    throw usageError(`${JSON.stringify(given)} is no name of a workflow`, {
      hint: "names have small letters, digits, dots, dashes and underscores, at most 64",
    });
  return name;
}

/** `espalier keys list`: the keys of a data folder, without their text. */
export async function listKeys(options: KeyOptions, terminal: Terminal): Promise<number> {
  const folder = await existingDataFolder(options.data, terminal.cwd);
  const rows = await keysOf(folder, options, async (keys) => keys.list());
  if (options.json === true) printJson(terminal, rows);
  else if (rows.length === 0) note(terminal, "no key yet: everybody on this machine may use the gateway");
  else
    printTable(
      terminal,
      rows.map((row) => [
        String(row.no),
        row.label,
        row.scopes.join(" "),
        row.workflows === undefined ? "all workflows" : row.workflows.join(" "),
        row.revokedAt === undefined ? "" : "revoked",
      ]),
    );
  return EXIT.ok;
}

/** `espalier keys revoke`: makes a key useless from now on. */
export async function revokeKey(no: number, options: KeyOptions, terminal: Terminal): Promise<number> {
  const folder = await existingDataFolder(options.data, terminal.cwd);
  const done = await keysOf(folder, options, (keys) => keys.revoke(no));
  if (!done)
    throw new UserError(`there is no key number ${no} that is in use`, {
      hint: `\`espalier keys list --data ${options.data}\` shows them`,
    });
  if (options.json === true) printJson(terminal, { no, revoked: true });
  else print(terminal, `${no}  revoked`);
  return EXIT.ok;
}

async function keysOf<T>(folder: string, options: KeyOptions, work: (keys: Keys) => Promise<T>): Promise<T> {
  const { isGatewayStartError, withKeys } = await import("@espalier/gateway");
  try {
    return await withKeys(folder, work);
  } catch (error) {
    if (!isGatewayStartError(error)) throw error;
    throw dataFolderError(error, options.data) ?? new UserError(error.message, { cause: error });
  }
}
