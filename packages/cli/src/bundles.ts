import { checkBundle, type Bundle } from "@espalier/contract";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { compileOrStop } from "./compile-paths.ts";
import { EXIT, UserError } from "./exit.ts";
import type { Terminal } from "./terminal.ts";

/** Bundles of paths: a `.json` file is one as it stands, anything else is compiled. Checked, in the order given. */
export async function readBundles(paths: readonly string[], terminal: Terminal): Promise<readonly Bundle[]> {
  const files = paths.filter((path) => path.endsWith(".json"));
  const flows = paths.filter((path) => !path.endsWith(".json"));
  const read = await Promise.all(files.map((file) => readBundle(file, terminal)));
  const compiled = flows.length > 0 || paths.length === 0 ? await compileOrStop(flows, terminal) : [];
  return [...read, ...compiled.map((workflow) => workflow.bundle)];
}

async function readBundle(path: string, terminal: Terminal): Promise<Bundle> {
  let value: unknown;
  try {
    value = JSON.parse(await readFile(resolve(terminal.cwd, path), "utf8"));
  } catch (error) {
    const why = (error as { code?: string }).code === "ENOENT" ? "there is no such file" : (error as Error).message;
    throw new UserError(`cannot read the bundle "${path}": ${why}`, { exitCode: EXIT.usage, cause: error });
  }
  const issues = checkBundle(value);
  if (issues.length === 0) return value as Bundle;
  const lines = issues.slice(0, 10).map((issue) => `  ${path}#${issue.pointer} - ${issue.code}: ${issue.message}`);
  const more = issues.length > 10 ? `\n  and ${issues.length - 10} more` : "";
  throw new UserError(`"${path}" is not a bundle that a gateway takes:\n${lines.join("\n")}${more}`, {
    hint: "compile it again with `espalier build`",
  });
}
