import type { JsonSchema, Program } from "@espalier/contract";
import type { ProgramMap } from "../bundling/bundled-function.ts";
import type { ChatTree, ProgramReference } from "../build/tree.ts";
import type { Signature } from "../signature.ts";

/** What was read from the author's sources. `undefined` means that it could not be; that has been reported. */
export interface Resolution {
  /** What a program takes and gives. */
  signature(program: ProgramReference): Signature | undefined;
  /** A program as it goes into a bundle. */
  program(program: ProgramReference): ResolvedProgram | undefined;
  /** The schema of a model call's response model. Ask only where there is one. */
  model(node: ChatTree): JsonSchema | undefined;
}

/** A program and, for TypeScript, the way back to its sources. */
export interface ResolvedProgram {
  readonly program: Program;
  readonly map: ProgramMap | undefined;
}

/** Tells programs apart: one function used twice is one program. */
export function programKey(program: ProgramReference): string {
  if (program.language === "python") return JSON.stringify(["python", program.file, program.entrypoint]);
  const { file, name, line, column } = program.tag;
  return JSON.stringify(["javascript", file, name, line, column]);
}
