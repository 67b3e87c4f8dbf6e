import { Option, type Command } from "commander";
import { examples, jsonOption, wholeNumber, type Setting } from "./shared.ts";

const dataOption = (): Option => new Option("-d, --data <folder>", "data folder of the gateway").makeOptionMandatory();

/** `keys create`, `keys list` and `keys revoke`. */
export function addKeyCommands(program: Command, { terminal, done }: Setting): void {
  const keys = program
    .command("keys")
    .description("make, list and revoke the API keys of a gateway that is not running");
  const create = keys
    .command("create")
    .description("make a key and print it, this once")
    .addOption(dataOption())
    .option("--label <text>", "what it is for", "unnamed")
    .addOption(
      new Option("--scope <scopes...>", "what it may do")
        .choices(["author", "invoke", "read"])
        .default(["invoke", "read"], "invoke read"),
    )
    .option("--workflow <names...>", "only these workflows")
    .addOption(jsonOption("the key"))
    .action(async (options) => done(await (await import("../commands/keys.ts")).createKey(options, terminal)));
  examples(
    create,
    ["espalier keys create --data data --label ci --scope author invoke read", "a key that may do everything"],
    ["espalier keys create --data data --label shop --workflow triage", "one that runs and reads a single workflow"],
    ["export ESPALIER_API_KEY=$(espalier keys create --data data)", "for the commands that follow in this shell"],
  );
  const list = keys
    .command("list")
    .description("list keys, without their text")
    .addOption(dataOption())
    .addOption(jsonOption("the list"))
    .action(async (options) => done(await (await import("../commands/keys.ts")).listKeys(options, terminal)));
  examples(list, ["espalier keys list --data data", "number, label, scopes and workflows of each"]);
  const revoke = keys
    .command("revoke")
    .description("make a key useless from now on")
    .argument("<number>", "number in the list", wholeNumber(1))
    .addOption(dataOption())
    .addOption(jsonOption("the answer"))
    .action(async (no, options) => done(await (await import("../commands/keys.ts")).revokeKey(no, options, terminal)));
  examples(revoke, ["espalier keys revoke 3 --data data", "the key with the number 3 in `espalier keys list`"]);
}
