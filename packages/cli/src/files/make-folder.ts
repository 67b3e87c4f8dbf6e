import { mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Makes a folder and those above it. Node's own `recursive` never ends below a folder such as `/proc`, which says of
 * every new name that it does not exist. `mode` is for the last one.
 */
export async function makeFolder(folder: string, mode = 0o777): Promise<void> {
  try {
    await mkdir(folder, { mode });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST" && (await stat(folder)).isDirectory()) return;
    if (code !== "ENOENT" || dirname(folder) === folder || (await exists(dirname(folder)))) throw error;
    await makeFolder(dirname(folder));
    await mkdir(folder, { mode });
  }
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
