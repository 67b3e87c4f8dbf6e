import { readFile, readdir, stat } from "node:fs/promises";
import { basename, dirname, join, relative, resolve } from "node:path";
import { usageError } from "../exit.ts";
import { filesBelow } from "./walk.ts";

const FLOW_FILE = /\.(?:[cm]?[jt]s|[jt]sx)$/;
const FLOW_FILE_IN_FOLDER = /(?<!\.(?:test|spec|stories))\.[jt]sx$/;
const WORKFLOW_ELEMENT = /<(?:[\w$]+\.)?Workflow[\s>]/;

/**
 * The flow files that paths name: a file as it is, a folder with every `.tsx` and `.jsx` file below it that writes a
 * `<Workflow>` of `@espalier/jsx`. Absolute, without repeats, in order.
 *
 * Throws a `UserError` for a path that does not exist or holds no flow.
 */
export async function findFlowFiles(paths: readonly string[], cwd: string): Promise<string[]> {
  const found: string[] = [];
  for (const path of paths.length === 0 ? ["."] : paths) {
    const absolute = resolve(cwd, path);
    const info = await stat(absolute).catch(() => undefined);
    if (info === undefined) throw await missing(path, absolute, cwd);
    if (info.isDirectory()) found.push(...(await flowsBelow(absolute, path)));
    else if (FLOW_FILE.test(absolute)) found.push(absolute);
    else
      throw usageError(`"${path}" is not a flow file`, {
        hint: "a workflow is written in a .tsx file (.ts, .jsx, .js and .mjs work too)",
      });
  }
  return [...new Set(found)];
}

/** Whether a file is one that is looked into when its folder is named, going by its name. */
export function isFlowFileInFolder(file: string): boolean {
  return FLOW_FILE_IN_FOLDER.test(file);
}

async function flowsBelow(folder: string, shown: string): Promise<string[]> {
  const found = await flowFilesBelow(folder);
  if (found.length > 0) return found;
  throw usageError(`no file in "${shown}" exports a workflow`, {
    hint: 'export a <Workflow name="…">…</Workflow> from a .tsx file there, or name the file',
  });
}

/** What {@link findFlowFiles} finds in a folder; nothing is no mistake. */
export async function flowFilesBelow(folder: string): Promise<string[]> {
  const found: string[] = [];
  for (const file of await filesBelow(folder, FLOW_FILE_IN_FOLDER)) {
    const text = await readFile(file, "utf8").catch(() => "");
    if (text.includes("@espalier/jsx") && WORKFLOW_ELEMENT.test(text)) found.push(file);
  }
  return found;
}

async function missing(path: string, absolute: string, cwd: string) {
  const { nearest } = await import("../nearest.ts");
  const names = (await readdir(dirname(absolute)).catch((): string[] => [])).sort();
  const shown = (name: string): string => relative(cwd, join(dirname(absolute), name));
  const meant = nearest(basename(absolute), names);
  const flows = names.filter((name) => /\.[jt]sx$/.test(name)).slice(0, 5);
  const hint =
    meant !== undefined
      ? `did you mean "${shown(meant)}"?`
      : flows.length > 0
        ? `there is ${flows.map((name) => `"${shown(name)}"`).join(", ")}`
        : "paths are read from the current folder";
  return usageError(`there is no file or folder "${path}"`, { hint });
}
