import { countErrors, type CompiledPaths } from "./compile-paths.ts";
import { EXIT } from "./exit.ts";
import { formatted, type Format } from "./format.ts";
import { MOST, shown } from "./shown.ts";
import { note, paint, print, type Terminal } from "./terminal.ts";

/** Prints what a check has found, and gives the exit code that says so. */
export async function report(found: CompiledPaths, format: Format, terminal: Terminal): Promise<number> {
  const diagnostics = shown(found.diagnostics);
  const text = await formatted(diagnostics, format, terminal);
  if (text !== "") print(terminal, format === "pretty" ? `${text}\n` : text);
  // The other two are read by programs, which know from the document itself.
  if (format === "pretty" || format === "github") note(terminal, verdict(found, terminal));
  return countErrors(found.diagnostics) > 0 ? EXIT.failed : EXIT.ok;
}

function verdict({ workflows, diagnostics, files }: CompiledPaths, terminal: Terminal): string {
  const errors = countErrors(diagnostics);
  const warnings = diagnostics.length - errors;
  const found = `${plural(workflows.length, "workflow")} in ${plural(files.length, "file")}`;
  const outcome = errors === 0 ? paint(terminal, terminal.stderr, "green", "ok") : plural(errors, "error");
  const hidden = diagnostics.length > MOST ? `; the first ${MOST} are shown` : "";
  return `${found}: ${outcome}${warnings > 0 ? `, ${plural(warnings, "warning")}` : ""}${hidden}`;
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
