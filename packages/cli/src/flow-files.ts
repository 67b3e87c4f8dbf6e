import { readFile, readdir, stat } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { EXIT, UserError } from "./exit.ts";

const FLOW_FILE = /\.(?:[cm]?[jt]s|[jt]sx)$/;
const PASSED_OVER = new Set(["node_modules", "dist", "build", "coverage"]);

/**
 * The flow files that paths name: a file as it is, a folder with every file below it that speaks of a `Workflow` of
 * `@espalier/jsx`. Absolute, without repeats, in order.
 *
 * Throws a `UserError` for a path that does not exist or holds no flow.
 */
export async function findFlowFiles(paths: readonly string[], cwd: string): Promise<string[]> {
  const found: string[] = [];
  for (const path of paths.length === 0 ? ["."] : paths) {
    const absolute = resolve(cwd, path);
    const info = await stat(absolute).catch(() => undefined);
    if (info === undefined)
      throw new UserError(`there is no file or folder "${path}"`, {
        hint: await nearby(absolute, cwd),
        exitCode: EXIT.usage,
      });
    if (info.isFile()) {
      if (!FLOW_FILE.test(absolute))
        throw new UserError(`"${path}" is not a flow file`, {
          hint: "a workflow is written in a .tsx file (.ts, .jsx, .js and .mjs work too)",
          exitCode: EXIT.usage,
        });
      found.push(absolute);
      continue;
    }
    const inside = await flowsBelow(absolute);
    if (inside.length === 0)
      throw new UserError(`no file in "${path}" exports a workflow`, {
        hint: 'export a <Workflow name="…">…</Workflow> from a .tsx file, or name the file',
        exitCode: EXIT.usage,
      });
    found.push(...inside);
  }
  return [...new Set(found)];
}

async function flowsBelow(folder: string): Promise<string[]> {
  const found: string[] = [];
  const entries = await readdir(folder, { withFileTypes: true });
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      if (!PASSED_OVER.has(entry.name) && !entry.name.startsWith(".")) found.push(...(await flowsBelow(path)));
    } else if (entry.isFile() && /\.[jt]sx$/.test(entry.name) && !/\.test\.[jt]sx$/.test(entry.name)) {
      const text = await readFile(path, "utf8");
      if (text.includes("<Workflow") && text.includes("@espalier/jsx")) found.push(path);
    }
  }
  return found;
}

/** "Did you mean", from the files beside a missing one. */
async function nearby(absolute: string, cwd: string): Promise<string> {
  const folder = resolve(absolute, "..");
  const names = await readdir(folder).catch((): string[] => []);
  const flows = names.filter((name) => FLOW_FILE.test(name) || /\.json$/.test(name)).slice(0, 5);
  if (flows.length === 0) return "check the path: it is read from the current folder";
  return `the files there are ${flows.map((name) => relative(cwd, join(folder, name))).join(", ")}`;
}
