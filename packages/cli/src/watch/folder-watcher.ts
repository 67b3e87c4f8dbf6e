import { statSync, watch, type FSWatcher } from "node:fs";
import { dirname, join } from "node:path";
import { UserError } from "../exit.ts";
import { systemReason } from "../files/system-reason.ts";

/** What happened in a folder: an entry appeared or vanished (or was replaced), or its content changed. */
export type Happening = "rename" | "change";

/** Watches folders, each without those below it. */
export interface FolderWatcher {
  /** Watches these folders and no others any more. One that is not there stands for the nearest around it that is. */
  watch(folders: Iterable<string>): void;
  /** Whether a folder is watched. */
  has(folder: string): boolean;
  close(): void;
}

interface Watched {
  readonly inode: number;
  readonly watcher: FSWatcher;
}

/**
 * Tells of every entry of the watched folders that changes. Single folders, because watching recursively would look
 * into `node_modules` as well; files are seen by their folder, so that one that an editor replaces is not lost.
 */
export function createFolderWatcher(tell: (path: string, what: Happening) => void): FolderWatcher {
  const watched = new Map<string, Watched>();
  const release = (folder: string): void => {
    watched.get(folder)?.watcher.close();
    watched.delete(folder);
  };
  const hold = (folder: string, inode: number): void => {
    // A folder that was deleted and made again has nobody who watches it.
    if (watched.get(folder)?.inode === inode) return;
    release(folder);
    try {
      const watcher = watch(folder, (what, name) => tell(name === null ? folder : join(folder, name), what));
      watcher.on("error", () => release(folder));
      watched.set(folder, { inode, watcher });
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === "ENOENT") return;
      const isMany = code === "ENOSPC" || code === "EMFILE";
      const reason = isMany ? "the system does not watch more than it does already" : systemReason(error);
      const hint = isMany ? "name fewer or smaller folders, or raise the limit of the system" : undefined;
      throw new UserError(`cannot watch the folder "${folder}": ${reason}`, { hint, cause: error });
    }
  };
  return {
    watch(folders) {
      const present = new Map([...folders].map(nearestFolder));
      for (const folder of Array.from(watched.keys())) if (!present.has(folder)) release(folder);
      for (const [folder, inode] of present) hold(folder, inode);
    },
    has: (folder) => watched.has(folder),
    close: () => [...watched.keys()].forEach(release),
  };
}

function nearestFolder(folder: string): [folder: string, inode: number] {
  for (let at = folder; ; at = dirname(at)) {
    const info = statSync(at, { throwIfNoEntry: false });
    if (info?.isDirectory() === true) return [at, info.ino];
    if (at === dirname(at)) return [at, 0];
  }
}
