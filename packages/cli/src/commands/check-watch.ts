import type { Compiler } from "@espalier/compiler";
import { relative } from "node:path";
import { MAX_DIAGNOSTICS } from "../compile-paths.ts";
import { EXIT } from "../exit.ts";
import { explain } from "../explain.ts";
import { findFlowFiles } from "../files/flow-files.ts";
import { fired, withInterrupt } from "../interrupt.ts";
import { report } from "../report.ts";
import { note, paint, type Terminal } from "../terminal.ts";
import { createChanges } from "../watch/changes.ts";
import { createSourceWatcher, type SourceWatcher } from "../watch/source-watcher.ts";
import type { CheckOptions } from "./check.ts";

const CLEAR = "\u001b[2J\u001b[3J\u001b[H";

/** `espalier check --watch`: checks anew whenever something changes that takes part, until Ctrl+C or SIGTERM. */
export async function checkAndWatch(
  paths: readonly string[],
  options: CheckOptions,
  terminal: Terminal,
): Promise<number> {
  const { createCompiler } = await import("@espalier/compiler");
  const compiler = createCompiler({
    root: terminal.cwd,
    strict: options.strict ?? false,
    maxDiagnostics: MAX_DIAGNOSTICS,
  });
  const changes = createChanges();
  const watcher = createSourceWatcher(paths, terminal.cwd, changes.add);
  const rounds = async (): Promise<never> => {
    for (;;) {
      await round(paths, options, terminal, compiler, watcher);
      const changed = [...(await changes.next())];
      compiler.refresh(changed.some((path) => watcher.isUnclear(path)) ? undefined : changed);
      if (terminal.stdout.isTTY === true) terminal.stdout.write(CLEAR);
      note(terminal, paint(terminal, terminal.stderr, "dim", `changed: ${listed(changed, terminal.cwd)}`));
    }
  };
  try {
    return await withInterrupt(terminal, (interrupt) => Promise.race([rounds(), fired(interrupt).then(() => EXIT.ok)]));
  } finally {
    watcher.close();
  }
}

/** One check. Whatever goes wrong is told, and may be mended by the next change. */
async function round(
  paths: readonly string[],
  { format }: CheckOptions,
  terminal: Terminal,
  compiler: Compiler,
  watcher: SourceWatcher,
): Promise<void> {
  try {
    await watcher.begin();
    const files = await findFlowFiles(paths, terminal.cwd);
    const { workflows, diagnostics } = await compiler.compileFiles(files);
    watcher.end(compiler.files());
    await report({ workflows, diagnostics, files }, format, terminal);
  } catch (error) {
    await explain(error, terminal);
  }
  note(terminal, paint(terminal, terminal.stderr, "dim", "waiting for changes; Ctrl+C ends it"));
}

/** `a.tsx, b.ts and 3 more` */
function listed(changed: readonly string[], cwd: string): string {
  const names = changed.map((path) => relative(cwd, path) || ".").sort();
  const rest = names.length > 3 ? ` and ${names.length - 2} more` : "";
  return `${names.slice(0, rest === "" ? 3 : 2).join(", ")}${rest}`;
}
