import type { Diagnostic } from "./diagnostic.ts";
import { surroundings } from "./details.ts";
import { relativeFile } from "./relative.ts";

/**
 * The diagnostics as workflow commands of GitHub Actions, one a line: the job's log and the pull request show each at
 * its place. `root` is the checked-out repository.
 */
export function formatGithub(diagnostics: readonly Diagnostic[], options: { readonly root: string }): string {
  return diagnostics.map((diagnostic) => command(diagnostic, options.root)).join("\n");
}

function command(diagnostic: Diagnostic, root: string): string {
  const { severity, code, message, location: at, hint, url } = diagnostic;
  const properties = [
    ...(at === undefined
      ? []
      : [["file", relativeFile(at.file, root)] as const, ["line", at.line], ["col", at.column]]),
    ["title", code],
  ].map(([name, value]) => `${name}=${escapeProperty(String(value))}`);
  const lines = [message, ...surroundings(diagnostic, root), ...(hint === undefined ? [] : [`hint: ${hint}`]), url];
  return `::${severity} ${properties.join(",")}::${escapeData(lines.join("\n"))}`;
}

/** What ends a command, or starts an escape, cannot stand in its text. */
function escapeData(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
