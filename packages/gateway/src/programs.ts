import type { Sandbox } from "@espalier/sandbox";
import type { CallProgram } from "./engine/index.ts";

/** Runs the engine's programs in the sandbox. The leaf's deadline reaches it as the signal; its own limits stay. */
export function programCaller(sandbox: Sandbox): CallProgram {
  return ({ language, source, entrypoint, parameters }, args, signal) =>
    sandbox.call({ language, source, entrypoint, parameters: [...parameters] }, args, undefined, signal);
}
