import { CommanderError } from "commander";
import { EXIT, UserError } from "./exit.ts";
import { note, paint, type Terminal } from "./terminal.ts";

/** Prints why a command ended early and gives the exit code: a mistake of the user in a line or two, ours with its stack. */
export async function explain(error: unknown, terminal: Terminal): Promise<number> {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  if (error instanceof UserError) {
    say(terminal, error.message, error.hint);
    return error.exitCode;
  }
  const { isGatewayError } = await import("@espalier/client");
  if (isGatewayError(error)) {
    const { gatewayHint, gatewayMessage } = await import("./gateway-hint.ts");
    say(terminal, gatewayMessage(error), gatewayHint(error));
    return EXIT.failed;
  }
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  note(terminal, `${paint(terminal, terminal.stderr, "red", "internal error:")} ${text}`);
  note(terminal, "This is a mistake of espalier and not yours: please report it with the lines above.");
  return EXIT.failed;
}

function say(terminal: Terminal, message: string, hint: string | undefined): void {
  note(terminal, `${paint(terminal, terminal.stderr, "red", "error:")} ${message}`);
  if (hint !== undefined) note(terminal, `${paint(terminal, terminal.stderr, "cyan", "hint:")} ${hint}`);
}
