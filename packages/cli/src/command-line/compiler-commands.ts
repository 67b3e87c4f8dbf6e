import { Option, type Command } from "commander";
import { FORMATS } from "../format.ts";
import { examples, jsonOption, type Setting } from "./shared.ts";

const PATHS = "flow files, or folders to look for them (the current one)";

/** `check`, `build`, `types` and `explain`: what works without a gateway. */
export function addCompilerCommands(program: Command, { terminal, done }: Setting): void {
  const check = program
    .command("check")
    .description("check workflows and print what is wrong with them")
    .argument("[paths...]", PATHS)
    .addOption(new Option("--format <format>", "how to print").choices(FORMATS).default("pretty"))
    .option("--json", "the same as --format json")
    .option("--strict", "what only the gateway could decide at run time is an error too")
    .option("--watch", "go on, and check anew whenever a file changes that takes part")
    .action(async (paths, options) => {
      const format = options.json === true ? "json" : options.format;
      done(await (await import("../commands/check.ts")).check(paths, { ...options, format }, terminal));
    });
  examples(
    check,
    ["espalier check", "every workflow below the current folder"],
    ["espalier check flows/triage.tsx --strict", "one file, as severely as possible"],
    ["espalier check flows --watch", "checks again after every change"],
    ["espalier check --format sarif > espalier.sarif", "for code scanning"],
    ["espalier check --json | jq -r '.[].code'", "the codes of all that is wrong"],
  );
  const build = program
    .command("build")
    .description("compile workflows to bundles: <name>.json, and <name>.map.json beside it")
    .argument("[paths...]", PATHS)
    .option("-o, --out <folder>", "where to write; - writes one bundle to standard output", "bundles")
    .option("-w, --workflow <name>", "only this one")
    .addOption(jsonOption("what was written"))
    .action(async (paths, options) =>
      done(await (await import("../commands/build.ts")).build(paths, options, terminal)),
    );
  examples(
    build,
    ["espalier build flows", "writes bundles/<name>.json for every workflow below flows"],
    ["espalier build flows/triage.tsx -o - | sha256sum", "the bytes that the digest is taken of"],
  );
  const types = program
    .command("types")
    .description("write what editors and tsc should know of Python files and of results of workflows")
    .argument("[paths...]", "Python files, flow files, or folders to look for imports (the current one)")
    .option("--check", "write nothing; fail when a file is stale")
    .addOption(jsonOption("the files"))
    .action(async (paths, options) =>
      done(await (await import("../commands/types.ts")).types(paths, options, terminal)),
    );
  examples(
    types,
    ["espalier types", "x.d.py.ts beside every imported x.py, and espalier-workflows.d.ts here"],
    ["espalier types --check", "for CI: fails when somebody forgot to write them"],
  );
  const explain = program
    .command("explain")
    .description("print the page of a diagnostic: what is wrong, what is right, and why")
    .argument("[code]", "code of a diagnostic (without it: all codes)")
    .addOption(jsonOption("the page, or the list"))
    .action(async (code, options) =>
      done(await (await import("../commands/explain.ts")).explainCode(code, options, terminal)),
    );
  examples(
    explain,
    ["espalier explain shape-mismatch", "what a report says with its code, at length"],
    ["espalier explain", "all codes"],
  );
}
