import { Command } from "commander";
import { addCompilerCommands } from "./command-line/compiler-commands.ts";
import { addGatewayCommands } from "./command-line/gateway-commands.ts";
import { addHelpCommand } from "./command-line/help-command.ts";
import { addKeyCommands } from "./command-line/key-commands.ts";
import { addRunCommand } from "./command-line/run-command.ts";
import { examples, type Setting } from "./command-line/shared.ts";
import { EXIT } from "./exit.ts";
import { explain } from "./explain.ts";
import { DEFAULT_PORT } from "./gateway-address.ts";
import { paint, type Terminal } from "./terminal.ts";
import { VERSION } from "./version.ts";

/** Runs the command line and gives the exit code. Everything that a command loads is loaded when it runs. */
export async function runProgram(args: readonly string[], terminal: Terminal): Promise<number> {
  let code: number = EXIT.ok;
  const program = createProgram({ terminal, done: (result) => (code = result) });
  let json = false;
  program.hook("preAction", (_, command) => void (json = command.opts()["json"] === true));
  try {
    await program.parseAsync(args, { from: "user" });
    return code;
  } catch (error) {
    return explain(error, terminal, json);
  }
}

/** The commands, their options and their help. */
export function createProgram(setting: Setting): Command {
  const { terminal } = setting;
  const program = new Command("espalier")
    .description("LLM workflows as TSX trees: checked, compiled, run durably.")
    .version(VERSION, "-V, --version", "print the version")
    .helpOption("-h, --help", "print help")
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void terminal.stdout.write(text),
      writeErr: (text) => void terminal.stderr.write(text),
      outputError: (text, write) => write(text.replace(/^error:/, paint(terminal, terminal.stderr, "red", "error:"))),
    });
  addCompilerCommands(program, setting);
  addRunCommand(program, setting);
  addGatewayCommands(program, setting);
  addKeyCommands(program, setting);
  addHelpCommand(program);
  examples(
    program,
    ["espalier check", "says what is wrong with the workflows below the current folder"],
    ["espalier run --local flow.tsx --file input.txt", "runs one, without anything else"],
    ["espalier serve --data data", "starts a gateway; then, in another terminal:"],
    ["espalier register flow.tsx --publish && espalier run <name> --file input.txt", "runs it there"],
  );
  program.addHelpText("after", ENVIRONMENT);
  pointToHelp(program);
  return program;
}

/** After a mistake in the command line, says where the right way stands. */
function pointToHelp(command: Command): void {
  const names: string[] = [];
  for (let at: Command | null = command; at !== null; at = at.parent) names.unshift(at.name());
  command.showHelpAfterError(`hint: \`${names.join(" ")} --help\` shows what it takes`);
  for (const inner of command.commands) pointToHelp(inner);
}

const ENVIRONMENT = `
Environment:
  ESPALIER_GATEWAY  address of the gateway (http://127.0.0.1:${DEFAULT_PORT})
  ESPALIER_API_KEY  key for it
  ESPALIER_PYTHON   Python interpreter of a gateway that is started here (python3)
  NO_COLOR          no colours, not even on a terminal
  FORCE_COLOR       colours, even where there is no terminal

Exit codes:
  0  done
  1  errors found, a run failed, or a gateway said no
  2  the command line, or a file that it names, cannot be used
  130, 143  stopped by Ctrl+C or SIGTERM`;
