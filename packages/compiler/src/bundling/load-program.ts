import { createContext, Script } from "node:vm";

/** Where and how a script fails before anything in it is called. Line and column start at 1. */
export interface LoadFailure {
  /** The kind of error and its message: `TypeError: x is not a function`. */
  readonly message: string;
  /** The global that is missing, when that is why. */
  readonly missing: string | undefined;
  /** Whether it asked for the time or for chance. */
  readonly isUnrepeatable: boolean;
  readonly line: number;
  readonly column: number;
}

/** Long enough for any program that can be used, on any machine; the sandbox stops one after a second. */
const TIMEOUT_MS = 20_000;
const UNREPEATABLE = " is not available: a program gives the same result each time it runs";
const FILE = "espalier-program.js";

/** Makes the surroundings of a script as poor as the sandbox's. */
const PREPARE = `
for (const name of ["Intl", "WebAssembly", "console", "Atomics"]) delete globalThis[name];
globalThis.console = Object.fromEntries(["log", "info", "warn", "error", "debug"].map((name) => [name, () => {}]));
const refuse = (name) => () => { throw new TypeError(name + "${UNREPEATABLE}"); };
const RealDate = Date;
globalThis.Date = new Proxy(RealDate, {
  construct: (target, values, newTarget) => values.length === 0 ? refuse("new Date() without an argument")() : Reflect.construct(target, values, newTarget),
  apply: refuse("Date() as a function"),
});
RealDate.now = refuse("Date.now");
Math.random = refuse("Math.random");
`;

/**
 * Runs a script without calling its function, in surroundings like the sandbox's, to see whether it loads there. (The
 * author's files have run already, to tell what the workflow is.)
 */
export function loadFailure(code: string): LoadFailure | undefined {
  const context = createContext({});
  try {
    new Script(`{${PREPARE}}`).runInContext(context);
    new Script(code, { filename: FILE }).runInContext(context, { timeout: TIMEOUT_MS, displayErrors: false });
    return undefined;
  } catch (error) {
    return explain(error);
  }
}

/** What the script threw, which may be anything and of another realm. */
function explain(error: unknown): LoadFailure {
  const { name, message, stack } = textsOf(error);
  const [, line = "1", column = "1"] = new RegExp(`${FILE}:(\\d+):?(\\d*)`).exec(stack) ?? [];
  const missing = name === "ReferenceError" ? /^(\S+) is not defined$/.exec(message)?.[1] : undefined;
  return {
    message: name === "" ? message : `${name}: ${message}`,
    missing,
    isUnrepeatable: message.endsWith(UNREPEATABLE),
    line: Number(line),
    column: Math.max(1, Number(column)),
  };
}

function textsOf(error: unknown): { name: string; message: string; stack: string } {
  try {
    if (typeof error !== "object" || error === null) return { name: "", message: String(error), stack: "" };
    const { name, message, stack } = error as Error;
    return { name: String(name), message: String(message).split("\n", 1)[0] ?? "", stack: String(stack) };
  } catch {
    return { name: "", message: "something that cannot be shown", stack: "" };
  }
}
