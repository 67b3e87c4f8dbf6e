export { ALLOWED_MODULES } from "./allowed-modules.ts";
export { parsePythonModule, type PythonModule } from "./module.ts";
