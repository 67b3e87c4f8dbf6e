import type { Command } from "commander";
import { addServerOptions, examples, gatewayOption, jsonOption, wholeNumber, type Setting } from "./shared.ts";

const INPUT = "\nWithout --message, --file and --messages, standard input is the user message.";

/** `run`, with and without `--local`. */
export function addRunCommand(program: Command, { terminal, done }: Setting): void {
  const run = program
    .command("run")
    .description("run a workflow and print its result")
    .argument("<target>", "name of a published workflow, or name@version; with --local a flow file or a bundle")
    .option("-m, --message <text>", "the text of one user message")
    .option("-f, --file <path>", "a text file as one user message; - is standard input")
    .option("--messages <path>", "a JSON file with a list of chat messages; - is standard input")
    .option("--version <number>", "run this version instead of the published one", wholeNumber(1))
    .option("--idempotency-key <key>", "the same key and input again give the same run")
    .addOption(gatewayOption())
    .addOption(jsonOption("the whole result"))
    .option("-l, --local", "compile, start a gateway, publish, run, print, stop")
    .option("-w, --workflow <name>", "with --local: which workflow of the file")
    .addHelpText("after", INPUT)
    .action(async (target, options) => done(await (await import("../commands/run.ts")).run(target, options, terminal)));
  addServerOptions(run);
  examples(
    run,
    ["espalier run statement-audit --file statement.csv", "a published workflow on a file"],
    [
      "cat statement.csv | espalier run statement-audit > report.json",
      "the same in a pipe: only the result is printed",
    ],
    ['espalier run --local flows/triage.tsx --message "Invoice 4711 …"', "a flow file, without a gateway"],
    ["espalier run triage@2 --messages chat.json --json", "an earlier version on a whole conversation"],
  );
}
