import { CommanderError } from "commander";
import { EXIT, UserError } from "./exit.ts";
import { note, paint, printJson, type Terminal } from "./terminal.ts";

/**
 * Prints why a command ended early and gives the exit code: a mistake of the user in a line or two, ours with its stack.
 * With `json`, what was begun and failed is a document on standard output too.
 */
export async function explain(error: unknown, terminal: Terminal, json = false): Promise<number> {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  const { isGatewayError } = await import("@espalier/client");
  const { documentOf } = await import("./error-document.ts");
  if (error instanceof UserError) {
    say(terminal, error.message, error.hint, error.notes);
    if (json && error.exitCode === EXIT.failed) printJson(terminal, documentOf(error.message, error.hint, error.cause));
    return error.exitCode;
  }
  if (isGatewayError(error)) {
    const { gatewayHint, gatewayMessage } = await import("./gateway-hint.ts");
    const hint = gatewayHint(error);
    say(terminal, gatewayMessage(error), hint);
    if (json) printJson(terminal, documentOf(error.message, hint, error));
    return EXIT.failed;
  }
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  note(terminal, `${paint(terminal, terminal.stderr, "red", "internal error:")} ${text}`);
  note(terminal, "This is a mistake of espalier and not yours: please report it with the lines above.");
  if (json) printJson(terminal, documentOf("internal error", undefined, undefined));
  return EXIT.failed;
}

function say(terminal: Terminal, message: string, hint: string | undefined, notes: readonly string[] = []): void {
  note(terminal, `${paint(terminal, terminal.stderr, "red", "error:")} ${message}`);
  for (const line of notes) note(terminal, line);
  if (hint !== undefined) note(terminal, `${paint(terminal, terminal.stderr, "cyan", "hint:")} ${hint}`);
}
