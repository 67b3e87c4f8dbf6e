export type { ReadPython } from "./host.ts";
export { createTypeScriptProject, type TypeScriptProject, type TypeScriptProjectOptions } from "./project.ts";
export { createSourceCache, type SourceCache } from "./source-cache.ts";
