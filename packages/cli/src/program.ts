import { Command, CommanderError, InvalidArgumentError, Option } from "commander";
import { EXIT, UserError } from "./exit.ts";
import { DEFAULT_PORT } from "./gateway-address.ts";
import { note, paint, type Terminal } from "./terminal.ts";
import { VERSION } from "./version.ts";

/** Runs the command line and gives the exit code. Everything that a command loads is loaded when it runs. */
export async function runProgram(args: readonly string[], terminal: Terminal): Promise<number> {
  let code: number = EXIT.ok;
  const program = describeProgram(terminal, (result) => (code = result));
  try {
    await program.parseAsync(args, { from: "user" });
    return code;
  } catch (error) {
    return explain(error, terminal);
  }
}

/** A mistake of the user in two lines; a mistake of ours with its stack. */
async function explain(error: unknown, terminal: Terminal): Promise<number> {
  if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.ok : EXIT.usage;
  const red = (text: string): string => paint(terminal, terminal.stderr, "red", text);
  if (error instanceof UserError) {
    note(terminal, `${red("error:")} ${error.message}`);
    if (error.hint !== undefined) note(terminal, `hint: ${error.hint}`);
    return error.exitCode;
  }
  const { isGatewayError } = await import("@espalier/client");
  if (isGatewayError(error)) {
    note(terminal, `${red("error:")} ${error.message} (${error.code})`);
    const { gatewayHint } = await import("./gateway-hint.ts");
    const hint = gatewayHint(error);
    if (hint !== undefined) note(terminal, `hint: ${hint}`);
    return EXIT.failed;
  }
  if (error instanceof TypeError && error.message.includes("is not the address of a gateway")) {
    note(terminal, `${red("error:")} ${error.message}`);
    return EXIT.usage;
  }
  note(
    terminal,
    `${red("internal error:")} ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`,
  );
  return EXIT.failed;
}

type Done = (code: number) => void;

function describeProgram(terminal: Terminal, done: Done): Command {
  const program = new Command("espalier")
    .description("LLM workflows as TSX trees: checked, compiled, run durably.")
    .version(VERSION, "-V, --version", "print the version")
    .helpOption("-h, --help", "print help")
    .helpCommand("help [command]", "print help for a command")
    .enablePositionalOptions()
    .showSuggestionAfterError(true)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => void terminal.stdout.write(text),
      writeErr: (text) => void terminal.stderr.write(text),
      outputError: (text, write) => write(paint(terminal, terminal.stderr, "red", text)),
    })
    .addHelpText("after", ENVIRONMENT);
  addCompilerCommands(program, terminal, done);
  addGatewayCommands(program, terminal, done);
  addKeyCommands(program, terminal, done);
  addRunCommand(program, terminal, done);
  return program;
}

const ENVIRONMENT = `
Environment:
  ESPALIER_GATEWAY   address of the gateway (http://127.0.0.1:${DEFAULT_PORT})
  ESPALIER_API_KEY   key for it
  NO_COLOR           no colours, on a terminal either

Exit codes: 0 done, 1 errors found or a run failed, 2 wrong usage.`;

function addCompilerCommands(program: Command, terminal: Terminal, done: Done): void {
  program
    .command("check")
    .description("check workflows and print what is wrong with them")
    .argument("[paths...]", "flow files, or folders to look for them (the current one)")
    .addOption(new Option("--format <format>", "how to print").choices(["pretty", "json"]).default("pretty"))
    .option("--json", "the same as --format json")
    .option("--strict", "what only the gateway could decide at run time is an error too")
    .action(async (paths, options) => {
      const format = options.json === true ? "json" : options.format;
      done(await (await import("./commands/check.ts")).check(paths, { ...options, format }, terminal));
    });
  program
    .command("build")
    .description("compile workflows to bundles: <name>.json, and <name>.map.json beside it")
    .argument("[paths...]", "flow files, or folders to look for them (the current one)")
    .option("-o, --out <folder>", "where to write; - writes one bundle to standard output", "bundles")
    .option("-w, --workflow <name>", "only this one")
    .option("--json", "print what was written as JSON")
    .action(async (paths, options) =>
      done(await (await import("./commands/build.ts")).build(paths, options, terminal)),
    );
  program
    .command("types")
    .description("write x.d.py.ts beside every x.py that a flow imports, for editors and tsc")
    .argument("[paths...]", "files or folders to look for imports (the current one)")
    .option("--check", "write nothing; fail when a file is stale")
    .action(async (paths, options) =>
      done(await (await import("./commands/types.ts")).types(paths, options, terminal)),
    );
}

const gatewayOption = (): Option => new Option("-g, --gateway <url>", "address of the gateway");

function addGatewayCommands(program: Command, terminal: Terminal, done: Done): void {
  withServerOptions(program.command("serve"))
    .description("start a gateway")
    .option("-p, --port <port>", "port to listen on; 0 takes a free one", wholeNumber(0, 65_535), DEFAULT_PORT)
    .option("--host <address>", "address to listen on; others than loopback need keys", "127.0.0.1")
    .option("--json", "print the address as one line of JSON")
    .action(async (options) => done(await (await import("./commands/serve.ts")).serve(options, terminal)));
  program
    .command("register")
    .description("send workflows to a gateway, which keeps each as a version")
    .argument("<paths...>", "flow files, bundles (.json), or folders with flow files")
    .addOption(gatewayOption())
    .option("--publish", "publish what was registered")
    .option("--json", "print the versions as JSON")
    .action(async (paths, options) =>
      done(await (await import("./commands/register.ts")).register(paths, options, terminal)),
    );
  program
    .command("publish")
    .description("make a registered version the one that workflow/<name> runs")
    .argument("<name>", "name of the workflow")
    .option("--version <number>", "which version (the newest)", wholeNumber(1))
    .addOption(gatewayOption())
    .option("--json", "print the answer as JSON")
    .action(async (name, options) =>
      done(await (await import("./commands/publish.ts")).publish(name, options, terminal)),
    );
  program
    .command("unpublish")
    .description("take a workflow out of service; its versions and runs stay")
    .argument("<name>", "name of the workflow")
    .addOption(gatewayOption())
    .option("--json", "print the answer as JSON")
    .action(async (name, options) =>
      done(await (await import("./commands/publish.ts")).unpublish(name, options, terminal)),
    );
  program
    .command("workflows")
    .description("list what a gateway keeps")
    .addOption(gatewayOption())
    .option("--json", "print the list as JSON")
    .action(async (options) => done(await (await import("./commands/list.ts")).workflows(options, terminal)));
  program
    .command("runs")
    .description("list the newest runs of a gateway")
    .option("-n, --limit <count>", "how many", wholeNumber(1, 1000), 20)
    .addOption(gatewayOption())
    .option("--json", "print the list as JSON")
    .action(async (options) => done(await (await import("./commands/list.ts")).runs(options, terminal)));
}

function addKeyCommands(program: Command, terminal: Terminal, done: Done): void {
  const keys = program
    .command("keys")
    .description("make, list and revoke the API keys of a gateway that is not running");
  const dataOption = (): Option =>
    new Option("-d, --data <folder>", "data folder of the gateway").makeOptionMandatory();
  keys
    .command("create")
    .description("make a key and print it, this once")
    .addOption(dataOption())
    .option("--label <text>", "what it is for", "unnamed")
    .addOption(
      new Option("--scope <scopes...>", "what it may do")
        .choices(["author", "invoke", "read"])
        .default(["invoke", "read"]),
    )
    .option("--workflow <names...>", "only these workflows")
    .option("--json", "print the key as JSON")
    .action(async (options) => done(await (await import("./commands/keys.ts")).createKey(options, terminal)));
  keys
    .command("list")
    .description("list keys, without their text")
    .addOption(dataOption())
    .option("--json", "print the list as JSON")
    .action(async (options) => done(await (await import("./commands/keys.ts")).listKeys(options, terminal)));
  keys
    .command("revoke")
    .description("make a key useless from now on")
    .argument("<number>", "number in the list", wholeNumber(1))
    .addOption(dataOption())
    .action(async (no, options) => done(await (await import("./commands/keys.ts")).revokeKey(no, options, terminal)));
}

function addRunCommand(program: Command, terminal: Terminal, done: Done): void {
  withServerOptions(program.command("run"))
    .description("run a workflow and print its result")
    .argument("<target>", "name of a published workflow; with --local a flow file or a bundle")
    .option("-m, --message <text>", "the text of one user message")
    .option("-f, --file <path>", "a text file as one user message; - is standard input")
    .option("--messages <path>", "a JSON file with a list of chat messages; - is standard input")
    .option("-l, --local", "compile, start a gateway, publish, run, print, stop")
    .option("-w, --workflow <name>", "with --local: which workflow of the file")
    .option("--version <number>", "run this version instead of the published one", wholeNumber(1))
    .option("--idempotency-key <key>", "the same key and input again give the same run")
    .addOption(gatewayOption())
    .option("--json", "print the whole result as JSON")
    .addHelpText("after", "\nWithout --message, --file and --messages, standard input is the user message.")
    .action(async (target, options) => done(await (await import("./commands/run.ts")).run(target, options, terminal)));
}

function withServerOptions(command: Command): Command {
  return command
    .option("-d, --data <folder>", "where the gateway keeps its database (in memory)")
    .option("-c, --config <file>", "models and limits (espalier.config.json, when there is one)")
    .option("--unsandboxed-python", "run Python programs without a sandbox where there is none: trust them first");
}

/** A whole number from `least` to `most`, or a usage error. */
function wholeNumber(least: number, most = Number.MAX_SAFE_INTEGER): (text: string) => number {
  return (text) => {
    const value = Number(text);
    if (/^\d+$/.test(text) && value >= least && value <= most) return value;
    const range = most === Number.MAX_SAFE_INTEGER ? `from ${least}` : `from ${least} to ${most}`;
    throw new InvalidArgumentError(`It is not a whole number ${range}.`);
  };
}
