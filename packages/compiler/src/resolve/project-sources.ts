import { isUtf8 } from "node:buffer";
import { readFileSync } from "node:fs";
import { bundleFunctions } from "../bundling/index.ts";
import type { Finding } from "../finding.ts";
import { placeAt } from "../modules/import-place.ts";
import type { TransformCache } from "../modules/transform-cache.ts";
import { parsePythonModule, type PythonModule } from "../python/index.ts";
import { createTypeScriptProject } from "../typescript/index.ts";
import type { PythonSource, Sources } from "./sources.ts";

/** The author's sources on disk. Each file is read once; make new sources to see a change. */
export function createProjectSources(root: string, cache?: TransformCache): Sources {
  const modules = new Map<string, (PythonSource & PythonModule) | undefined>();
  const python = (file: string): (PythonSource & PythonModule) | undefined => {
    if (!modules.has(file)) modules.set(file, readPythonSource(file));
    return modules.get(file);
  };
  // The checker sees what the Python files say now, not what a declaration file beside them said once.
  const readPython = (file: string): string => python(file)?.declarations() ?? "export {};\n";
  const project = createTypeScriptProject({ root, readPython });
  return {
    signature: (tag) => project.signature(tag),
    modelSchema: (place) => project.modelSchema(place),
    bundle: (tags) => bundleFunctions(tags, { root, cache }),
    python,
    text: readText,
  };
}

/**
 * A Python file as Python reads it: without a byte order mark, every line break one newline. Its text travels in the
 * bundle, which must not depend on the system that the file was checked out on.
 */
function readPythonSource(file: string): (PythonSource & PythonModule) | undefined {
  const bytes = readBytes(file);
  if (bytes === undefined) return undefined;
  if (!isUtf8(bytes)) return unreadable(file, bytes);
  const text = new TextDecoder().decode(bytes).replace(/\r\n?/g, "\n");
  const module = parsePythonModule(text, file);
  return {
    text,
    get functions() {
      return module.functions;
    },
    get findings() {
      return module.findings;
    },
    signature: (name) => module.signature(name),
    declarations: () => module.declarations(),
  };
}

/** A file in another encoding; where Python is, it would be read as something else than what the author sees. */
function unreadable(file: string, bytes: Buffer): PythonSource & PythonModule {
  const text = bytes.toString("utf8");
  const finding: Finding = {
    code: "python-syntax",
    message: "This Python file is not UTF-8 text.",
    hint: "Save it as UTF-8.",
    place: placeAt(file, text, text.indexOf("\uFFFD")),
  };
  return {
    text,
    functions: [],
    findings: [finding],
    signature: () => ({ ok: false, findings: [] }),
    declarations: () => "export {};\n",
  };
}

function readText(file: string): string | undefined {
  return readBytes(file)?.toString("utf8");
}

function readBytes(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}
