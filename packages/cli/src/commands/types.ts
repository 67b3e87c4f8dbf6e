import { readFile, writeFile } from "node:fs/promises";
import { relative } from "node:path";
import { EXIT } from "../exit.ts";
import { findPythonFiles } from "../python-files.ts";
import { note, print, type Terminal } from "../terminal.ts";

export interface TypesOptions {
  readonly check?: boolean;
}

/** `espalier types`: writes `x.d.py.ts` beside every `.py` file that a flow imports, or checks that they are fresh. */
export async function types(paths: readonly string[], options: TypesOptions, terminal: Terminal): Promise<number> {
  const { parsePythonModule } = await import("@espalier/compiler");
  const stale: string[] = [];
  for (const file of await findPythonFiles(paths, terminal.cwd)) {
    const text = parsePythonModule(await readFile(file, "utf8"), file).declarations();
    const target = file.replace(/\.py$/, ".d.py.ts");
    const shown = relative(terminal.cwd, target);
    if ((await readFile(target, "utf8").catch(() => undefined)) === text) continue;
    if (options.check === true) stale.push(shown);
    else {
      await writeFile(target, text);
      print(terminal, shown);
    }
  }
  for (const file of stale) print(terminal, `${file} is stale`);
  if (stale.length > 0) note(terminal, "write them anew with `espalier types`");
  return stale.length > 0 ? EXIT.failed : EXIT.ok;
}
