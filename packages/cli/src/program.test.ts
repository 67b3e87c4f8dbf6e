import { describe, expect, test } from "@jest/globals";
import type { Command } from "commander";
import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { espalier, type Outcome } from "./fixtures/espalier.ts";
import { createProgram } from "./program.ts";
import { VERSION } from "./version.ts";

const run = (...args: string[]): Promise<Outcome> => espalier(args, { cwd: tmpdir() });

const silent = { write: () => true } as never;
const program = createProgram({
  terminal: { stdin: silent, stdout: silent, stderr: silent, env: {}, cwd: "/", signals: silent },
  done: () => {},
});

function commandsOf(command: Command, path: readonly string[] = []): [path: string, command: Command][] {
  return command.commands.flatMap((inner) => {
    const names = [...path, inner.name()];
    return [[names.join(" "), inner] as [string, Command], ...commandsOf(inner, names)];
  });
}
const commands = commandsOf(program);

test("there are these commands", () => {
  expect(commands.map(([path]) => path)).toEqual([
    "check",
    "build",
    "types",
    "explain",
    "run",
    "serve",
    "register",
    "publish",
    "unpublish",
    "workflows",
    "runs",
    "keys",
    "keys create",
    "keys list",
    "keys revoke",
    "help",
  ]);
});

describe("help", () => {
  test("goes to standard output and says what the commands, variables and exit codes are", async () => {
    const { code, stdout, stderr } = await run("--help");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    for (const word of ["check [options]", "Examples:", "ESPALIER_API_KEY", "Exit codes:"])
      expect(stdout).toContain(word);
    expect(Math.max(...stdout.split("\n").map((line) => line.length))).toBeLessThanOrEqual(100);
  });

  test.each(commands.map(([path]) => path))("%s --help is the same as help %s", async (path) => {
    const first = await run(...path.split(" "), "--help");
    expect(first).toMatchObject({ code: 0, stderr: "" });
    expect(first.stdout).toContain(`Usage: espalier ${path}`);
    expect(await run("help", ...path.split(" "))).toEqual(first);
  });

  test("every command that does something shows uses of it that parse", () => {
    for (const [path, command] of commands.filter(([, command]) => command.commands.length === 0)) {
      if (path === "help") continue;
      const lines = uses(command);
      expect([path, lines.length > 0]).toEqual([path, true]);
      for (const line of lines) expect(line).toContain(`espalier ${path} `.trimEnd());
      for (const option of lines.flatMap((line) => [...own(line, path).matchAll(/ (--?[a-z][a-z-]*)/g)]))
        expect(command.options.some((known) => [known.short, known.long].includes(option[1]))).toBe(true);
    }
  });

  test("without a command it is printed on standard error, as a mistake", async () => {
    const { code, stdout, stderr } = await run();
    expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
    expect(stderr).toContain("Usage: espalier");
  });
});

/** The command lines below `Examples:`. */
function uses(command: Command): string[] {
  let text = "";
  command.configureOutput({ writeOut: (more) => (text += more) }).outputHelp();
  return [...text.matchAll(/^ {2}\$ (.*)$/gm)].map((match) => match[1]!);
}

/** The part of a command line that is the command's own, before a pipe. */
function own(line: string, path: string): string {
  return line.slice(line.indexOf(`espalier ${path}`)).split(" | ", 1)[0]!;
}

test.each(["--version", "-V"])("%s prints the version", async (flag) => {
  expect(await run(flag)).toEqual({ code: 0, stdout: `${VERSION}\n`, stderr: "" });
});

const MISTAKES: [args: string, stderr: string][] = [
  ["frob", "error: unknown command 'frob'\nhint: `espalier --help` shows what it takes\n"],
  ["chek", "error: unknown command 'chek'\n(Did you mean check?)\nhint: `espalier --help` shows what it takes\n"],
  ["keys frob", "error: unknown command 'frob'\nhint: `espalier keys --help` shows what it takes\n"],
  [
    "check --strct",
    "error: unknown option '--strct'\n(Did you mean --strict?)\nhint: `espalier check --help` shows what it takes\n",
  ],
  [
    "check --format xml",
    "error: option '--format <format>' argument 'xml' is invalid. Allowed choices are pretty, json, github, sarif.\n" +
      "hint: `espalier check --help` shows what it takes\n",
  ],
  ["run", "error: missing required argument 'target'\nhint: `espalier run --help` shows what it takes\n"],
  [
    "run a b",
    "error: too many arguments for 'run'. Expected 1 argument but got 2.\nhint: `espalier run --help` shows what it takes\n",
  ],
  [
    "run a --file",
    "error: option '-f, --file <path>' argument missing\nhint: `espalier run --help` shows what it takes\n",
  ],
  [
    "serve --port 65536",
    "error: option '-p, --port <port>' argument '65536' is invalid. It is not a whole number from 0 to 65535.\n" +
      "hint: `espalier serve --help` shows what it takes\n",
  ],
  [
    "runs -n 1.5",
    "error: option '-n, --limit <count>' argument '1.5' is invalid. It is not a whole number from 1 to 1000.\n" +
      "hint: `espalier runs --help` shows what it takes\n",
  ],
  [
    "publish a --version 0",
    "error: option '--version <number>' argument '0' is invalid. It is not a whole number from 1.\n" +
      "hint: `espalier publish --help` shows what it takes\n",
  ],
  ["publish a@2 --version 3", 'error: "a@2" and --version 3 name two versions\n'],
  ["register", "error: missing required argument 'paths'\nhint: `espalier register --help` shows what it takes\n"],
  [
    "keys create",
    "error: required option '-d, --data <folder>' not specified\nhint: `espalier keys create --help` shows what it takes\n",
  ],
  [
    "keys create -d x --scope root",
    "error: option '--scope <scopes...>' argument 'root' is invalid. Allowed choices are author, invoke, read.\n" +
      "hint: `espalier keys create --help` shows what it takes\n",
  ],
  [
    "keys revoke first -d x",
    "error: command-argument value 'first' is invalid for argument 'number'. It is not a whole number from 1.\n" +
      "hint: `espalier keys revoke --help` shows what it takes\n",
  ],
  ["help keys lsit", 'error: there is no command "lsit"\nhint: did you mean "list"?\n'],
  ["help keys creat", 'error: there is no command "creat"\nhint: did you mean "create"?\n'],
  ["help keys frob", 'error: there is no command "frob"\nhint: there is create, list, revoke\n'],
];

test.each(MISTAKES)("espalier %s", async (args, stderr) => {
  expect(await run(...args.split(" "))).toEqual({ code: 2, stdout: "", stderr });
});

describe("docs/cli.md", () => {
  const page = readFileSync(new URL("../../../docs/cli.md", import.meta.url), "utf8");
  const sections = new Map(
    page.split(/^## /m).map((text) => [text.split("\n", 1)[0]!.replaceAll("`", ""), text] as const),
  );

  test.each(commands)("has a section on %s, with each of its options", (path, command) => {
    const section = sections.get(`espalier ${path}`);
    expect([path, section !== undefined]).toEqual([path, true]);
    for (const option of command.options) expect(section).toContain(`\`${option.flags}\``);
  });

  test("has no section on a command, and no option, that does not exist", () => {
    const flags = new Set(commands.flatMap(([, command]) => command.options.map((option) => option.flags)));
    for (const [title, section] of sections) {
      if (!title.startsWith("espalier ")) continue;
      expect(commands.map(([path]) => `espalier ${path}`)).toContain(title);
      for (const row of section.matchAll(/^\| `(-[^`]+)`/gm)) expect(flags).toContain(row[1]);
    }
  });

  test("names the variables and exit codes of the help", () => {
    for (const word of [
      "ESPALIER_GATEWAY",
      "ESPALIER_API_KEY",
      "ESPALIER_PYTHON",
      "NO_COLOR",
      "FORCE_COLOR",
      "130",
      "143",
    ])
      expect(page).toContain(word);
  });
});
