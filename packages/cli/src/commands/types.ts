import { readFile, rm, writeFile } from "node:fs/promises";
import { relative } from "node:path";
import { pretty } from "../compile-paths.ts";
import { EXIT, UserError } from "../exit.ts";
import { findPythonFiles } from "../files/python-files.ts";
import { systemReason } from "../files/system-reason.ts";
import { note, print, printJson, type Terminal } from "../terminal.ts";
import { isGenerated, type Declarations } from "../types/declarations.ts";
import { pythonDeclarations } from "../types/python-declarations.ts";
import { resultDeclarations } from "../types/result-declarations.ts";

export interface TypesOptions {
  readonly check?: boolean;
  readonly json?: boolean;
}

/** What became of one file of declarations. */
interface Declared {
  /** As seen from the current folder. */
  readonly file: string;
  readonly state: "fresh" | "stale" | "written" | "removed" | "foreign";
}

/**
 * `espalier types`: writes `x.d.py.ts` beside every `.py` file that a flow imports, and `espalier-workflows.d.ts` in every
 * folder with workflows, or checks that they are fresh. Declarations of a Python file that is gone are removed; a file
 * that somebody else wrote is never touched.
 */
export async function types(paths: readonly string[], options: TypesOptions, terminal: Terminal): Promise<number> {
  const python = await findPythonFiles(paths, terminal.cwd);
  const all = await Promise.all(python.map(pythonDeclarations));
  all.push(...(await resultDeclarations(paths, terminal.cwd)));
  const done: Declared[] = [];
  for (const { file, text } of all) {
    const one = text === undefined ? undefined : await declare(file, text, options, terminal);
    if (one !== undefined) done.push(one);
  }
  if (options.json === true) printJson(terminal, done);
  else for (const one of done) if (one.state !== "fresh") print(terminal, `${one.file}  ${one.state}`);
  const mistakes = distinct(all);
  if (mistakes.length > 0) note(terminal, await pretty(mistakes, terminal, terminal.stderr));
  const stale = done.filter((one) => one.state === "stale");
  if (stale.length > 0) note(terminal, "write them anew with `espalier types`");
  const foreign = done.filter((one) => one.state === "foreign");
  if (foreign.length > 0)
    note(terminal, "what `espalier types` has not generated, it leaves alone: rename or remove the file");
  if (all.length === 0) note(terminal, "no Python file is imported there, and no workflow exported");
  else if (mistakes.length === 0 && done.every((one) => one.state === "fresh"))
    note(terminal, `${done.length} ${done.length === 1 ? "file is" : "files are"} fresh`);
  return stale.length + foreign.length + mistakes.length > 0 ? EXIT.failed : EXIT.ok;
}

/** A Python file that cannot be read is a mistake of its own and one of the workflow that imports it. */
function distinct(all: readonly Declarations[]): Declarations["mistakes"] {
  const mistakes = all.flatMap((one) => one.mistakes);
  const keyOf = ({ code, location, message }: (typeof mistakes)[number]) => JSON.stringify([code, location, message]);
  return [...new Map(mistakes.map((mistake) => [keyOf(mistake), mistake])).values()];
}

async function declare(
  target: string,
  text: string | null,
  options: TypesOptions,
  terminal: Terminal,
): Promise<Declared | undefined> {
  const file = relative(terminal.cwd, target);
  const existing = await readFile(target, "utf8").catch(() => undefined);
  if (existing === undefined && text === null) return undefined;
  if (existing?.replaceAll("\r\n", "\n") === text) return { file, state: "fresh" };
  if (existing !== undefined && !isGenerated(existing)) return { file, state: "foreign" };
  if (options.check === true) return { file, state: "stale" };
  try {
    await (text === null ? rm(target) : writeFile(target, text));
  } catch (error) {
    throw new UserError(`cannot ${text === null ? "remove" : "write"} "${file}": ${systemReason(error)}`, {
      cause: error,
    });
  }
  return { file, state: text === null ? "removed" : "written" };
}
