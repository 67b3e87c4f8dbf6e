import type { Diagnostic, Finding } from "@espalier/compiler";
import { readFile, writeFile } from "node:fs/promises";
import { relative } from "node:path";
import { pretty } from "../compile-paths.ts";
import { EXIT, UserError } from "../exit.ts";
import { findPythonFiles } from "../files/python-files.ts";
import { systemReason } from "../files/system-reason.ts";
import { note, print, printJson, type Terminal } from "../terminal.ts";

export interface TypesOptions {
  readonly check?: boolean;
  readonly json?: boolean;
}

/** What became of the declarations of one Python file. */
interface Declared {
  /** As seen from the current folder. */
  readonly file: string;
  readonly state: "fresh" | "stale" | "written";
}

/** `espalier types`: writes `x.d.py.ts` beside every `.py` file that a flow imports, or checks that they are fresh. */
export async function types(paths: readonly string[], options: TypesOptions, terminal: Terminal): Promise<number> {
  const done: Declared[] = [];
  const broken: Finding[] = [];
  for (const file of await findPythonFiles(paths, terminal.cwd)) {
    const text = await declarationsOf(file, broken);
    if (text !== undefined) done.push(await declare(file, text, options, terminal));
  }
  if (options.json === true) printJson(terminal, done);
  else for (const one of done) if (one.state !== "fresh") print(terminal, `${one.file}  ${one.state}`);
  if (broken.length > 0) note(terminal, await pretty(broken.map(asDiagnostic), terminal, terminal.stderr));
  const stale = done.filter((one) => one.state === "stale");
  if (stale.length > 0) note(terminal, "write them anew with `espalier types`");
  if (done.length === 0 && broken.length === 0) note(terminal, "no Python file is imported there");
  else if (stale.length + broken.length === 0 && done.every((one) => one.state === "fresh"))
    note(terminal, `${done.length} ${done.length === 1 ? "file is" : "files are"} fresh`);
  return stale.length + broken.length > 0 ? EXIT.failed : EXIT.ok;
}

/** The declarations, or undefined when Python could not read the file either: then the old ones stay. */
async function declarationsOf(file: string, broken: Finding[]): Promise<string | undefined> {
  const { parsePythonModule } = await import("@espalier/compiler");
  const module = parsePythonModule(await readFile(file, "utf8"), file);
  const syntax = module.findings.filter((finding) => finding.code === "python-syntax");
  broken.push(...syntax);
  return syntax.length > 0 ? undefined : module.declarations();
}

async function declare(file: string, text: string, options: TypesOptions, terminal: Terminal): Promise<Declared> {
  const target = file.replace(/\.py$/, ".d.py.ts");
  const shown = relative(terminal.cwd, target);
  if ((await readFile(target, "utf8").catch(() => undefined)) === text) return { file: shown, state: "fresh" };
  if (options.check === true) return { file: shown, state: "stale" };
  try {
    await writeFile(target, text);
  } catch (error) {
    throw new UserError(`cannot write "${shown}": ${systemReason(error)}`, { cause: error });
  }
  return { file: shown, state: "written" };
}

function asDiagnostic({ code, message, hint, place }: Finding): Diagnostic {
  return {
    code: code as Diagnostic["code"],
    severity: "error",
    message,
    hint,
    location: place,
    related: [],
    componentStack: [],
    url: `docs/diagnostics/${code}.md`,
  };
}
