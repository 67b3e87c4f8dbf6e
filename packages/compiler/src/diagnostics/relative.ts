import path from "node:path";

/** A file name as seen from `root`, with forward slashes: the same in any folder and on any system. */
export function relativeFile(file: string, root: string): string {
  return path.relative(root, file).split(path.sep).join("/");
}
