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

/**
 * Loads the TypeScript compiler at the first call: it takes longer to load than most flows take to compile. To import it
 * would take three times as long, because Node reads all of it to see what it exports.
 */
export function loadTypeScript(): TypeScript {
  return createRequire(import.meta.url)("typescript") as TypeScript;
}
