import { execFile } from "node:child_process";

const OLDEST = [3, 9] as const;
const PROBE = "import sys, json; print(json.dumps([sys.executable, *sys.version_info[:3]]))";
const PROBE_MS = 10_000;

/** A Python that can run programs, or why there is none. */
export type FoundPython = { readonly executable: string } | { readonly reason: string };

/**
 * Asks a Python command for the executable behind it: the command may be a launcher script (pyenv, asdf) that needs our
 * environment, and programs get none of that.
 */
export function findPython(command: string): Promise<FoundPython> {
  return new Promise((resolve) => {
    execFile(command, ["-I", "-S", "-c", PROBE], { timeout: PROBE_MS }, (error, stdout) => {
      resolve(error === null ? readProbe(command, stdout) : { reason: explain(command, error) });
    });
  });
}

function readProbe(command: string, stdout: string): FoundPython {
  const answer = parse(stdout);
  if (!Array.isArray(answer) || typeof answer[0] !== "string" || answer[0] === "") {
    return { reason: `${command} is not a Python interpreter.` };
  }
  const [executable, major, minor] = answer as [string, number, number];
  const recent = major > OLDEST[0] || (major === OLDEST[0] && minor >= OLDEST[1]);
  if (recent) return { executable };
  return { reason: `${command} is Python ${major}.${minor}; programs need Python ${OLDEST.join(".")} or newer.` };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function explain(command: string, error: Error & { code?: unknown }): string {
  if (error.code === "ENOENT") {
    return `${command} was not found. Install Python ${OLDEST.join(".")} or newer, or name an interpreter in ESPALIER_PYTHON.`;
  }
  return `${command} could not be started: ${error.message.split("\n")[0] ?? ""}`;
}
