import { createRequire } from "node:module";
import type ts from "typescript";

/** The TypeScript compiler as a value. */
export type TypeScript = typeof ts;

/** What reading a type needs of one program. */
export interface Checked {
  readonly ts: TypeScript;
  readonly program: ts.Program;
  readonly checker: ts.TypeChecker;
}

/** Loads the TypeScript compiler at the first call: it takes longer to load than most flows take to compile. */
export function loadTypeScript(): TypeScript {
  return createRequire(import.meta.url)("typescript") as TypeScript;
}
