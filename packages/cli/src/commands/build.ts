import { rename, rm, writeFile } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { compileOrStop, pickWorkflow, type Ready } from "../compile-paths.ts";
import { EXIT, usageError } from "../exit.ts";
import { makeFolder } from "../files/make-folder.ts";
import { systemReason } from "../files/system-reason.ts";
import { printJson, printTable, type Terminal } from "../terminal.ts";

export interface BuildOptions {
  /** A folder, or `-` for standard output. */
  readonly out: string;
  readonly workflow?: string;
  readonly json?: boolean;
}

/** `espalier build`: writes `<name>.json` (the canonical bundle) and `<name>.map.json` for every workflow. */
export async function build(paths: readonly string[], options: BuildOptions, terminal: Terminal): Promise<number> {
  const compiled = await compileOrStop(paths, terminal);
  const workflows = options.workflow === undefined ? compiled : [pickWorkflow(compiled, options.workflow)];
  if (options.out === "-") {
    terminal.stdout.write(pickWorkflow(workflows, undefined).json);
    return EXIT.ok;
  }
  const folder = resolve(terminal.cwd, options.out);
  const written = [];
  for (const workflow of workflows) written.push(await writeWorkflow(workflow, folder, terminal.cwd));
  if (options.json === true) printJson(terminal, written);
  else
    printTable(
      terminal,
      written.map((one) => [one.file, `v${one.contractVersion}`, `${one.bytes} bytes`, one.digest]),
    );
  return EXIT.ok;
}

async function writeWorkflow(workflow: Ready, folder: string, cwd: string) {
  const file = join(folder, `${workflow.name}.json`);
  const map = join(folder, `${workflow.name}.map.json`);
  try {
    await makeFolder(folder);
    await replace(file, workflow.json);
    await replace(map, `${JSON.stringify(workflow.map, undefined, 2)}\n`);
  } catch (error) {
    throw usageError(
      `cannot write to "${relative(cwd, folder) || "."}": ${systemReason(error, "no folder can be made there")}`,
      {
        hint: "give a folder that you can write to with --out",
        cause: error,
      },
    );
  }
  return {
    name: workflow.name,
    file: relative(cwd, file),
    map: relative(cwd, map),
    contractVersion: workflow.bundle.contract_version,
    bytes: Buffer.byteLength(workflow.json),
    digest: workflow.digest,
  };
}

/** Whoever reads the file meanwhile sees the old text or the new one, never half of it. */
async function replace(file: string, text: string): Promise<void> {
  const next = `${file}.${process.pid}.tmp`;
  try {
    await writeFile(next, text);
    await rename(next, file);
  } catch (error) {
    await rm(next, { force: true });
    throw error;
  }
}
