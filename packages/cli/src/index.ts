export { EXIT } from "./exit.ts";
export { runProgram } from "./program.ts";
export type { Terminal } from "./terminal.ts";
