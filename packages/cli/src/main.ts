import { runProgram } from "./program.ts";

const { stdin, stdout, stderr, env } = process;
// A reader that has seen enough (`espalier check | head`) is not an error.
stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code === "EPIPE") process.exit(0);
  throw error;
});
process.exitCode = await runProgram(process.argv.slice(2), { stdin, stdout, stderr, env, cwd: process.cwd() });
