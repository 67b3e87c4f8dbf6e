import { constants } from "node:fs";
import { access, stat } from "node:fs/promises";
import { join, resolve } from "node:path";
import { UserError, usageError } from "./exit.ts";
import { makeFolder } from "./files/make-folder.ts";
import { systemReason } from "./files/system-reason.ts";

/** The absolute path of a data folder, made when it is missing. Throws a `UserError` when it cannot be written. */
export async function prepareDataFolder(given: string, cwd: string): Promise<string> {
  const folder = resolve(cwd, given);
  const info = await stat(folder).catch(() => undefined);
  if (info !== undefined && !info.isDirectory()) throw usageError(`"${given}" is a file, and --data takes a folder`);
  try {
    await makeFolder(folder, 0o700); // prompts and results are for this user alone
    await access(folder, constants.W_OK | constants.X_OK);
    return folder;
  } catch (error) {
    throw usageError(`cannot keep data in "${given}": ${systemReason(error, "no folder can be made there")}`, {
      hint: "give a folder that you can write to with --data",
      cause: error,
    });
  }
}

/** As {@link prepareDataFolder}, for commands that read what a gateway left: nothing is made. */
export async function existingDataFolder(given: string, cwd: string): Promise<string> {
  const folder = resolve(cwd, given);
  const info = await stat(join(folder, "espalier.db")).catch(() => undefined);
  if (info !== undefined) return folder;
  throw usageError(`there is no gateway's data in "${given}"`, {
    hint: "`espalier serve --data` and `espalier keys create --data` make a data folder",
  });
}

/** What kept a gateway's data folder from being opened, as a mistake of the user. */
export function dataFolderError(error: Error, given: string): UserError | undefined {
  const cause = error.cause as { code?: string; cause?: Error } | undefined;
  if (cause?.code === "store_locked")
    return new UserError(`"${given}" is in use by another gateway`, {
      hint: "stop that one first, or take another folder with --data",
      cause: error,
    });
  if (cause?.code === "store_unusable")
    return new UserError(`cannot keep data in "${given}": ${cause.cause?.message ?? error.message}`, {
      hint: "take another folder with --data, or restore this one from a copy",
      cause: error,
    });
  return undefined;
}
