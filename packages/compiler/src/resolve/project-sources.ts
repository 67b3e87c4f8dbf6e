import { readFileSync } from "node:fs";
import { bundleFunctions } from "../bundling/index.ts";
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

function readPythonSource(file: string): (PythonSource & PythonModule) | undefined {
  const text = readText(file);
  if (text === undefined) return undefined;
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

function readText(file: string): string | undefined {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return undefined;
  }
}
