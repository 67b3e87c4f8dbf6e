import { Console } from "node:console";
import { runProgram } from "./program.ts";

const { stdin, stdout, stderr, env } = process;

// A reader that has seen enough (`espalier check | head`) is not an error: what is left to print is dropped.
for (const stream of [stdout, stderr])
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code !== "EPIPE" && error.code !== "ERR_STREAM_DESTROYED") throw error;
  });

// The files of workflows run in this process: what they print is beside the result, not in it. Only the command itself
// has the way to standard output.
const results = Object.create(stdout, { write: { value: stdout.write.bind(stdout) } }) as NodeJS.WriteStream;
stdout.write = stderr.write.bind(stderr) as typeof stdout.write;
globalThis.console = new Console(stderr, stderr);

const cwd = currentFolder();
if (cwd === undefined) {
  stderr.write("error: the current folder does not exist any more\nhint: change to one that does\n");
  process.exitCode = 2;
} else {
  const code = await runProgram(process.argv.slice(2), { stdin, stdout: results, stderr, env, cwd, signals: process });
  // What is printed must be out before the end; whatever a workflow's file left running must not put it off.
  await Promise.all([results, stderr].map(flushed));
  process.exit(code);
}

function currentFolder(): string | undefined {
  try {
    return process.cwd();
  } catch {
    return undefined;
  }
}

function flushed(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => stream.write("", () => resolve()));
}
