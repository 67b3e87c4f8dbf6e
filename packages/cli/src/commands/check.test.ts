import { afterAll, beforeEach, describe, expect, test } from "@jest/globals";
import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { espalier } from "../fixtures/espalier.ts";
import { COUNT, SEVERAL } from "../fixtures/flows.ts";
import { createWorkspace, type Workspace } from "../fixtures/workspace.ts";

let workspace: Workspace = createWorkspace();
beforeEach(() => {
  workspace.remove();
  workspace = createWorkspace();
});
afterAll(() => workspace.remove());

const check = (...args: string[]) => espalier(["check", ...args], { cwd: workspace.folder });

test("a workflow without a mistake: nothing on standard output, a verdict beside it", async () => {
  workspace.write({ "flow.tsx": COUNT });
  expect(await check("flow.tsx")).toEqual({ code: 0, stdout: "", stderr: "1 workflow in 1 file: ok\n" });
  expect(await check("flow.tsx", "--json")).toEqual({ code: 0, stdout: "[]\n", stderr: "" });
});

/** Files, and the whole of what `espalier check` prints about `flow.tsx`. */
const MISTAKES: Record<string, { files: Record<string, string>; stdout: string; stderr: string }> = {
  "a file without a workflow": {
    files: { "flow.tsx": "export const x = 1;\n" },
    stdout: `flow.tsx:1:1 - error not-a-workflow: flow.tsx exports no workflow.

> 1 | export const x = 1;
    | ^
  2 |

  hint: Export a <Workflow> element, an array of them, or a component without props that returns one.
  more: espalier explain not-a-workflow

`,
    stderr: "0 workflows in 1 file: 1 error\n",
  },
  "two default exports": {
    files: { "flow.tsx": `${COUNT}export default 1;\n` },
    stdout: `flow.tsx:10:1 - error load-failed: Duplicate export "default".

   9 | );
> 10 | export default 1;
     | ^
  11 |

  hint: A file has one default export. Give the others names: \`export const other = …\`.
  more: espalier explain load-failed

`,
    stderr: "0 workflows in 1 file: 1 error\n",
  },
  "two workflows of one name": {
    files: { "flow.tsx": SEVERAL.replace('name="b"', 'name="a"') },
    stdout: `flow.tsx:7:18 - error duplicate-workflow: There are two workflows of the name "a".

  6 | export const a = <Workflow name="a">{body}</Workflow>;
> 7 | export const b = <Workflow name="a">{body}</Workflow>;
    |                  ^
  8 |

  related: the first workflow of this name at flow.tsx:6:18
  hint: Give one of them another name.
  more: espalier explain duplicate-workflow

`,
    stderr: "2 workflows in 1 file: 1 error\n",
  },
  "a tag that is not closed": {
    files: { "flow.tsx": COUNT.replace("</Workflow>", "</Workflo>") },
    stdout: `flow.tsx:8:3 - error load-failed: Expected corresponding JSX closing tag for <Workflow>.

  7 |     <Script run={words} inputs={{ messages: Input.messages }} />
> 8 |   </Workflo>
    |   ^
  9 | );

  hint: Close the innermost element first. One without children ends in a slash: <Script run={f} />.
  more: espalier explain load-failed

`,
    stderr: "0 workflows in 1 file: 1 error\n",
  },
  "Python that is not Python": {
    files: {
      "flow.tsx": `import { Python, Workflow } from "@espalier/jsx";
import { one } from "./one.py";
export default <Workflow name="a"><Python run={one} /></Workflow>;
`,
      "one.py": "def one(x: int) -> int:\n    return (x + \n",
    },
    stdout: `one.py:3:1 - error python-syntax: Python cannot read this: something is missing at the end of the file.

  2 |     return (x + 
> 3 |
    | ^

  more: espalier explain python-syntax

`,
    stderr: "1 workflow in 1 file: 1 error\n",
  },
  "values that do not fit": {
    files: {
      "flow.tsx": COUNT.replace("  </Workflow>", "    <Script run={shout} />\n  </Workflow>").replace(
        "export default",
        "export function shout(text: string): string {\n  return text.toUpperCase();\n}\nexport default",
      ),
    },
    stdout: `flow.tsx:11:5 - error shape-mismatch: Input.previous does not fit the parameter "text": it is a number, and a string is needed.

  10 |     <Script run={words} inputs={{ messages: Input.messages }} />
> 11 |     <Script run={shout} />
     |     ^
  12 |   </Workflow>

  hint: Change one of the types, or put a program between that converts the value.
  more: espalier explain shape-mismatch

`,
    stderr: "1 workflow in 1 file: 1 error\n",
  },
  "an import of nothing": {
    files: { "flow.tsx": `import { x } from "./nowhere.ts";\nexport default x;\n` },
    stdout: `flow.tsx:1:19 - error load-failed: "./nowhere.ts" cannot be found.

> 1 | import { x } from "./nowhere.ts";
    |                   ^
  2 | export default x;

  hint: Write the path from this file to the one that you mean.
  more: espalier explain load-failed

`,
    stderr: "0 workflows in 1 file: 1 error\n",
  },
};

test.each(Object.keys(MISTAKES))("%s", async (name) => {
  const { files, stdout, stderr } = MISTAKES[name]!;
  workspace.write(files);
  expect(await check("flow.tsx")).toEqual({ code: 1, stdout, stderr });
  const json = await check("flow.tsx", "--json");
  expect(json).toMatchObject({ code: 1, stderr: "" });
  const [diagnostic] = JSON.parse(json.stdout) as { location: { file: string; line: number; column: number } }[];
  const { file, line, column } = diagnostic!.location;
  expect(stdout.startsWith(`${file}:${line}:${column} - `)).toBe(true);
});

test("of 200 files with a mistake each, 100 are shown and all are counted", async () => {
  const file = (n: number): [string, string] => [`flow-${String(n).padStart(3, "0")}.tsx`, "export const x = 1;\n"];
  workspace.write(Object.fromEntries(Array.from({ length: 200 }, (_, n) => file(n))));
  const paths = Array.from({ length: 200 }, (_, n) => file(n)[0]);
  const { code, stdout, stderr } = await check(...paths);
  expect({ code, stderr }).toEqual({
    code: 1,
    stderr: "0 workflows in 200 files: 200 errors; the first 100 are shown\n",
  });
  expect(stdout.match(/error not-a-workflow/g)).toHaveLength(100);
  expect(stdout).toContain("flow-099.tsx:1:1");
  expect(stdout).not.toContain("flow-100.tsx");
  expect(JSON.parse((await check(...paths, "--json")).stdout)).toHaveLength(100);
}, 120_000);

test("--format github prints workflow commands; their files are those of the repository", async () => {
  workspace.write({ "apps/one/flow.tsx": "export const x = 1;\n" });
  const cwd = join(workspace.folder, "apps");
  const run = (env: Record<string, string>) =>
    espalier(["check", "one", "one/flow.tsx", "--format", "github"], { cwd, env });
  workspace.write({ "apps/one/count.tsx": COUNT });
  const command = (file: string): string =>
    `::error file=${file},line=1,col=1,title=not-a-workflow::one/flow.tsx exports no workflow.%0A` +
    "hint: Export a <Workflow> element, an array of them, or a component without props that returns one.%0A" +
    "docs/diagnostics/not-a-workflow.md\n";
  const stderr = "1 workflow in 2 files: 1 error\n";
  expect(await run({})).toEqual({ code: 1, stdout: command("one/flow.tsx"), stderr });
  const inside = await run({ GITHUB_WORKSPACE: workspace.folder });
  expect(inside).toEqual({ code: 1, stdout: command("apps/one/flow.tsx"), stderr });
  expect(await run({ GITHUB_WORKSPACE: join(workspace.folder, "apps/one") })).toMatchObject({
    stdout: command("one/flow.tsx"),
  });
});

test("--format sarif prints one log, with columns in UTF-16", async () => {
  const flow = COUNT.replace("  <Workflow", "  /* 𝒳 */ <Workflow").replace('"count"', '"Count!"');
  workspace.write({ "flow.tsx": flow });
  const { code, stdout, stderr } = await espalier(["check", "--format", "sarif"], { cwd: workspace.folder });
  expect({ code, stderr }).toEqual({ code: 1, stderr: "" });
  const { version, runs } = JSON.parse(stdout) as { version: string; runs: { results: unknown[] }[] };
  expect(version).toBe("2.1.0");
  expect(runs[0]?.results).toMatchObject([
    {
      ruleId: "invalid-name",
      level: "error",
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: "flow.tsx", uriBaseId: "SRCROOT" },
            region: { startLine: 6, startColumn: flow.split("\n")[5]!.indexOf("<") + 1 },
          },
        },
      ],
    },
  ]);
  workspace.write({ "flow.tsx": COUNT });
  expect((await check("--format", "sarif")).stdout).toContain('"results": []');
});

test("what only the gateway could decide is an error under --strict", async () => {
  const choose = 'type Size = "s" | "m";\nexport function take(size: Size): Size {\n  return size;\n}\n';
  const read = "export function read(messages: ChatMessage[]): string {\n  return messages[0]!.content;\n}\n";
  const flow = COUNT.replace("export default", `${choose}${read}export default`)
    .replace("run={words}", "run={read}")
    .replace("  </Workflow>", "    <Script run={take} />\n  </Workflow>");
  workspace.write({ "flow.tsx": flow });
  expect(await check("flow.tsx")).toMatchObject({ code: 0, stdout: "" });
  const strict = await check("flow.tsx", "--strict");
  expect(strict.code).toBe(1);
  expect(strict.stdout).toContain(
    'flow.tsx:15:5 - error shape-mismatch: Input.previous may not fit the parameter "size", ',
  );
});

describe("paths that are of no use", () => {
  const cases: [args: string[], stderr: string][] = [
    [["flwo.tsx"], 'error: there is no file or folder "flwo.tsx"\nhint: did you mean "flow.tsx"?\n'],
    [["sub/a.tsx"], 'error: there is no file or folder "sub/a.tsx"\nhint: there is "sub/other.tsx"\n'],
    [["no/a.tsx"], 'error: there is no file or folder "no/a.tsx"\nhint: paths are read from the current folder\n'],
    [
      ["empty"],
      'error: no file in "empty" exports a workflow\n' +
        'hint: export a <Workflow name="…">…</Workflow> from a .tsx file there, or name the file\n',
    ],
    [
      ["read.md"],
      'error: "read.md" is not a flow file\n' +
        "hint: a workflow is written in a .tsx file (.ts, .jsx, .js and .mjs work too)\n",
    ],
    [
      ["/dev/null"],
      'error: "/dev/null" is not a flow file\n' +
        "hint: a workflow is written in a .tsx file (.ts, .jsx, .js and .mjs work too)\n",
    ],
  ];
  test.each(cases)("%j", async (args, stderr) => {
    workspace.write({ "flow.tsx": COUNT, "sub/other.tsx": COUNT, "empty/x.ts": "", "read.md": "" });
    expect(await check(...args)).toEqual({ code: 2, stdout: "", stderr });
    expect(await check(...args, "--json")).toEqual({ code: 2, stdout: "", stderr });
  });
});

test("a folder stands for the flow files below it, wherever they are linked to", async () => {
  workspace.write({
    "apps/one/flow.tsx": COUNT,
    "apps/one/parts.tsx":
      'import { System } from "@espalier/jsx";\nexport const Tone = () => <System>Be kind.</System>;\n',
    "apps/one/flow.test.tsx": COUNT.replace("count", "tested"),
    "apps/one/dist/flow.tsx": COUNT.replace("count", "built"),
    "apps/one/.cache/flow.tsx": COUNT.replace("count", "hidden"),
    "elsewhere/flow.tsx": COUNT.replace('"count"', '"linked"'),
  });
  symlinkSync(join(workspace.folder, "elsewhere"), join(workspace.folder, "apps", "linked"));
  symlinkSync(join(workspace.folder, "apps"), join(workspace.folder, "apps", "one", "circle"));
  symlinkSync(join(workspace.folder, "gone"), join(workspace.folder, "apps", "dangling.tsx"));
  expect(await check("apps")).toEqual({ code: 0, stdout: "", stderr: "2 workflows in 2 files: ok\n" });
});

test("colours come with a terminal or FORCE_COLOR, and never with NO_COLOR", async () => {
  workspace.write({ "flow.tsx": "export const x = 1;\n" });
  const colored = async (tty: boolean, env: Record<string, string>): Promise<boolean> =>
    (await espalier(["check", "flow.tsx"], { cwd: workspace.folder, tty, env })).stdout.includes("\u001b[31merror");
  expect(await colored(false, {})).toBe(false);
  expect(await colored(true, {})).toBe(true);
  expect(await colored(true, { NO_COLOR: "1" })).toBe(false);
  expect(await colored(false, { FORCE_COLOR: "1" })).toBe(true);
  expect(await colored(true, { FORCE_COLOR: "0" })).toBe(false);
});
