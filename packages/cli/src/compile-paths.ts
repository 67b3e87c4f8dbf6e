import type { Bundle } from "@espalier/contract";
import type { Compiled, Diagnostic } from "@espalier/compiler";
import { UserError, usageError } from "./exit.ts";
import { findFlowFiles } from "./files/flow-files.ts";
import { shown } from "./shown.ts";
import { hasColor, note, type Terminal } from "./terminal.ts";

/** A workflow that compiled without an error. */
export type Ready = Compiled & { readonly bundle: Bundle; readonly json: string; readonly digest: string };

/** What compiling some paths gave. */
export interface CompiledPaths {
  readonly workflows: readonly Compiled[];
  readonly diagnostics: readonly Diagnostic[];
  readonly files: readonly string[];
}

/** Every diagnostic is wanted: they are counted, though not all are printed. */
export const MAX_DIAGNOSTICS = Number.MAX_SAFE_INTEGER;

/** Compiles all that the paths name, together. Diagnostics come back; nothing is printed. */
export async function compilePaths(
  paths: readonly string[],
  terminal: Terminal,
  options: { readonly strict?: boolean | undefined } = {},
): Promise<CompiledPaths> {
  const files = await findFlowFiles(paths, terminal.cwd);
  const { compileFiles } = await import("@espalier/compiler");
  const result = await compileFiles(files, {
    root: terminal.cwd,
    strict: options.strict ?? false,
    maxDiagnostics: MAX_DIAGNOSTICS,
  });
  return { workflows: result.workflows, diagnostics: result.diagnostics, files };
}

/** As {@link compilePaths}, for commands that go on only without errors: prints the diagnostics and stops at an error. */
export async function compileOrStop(paths: readonly string[], terminal: Terminal): Promise<readonly Ready[]> {
  const { workflows, diagnostics } = await compilePaths(paths, terminal);
  if (diagnostics.length > 0) note(terminal, `${await pretty(shown(diagnostics), terminal, terminal.stderr)}\n`);
  const errors = countErrors(diagnostics);
  if (errors > 0) throw new UserError(`${errors} ${errors === 1 ? "error" : "errors"}: nothing was sent or written`);
  return workflows.filter((workflow): workflow is Ready => workflow.bundle !== undefined);
}

/** The one workflow among several, by name where there is more than one. */
export function pickWorkflow<T extends { readonly name: string }>(
  workflows: readonly T[],
  name: string | undefined,
): T {
  const names = workflows.map((workflow) => `"${workflow.name}"`).join(", ");
  if (name !== undefined) {
    const found = workflows.find((workflow) => workflow.name === name);
    if (found === undefined) throw usageError(`there is no workflow "${name}" here: there is ${names}`);
    return found;
  }
  const [first, ...others] = workflows;
  if (first === undefined || others.length > 0)
    throw usageError(`there are several workflows here: ${names}`, { hint: "say which with --workflow <name>" });
  return first;
}

export function countErrors(diagnostics: readonly Diagnostic[]): number {
  return diagnostics.filter((diagnostic) => diagnostic.severity === "error").length;
}

/** Diagnostics as people read them. */
export async function pretty(
  diagnostics: readonly Diagnostic[],
  terminal: Terminal,
  stream: Terminal["stdout"],
): Promise<string> {
  const { formatPretty } = await import("@espalier/compiler");
  return formatPretty(diagnostics, { root: terminal.cwd, color: hasColor(terminal, stream) });
}
