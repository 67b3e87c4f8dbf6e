import type { Finding } from "@espalier/compiler";
import { readFile } from "node:fs/promises";
import type { Declarations } from "./declarations.ts";

/** The declarations of a Python file; no text when Python could not read the file either. */
export async function pythonDeclarations(file: string): Promise<Declarations> {
  const { parsePythonModule } = await import("@espalier/compiler");
  const module = parsePythonModule(await readFile(file, "utf8"), file);
  const syntax = module.findings.filter((finding) => finding.code === "python-syntax");
  return {
    file: file.replace(/\.py$/, ".d.py.ts"),
    text: syntax.length > 0 ? undefined : module.declarations(),
    mistakes: syntax.map(asDiagnostic),
  };
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
