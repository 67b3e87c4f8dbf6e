import { compilePaths, countErrors, pretty } from "../compile-paths.ts";
import { EXIT } from "../exit.ts";
import { note, paint, print, type Terminal } from "../terminal.ts";

export interface CheckOptions {
  readonly format: "pretty" | "json";
  readonly strict?: boolean;
}

/** `espalier check`: prints every diagnostic; fails when one is an error. */
export async function check(paths: readonly string[], options: CheckOptions, terminal: Terminal): Promise<number> {
  const { workflows, diagnostics, files } = await compilePaths(paths, terminal, { strict: options.strict });
  const errors = countErrors(diagnostics);
  if (options.format === "json") {
    const { formatJson } = await import("@espalier/compiler");
    print(terminal, formatJson(diagnostics, { root: terminal.cwd }));
  } else {
    if (diagnostics.length > 0) print(terminal, `${await pretty(diagnostics, terminal, terminal.stdout)}\n`);
    const warnings = diagnostics.length - errors;
    const found = `${plural(workflows.length, "workflow")} in ${plural(files.length, "file")}`;
    const verdict = errors === 0 ? paint(terminal, terminal.stderr, "green", "ok") : plural(errors, "error");
    note(terminal, `${found}: ${verdict}${warnings > 0 ? `, ${plural(warnings, "warning")}` : ""}`);
  }
  return errors > 0 ? EXIT.failed : EXIT.ok;
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
