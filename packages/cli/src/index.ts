export { EXIT } from "./exit.ts";
export { runProgram } from "./program.ts";
export type { Signal, Terminal } from "./terminal.ts";
