import type { Command } from "commander";
import { usageError } from "../exit.ts";

/** `help`: commander's own says nothing about a command that does not exist. */
export function addHelpCommand(program: Command): void {
  program
    .helpCommand(false)
    .command("help")
    .description("print help for a command")
    .argument("[command...]", "name of the command, such as: keys create")
    .action(async (names: readonly string[]) => {
      let command = program;
      for (const name of names) command = find(command, name) ?? (await fail(command, name));
      command.outputHelp();
    });
}

function find(command: Command, name: string): Command | undefined {
  return command.commands.find((one) => one.name() === name);
}

async function fail(command: Command, name: string): Promise<never> {
  const { nearest } = await import("../nearest.ts");
  const names = command.commands.map((one) => one.name());
  const meant = nearest(name, names);
  throw usageError(`there is no command "${name}"`, {
    hint: meant === undefined ? `there is ${names.join(", ")}` : `did you mean "${meant}"?`,
  });
}
