import { InvalidArgumentError, Option, type Command } from "commander";
import type { Terminal } from "../terminal.ts";

/** What the definition of a command needs besides commander. */
export interface Setting {
  readonly terminal: Terminal;
  /** Told the exit code when a command has ended. */
  readonly done: (code: number) => void;
}

/** Adds uses of the command below its help. Each is a command line and what it does. */
export function examples(command: Command, ...uses: readonly (readonly [line: string, what: string])[]): Command {
  const lines = uses.map(([line, what]) => `  $ ${line}\n      ${what}`);
  return command.addHelpText("after", `\nExamples:\n${lines.join("\n")}`);
}

/** `--json`, which every command with a result has. */
export function jsonOption(what: string): Option {
  return new Option("--json", `print ${what} as JSON, and nothing else on standard output`);
}

export function gatewayOption(): Option {
  return new Option("-g, --gateway <url>", "address of the gateway (ESPALIER_GATEWAY, or http://127.0.0.1:4111)");
}

/** What a gateway in this process is started with. */
export function addServerOptions(command: Command): Command {
  return command
    .option("-d, --data <folder>", "keep the database there (without it: in memory only)")
    .option("-c, --config <file>", "models and limits (espalier.config.json, when there is one)")
    .option("--unsandboxed-python", "run Python programs without a sandbox where there is none: trust them first");
}

/** A whole number from `least` to `most`, or a usage error. */
export function wholeNumber(least: number, most = Number.MAX_SAFE_INTEGER): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= least && value <= most) return value;
    const range = most === Number.MAX_SAFE_INTEGER ? `from ${least}` : `from ${least} to ${most}`;
    throw new InvalidArgumentError(`It is not a whole number ${range}.`);
  };
}
