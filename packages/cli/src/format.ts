import type { Diagnostic } from "@espalier/compiler";
import { existsSync, realpathSync } from "node:fs";
import { relative } from "node:path";
import { hasColor, type Terminal } from "./terminal.ts";
import { VERSION } from "./version.ts";

/** How `espalier check` can print diagnostics. */
export const FORMATS = ["pretty", "json", "github", "sarif"] as const;
export type Format = (typeof FORMATS)[number];

/** The diagnostics as text, without a line break at the end; empty when there is nothing to print. */
export async function formatted(
  diagnostics: readonly Diagnostic[],
  format: Format,
  terminal: Terminal,
): Promise<string> {
  const { formatGithub, formatJson, formatPretty, formatSarif } = await import("@espalier/compiler");
  switch (format) {
    case "json":
      return formatJson(diagnostics, { root: terminal.cwd });
    case "github":
      return formatGithub(diagnostics, { root: repository(terminal) });
    case "sarif":
      return formatSarif(diagnostics, { root: repository(terminal), version: VERSION });
    case "pretty":
      return formatPretty(diagnostics, { root: terminal.cwd, color: hasColor(terminal, terminal.stdout) });
  }
}

/** GitHub shows files by their path in the repository, wherever in it the command runs. */
function repository({ cwd, env }: Terminal): string {
  const folder = env["GITHUB_WORKSPACE"];
  if (folder === undefined || !existsSync(folder)) return cwd;
  const real = realpathSync(folder);
  return relative(real, realpathSync(cwd)).startsWith("..") ? cwd : real;
}
