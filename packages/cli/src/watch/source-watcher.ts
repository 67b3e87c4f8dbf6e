import { realpathSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, resolve, sep } from "node:path";
import { isFlowFileInFolder } from "../files/flow-files.ts";
import { foldersBelow, isPassedOver } from "../files/walk.ts";
import { createFolderWatcher } from "./folder-watcher.ts";

/** Watches what takes part in a check, and what may come to. */
export interface SourceWatcher {
  /** To be called before a check looks at any file, so that nothing is missed that changes meanwhile. */
  begin(): Promise<void>;
  /** To be called with the files that took part. */
  end(files: readonly string[]): void;
  /** Whether a change is not one of a single file: then everything has to be read again. */
  isUnclear(path: string): boolean;
  close(): void;
}

const CODE = /\.(?:[cm]?[jt]s|[jt]sx|py)$/;
const CONFIGURATION = /^(?:tsconfig.*|package)\.json$/;
/** What `espalier types` writes is never read by a check. */
const GENERATED = /\.d\.py\.ts$|^espalier-workflows\.d\.ts$/;

/** Watches for a check of `paths`. */
export function createSourceWatcher(
  paths: readonly string[],
  cwd: string,
  tell: (path: string) => void,
): SourceWatcher {
  const given = (paths.length === 0 ? ["."] : paths).map((path) => resolve(cwd, path));
  let known: ReadonlySet<string> = new Set();
  let searched: ReadonlySet<string> = new Set();
  let started = 0;
  const folders = createFolderWatcher((path, what) => {
    if (known.has(path) || (what === "rename" ? mayMatter(path) : isNewFlow(path))) tell(path);
  });
  const isNewFlow = (path: string): boolean => searched.has(dirname(path)) && isFlowFileInFolder(path);
  const mayMatter = (path: string): boolean => {
    const name = basename(path);
    if (CODE.test(name) || CONFIGURATION.test(name)) return !GENERATED.test(name);
    if (isPassedOver(name) || isScratch(path)) return false;
    if (searched.has(dirname(path))) return searched.has(path) || isFolder(path);
    return [...given, ...known].some((file) => file === path || file.startsWith(path + sep));
  };
  const watch = (): void => {
    const files = [...given.filter((path) => !isFolder(path)), ...known];
    folders.watch([cwd, ...searched, ...files.map((path) => dirname(path))]);
  };
  return {
    async begin() {
      started = Date.now();
      searched = new Set((await Promise.all(given.filter(isFolder).map(foldersBelow))).flat());
      watch();
    },
    end(files) {
      known = new Set([...files, ...given.map(real)]);
      const unwatched = files.filter((file) => !folders.has(dirname(file)));
      watch();
      for (const file of unwatched) if (changedSince(started, file)) tell(file);
    },
    isUnclear: (path) => !known.has(path) && !CODE.test(path) && !CONFIGURATION.test(basename(path)),
    close: folders.close,
  };
}

/** Whether a folder is one in which a check runs the flows themselves. */
function isScratch(path: string): boolean {
  return dirname(path) === real(tmpdir()) && basename(path).startsWith("espalier-");
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function changedSince(time: number, file: string): boolean {
  return (statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0) >= time;
}

function real(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}
