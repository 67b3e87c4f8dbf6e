import type { Command } from "commander";
import { DEFAULT_PORT } from "../gateway-address.ts";
import { addServerOptions, examples, gatewayOption, jsonOption, wholeNumber, type Setting } from "./shared.ts";

/** `serve`, and the commands that talk to a gateway about its workflows and runs. */
export function addGatewayCommands(program: Command, setting: Setting): void {
  addServe(program, setting);
  addRegister(program, setting);
  addPublish(program, setting);
  addLists(program, setting);
}

function addServe(program: Command, { terminal, done }: Setting): void {
  const serve = addServerOptions(program.command("serve"))
    .description("start a gateway; Ctrl+C stops it")
    .option("-p, --port <port>", "port to listen on; 0 takes a free one", wholeNumber(0, 65_535), DEFAULT_PORT)
    .option("--host <address>", "address to listen on; others than loopback need keys", "127.0.0.1")
    .option("--json", "print the address as one line of JSON")
    .action(async (options) => done(await (await import("../commands/serve.ts")).serve(options, terminal)));
  examples(
    serve,
    ["espalier serve", "in memory, with sample models, for trying things"],
    ["espalier serve --data data", "keeps workflows, runs and keys in the folder data"],
    ["espalier serve --data data --host 0.0.0.0", "for other machines: needs a key (espalier keys create)"],
  );
}

function addRegister(program: Command, { terminal, done }: Setting): void {
  const register = program
    .command("register")
    .description("send workflows to a gateway, which keeps each as a version")
    .argument("<paths...>", "flow files, bundles (.json), or folders with flow files")
    .addOption(gatewayOption())
    .option("--publish", "publish what was registered")
    .addOption(jsonOption("the versions"))
    .action(async (paths, options) =>
      done(await (await import("../commands/register.ts")).register(paths, options, terminal)),
    );
  examples(
    register,
    ["espalier register flows --publish", "compiles, registers and publishes all of them"],
    ["espalier register bundles/*.json", "bundles that `espalier build` wrote"],
  );
}

function addPublish(program: Command, { terminal, done }: Setting): void {
  const publish = program
    .command("publish")
    .description("make a registered version the one that workflow/<name> runs")
    .argument("<name>", "name of the workflow, also as name@version")
    .option("--version <number>", "which version (the newest)", wholeNumber(1))
    .addOption(gatewayOption())
    .addOption(jsonOption("the answer"))
    .action(async (name, options) =>
      done(await (await import("../commands/publish.ts")).publish(name, options, terminal)),
    );
  examples(
    publish,
    ["espalier publish triage", "the newest version"],
    ["espalier publish triage@3", "back to an earlier one"],
  );
  const unpublish = program
    .command("unpublish")
    .description("take a workflow out of service; its versions and runs stay")
    .argument("<name>", "name of the workflow")
    .addOption(gatewayOption())
    .addOption(jsonOption("the answer"))
    .action(async (name, options) =>
      done(await (await import("../commands/publish.ts")).unpublish(name, options, terminal)),
    );
  examples(unpublish, ["espalier unpublish triage", "workflow/triage can be run by nobody any more"]);
}

function addLists(program: Command, { terminal, done }: Setting): void {
  const workflows = program
    .command("workflows")
    .description("list what a gateway keeps")
    .addOption(gatewayOption())
    .addOption(jsonOption("the list"))
    .action(async (options) => done(await (await import("../commands/list.ts")).workflows(options, terminal)));
  examples(workflows, ["espalier workflows", "each with its newest and its published version"]);
  const runs = program
    .command("runs")
    .description("list the newest runs of a gateway")
    .option("-w, --workflow <name>", "only runs of this one")
    .option("-n, --limit <count>", "how many", wholeNumber(1, 1000), 20)
    .addOption(gatewayOption())
    .addOption(jsonOption("the list"))
    .action(async (options) => done(await (await import("../commands/list.ts")).runs(options, terminal)));
  examples(
    runs,
    ["espalier runs", "the newest twenty"],
    ["espalier runs --json -n 100 | jq '.[] | select(.status == \"failed\")'", "what went wrong lately"],
  );
}
