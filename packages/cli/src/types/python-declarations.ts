import type { Finding } from "@espalier/compiler";
import { readFile } from "node:fs/promises";
import { UserError } from "../exit.ts";
import { declarationFile } from "../files/python-files.ts";
import { systemReason } from "../files/system-reason.ts";
import type { Declarations } from "./declarations.ts";

/**
 * The declarations of a Python file; no text when Python could not read the file either. Throws a `UserError` when it
 * cannot be read from the disk.
 */
export async function pythonDeclarations(file: string): Promise<Declarations> {
  const source = await readSource(file);
  if (source === undefined) return { file: declarationFile(file), text: null, mistakes: [] };
  const { parsePythonModule } = await import("@espalier/compiler");
  const module = parsePythonModule(source, file);
  const syntax = module.findings.filter((finding) => finding.code === "python-syntax");
  return {
    file: declarationFile(file),
    text: syntax.length > 0 ? undefined : module.declarations(),
    mistakes: syntax.map(asDiagnostic),
  };
}

/** Undefined when the file is gone. */
async function readSource(file: string): Promise<string | undefined> {
  try {
    return await readFile(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw new UserError(`cannot read "${file}": ${systemReason(error)}`, { cause: error });
  }
}

function asDiagnostic({ code, message, hint, place }: Finding): Declarations["mistakes"][number] {
  return {
    code: code as Declarations["mistakes"][number]["code"],
    severity: "error",
    message,
    hint,
    location: place,
    related: [],
    componentStack: [],
    url: `docs/diagnostics/${code}.md`,
  };
}
