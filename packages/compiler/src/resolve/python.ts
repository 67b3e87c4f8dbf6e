import path from "node:path";
import type { ProgramReference } from "../build/tree.ts";
import type { Origin, Reporter } from "../diagnostics/reporter.ts";
import type { ResolvedProgram } from "./resolution.ts";
import type { Sources } from "./sources.ts";

type PythonProgram = Extract<ProgramReference, { language: "python" }>;

/** A Python function with the whole text of its file. What is wrong with the file as a whole is reported once. */
export function resolvePython(
  reference: PythonProgram,
  at: Origin,
  sources: Sources,
  reporter: Reporter,
): ResolvedProgram | undefined {
  const { file, entrypoint } = reference;
  const imported: Origin = reference.place === undefined ? at : { place: reference.place, stack: [] };
  const module = sources.python(file);
  if (module === undefined) {
    reporter.report(imported, "not-a-program", "missingFile", { file: path.basename(file) });
    return undefined;
  }
  reporter.found(imported, module.findings);
  const signature = module.signature(entrypoint);
  reporter.found(imported, signature.findings);
  if (!signature.ok) return undefined;
  const { parameters, returns } = signature.value;
  // The whole text travels: Python has no way to cut a function out of its file.
  const program = {
    language: "python" as const,
    source: module.text,
    entrypoint,
    parameters: [...parameters],
    returns,
  };
  return { program, map: undefined };
}
