import { afterEach, expect, test } from "@jest/globals";
import { rmSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { start, type Running } from "../fixtures/espalier.ts";
import { COUNT } from "../fixtures/flows.ts";
import { createWorkspace, type Workspace } from "../fixtures/workspace.ts";

const WAITING = "waiting for changes; Ctrl+C ends it\n";

let workspace: Workspace | undefined;
let running: Running | undefined;
afterEach(async () => {
  running?.signal("SIGINT");
  await running?.outcome;
  running = undefined;
  workspace?.remove();
});

/** A command that watches, and what it says round by round. */
interface Watching {
  /** What the next round prints. */
  next(): Promise<{ stdout: string; stderr: string }>;
  /** How many rounds there were. */
  rounds(): number;
}

function watch(files: Record<string, string>, args: readonly string[], tty = false): Watching {
  workspace = createWorkspace(files);
  running = start(["check", "--watch", ...args], { cwd: workspace.folder, tty, env: { NO_COLOR: "1" } });
  const { stdout, stderr } = running;
  const rounds = (): number => stderr().split(WAITING).length - 1;
  let [seen, out] = [0, 0];
  return {
    rounds,
    async next() {
      while (rounds() <= seen) await sleep(10);
      const text = stdout().slice(out);
      out += text.length;
      return { stdout: text, stderr: stderr().split(WAITING)[seen++]! };
    },
  };
}

const write = (files: Record<string, string>): void => workspace!.write(files);
const at = (name: string): string => join(workspace!.folder, name);

const RULES = "export function words(messages: { content: string }[]): number {\n  return messages.length;\n}\n";
const FLOW = `import { Input, Python, Script, Workflow } from "@espalier/jsx";
import { half } from "./money.py";
import { words } from "../lib/rules.ts";
export default (
  <Workflow name="count">
    <Script run={words} inputs={{ messages: Input.messages }} />
    <Python run={half} />
  </Workflow>
);
`;
const MONEY = "def half(total: float) -> float:\n    return total / 2\n";

test("a change of any file that takes part is a new report; Ctrl+C ends with 0", async () => {
  const files = { "flows/flow.tsx": FLOW, "flows/money.py": MONEY, "lib/rules.ts": RULES };
  const watching = watch(files, ["flows/flow.tsx"]);
  const ok = "1 workflow in 1 file: ok\n";
  expect(await watching.next()).toEqual({ stdout: "", stderr: ok });

  write({ "flows/flow.tsx": FLOW.replace('"count"', '"Count!"') });
  const named = await watching.next();
  expect(named.stderr).toBe("changed: flows/flow.tsx\n1 workflow in 1 file: 1 error\n");
  expect(named.stdout).toMatch(/^flows\/flow\.tsx:5:\d+ - error invalid-name: /);
  write({ "flows/flow.tsx": FLOW });
  expect(await watching.next()).toEqual({ stdout: "", stderr: `changed: flows/flow.tsx\n${ok}` });

  write({ "lib/rules.ts": RULES.replace("number {", "string {").replace("messages.length", '""') });
  const typed = await watching.next();
  expect(typed.stderr).toBe("changed: lib/rules.ts\n1 workflow in 1 file: 1 error\n");
  expect(typed.stdout).toMatch(/^flows\/flow\.tsx:7:5 - error shape-mismatch: .*"total": it is a string/);
  write({ "flows/money.py": MONEY.replace("total: float", "total: str") });
  expect(await watching.next()).toEqual({ stdout: "", stderr: `changed: flows/money.py\n${ok}` });

  expect(running!.signal("SIGINT")).toBe(true);
  expect((await running!.outcome).code).toBe(0);
});

test("syntax errors, and files that vanish and come back, are reports as well", async () => {
  const watching = watch({ "flows/flow.tsx": FLOW, "flows/money.py": MONEY }, ["flows/flow.tsx"]);
  expect((await watching.next()).stdout).toMatch(/^flows\/flow\.tsx:3:\d+ - error load-failed: "\.\.\/lib\/rules\.ts"/);

  write({ "lib/rules.ts": RULES });
  expect((await watching.next()).stderr).toMatch(/^changed: lib\n1 workflow in 1 file: ok\n$/);

  write({ "lib/rules.ts": `${RULES}}` });
  expect((await watching.next()).stdout).toMatch(/^lib\/rules\.ts:4:1 - error load-failed: /);
  write({ "lib/rules.ts": RULES });
  expect((await watching.next()).stdout).toBe("");

  renameSync(at("flows/money.py"), at("money.py"));
  expect((await watching.next()).stdout).toMatch(/^flows\/flow\.tsx:2:\d+ - error not-a-program: /);
  renameSync(at("money.py"), at("flows/money.py"));
  expect((await watching.next()).stdout).toBe("");

  rmSync(at("flows/flow.tsx"));
  const gone = await watching.next();
  expect(gone.stderr).toBe(
    'changed: flows/flow.tsx\nerror: there is no file or folder "flows/flow.tsx"\n' +
      "hint: paths are read from the current folder\n",
  );
  write({ "flows/flow.tsx": FLOW });
  expect(await watching.next()).toEqual({ stdout: "", stderr: "changed: flows/flow.tsx\n1 workflow in 1 file: ok\n" });
});

test("flow files that appear in a folder are checked, and other files are not looked at", async () => {
  const watching = watch({ "flows/read.md": "" }, ["flows"]);
  expect((await watching.next()).stderr).toBe(
    'error: no file in "flows" exports a workflow\n' +
      'hint: export a <Workflow name="…">…</Workflow> from a .tsx file there, or name the file\n',
  );
  write({ "flows/a.tsx": COUNT });
  expect((await watching.next()).stderr).toBe("changed: flows/a.tsx\n1 workflow in 1 file: ok\n");

  write({ "flows/read.md": "new", "flows/money.d.py.ts": "", "flows/.hidden/b.tsx": COUNT, "flows/dist/b.tsx": COUNT });
  await sleep(150);
  write({ "flows/deep/b.tsx": COUNT.replace('"count"', '"other"') });
  expect((await watching.next()).stderr).toBe("changed: flows/deep\n2 workflows in 2 files: ok\n");
  write({ "flows/deep/b.tsx": "export {};" });
  expect((await watching.next()).stderr).toBe("changed: flows/deep/b.tsx\n1 workflow in 1 file: ok\n");
  rmSync(at("flows/deep"), { recursive: true });
  expect((await watching.next()).stderr).toContain("\n1 workflow in 1 file: ok\n");
});

test("what tsconfig.json says is read anew", async () => {
  const flow = COUNT.replace("export function", 'import type { Size } from "#lib/size";\nexport function').replace(
    "): number {\n  return",
    "): Size {\n  return",
  );
  const tsconfig = (folder: string): string =>
    JSON.stringify({
      compilerOptions: { module: "esnext", moduleResolution: "bundler", paths: { "#lib/*": [`./${folder}/*`] } },
    });
  const size = { "lib/size.ts": "export type Size = number;", "tsconfig.json": tsconfig("nowhere") };
  const watching = watch({ "flow.tsx": flow, ...size }, ["flow.tsx", "--strict"]);
  expect((await watching.next()).stderr).toBe("1 workflow in 1 file: 1 error\n");
  write({ "tsconfig.json": tsconfig("lib") });
  expect(await watching.next()).toEqual({ stdout: "", stderr: "changed: tsconfig.json\n1 workflow in 1 file: ok\n" });
});

test("a terminal is cleared for each new report, and a document is printed for each with --format json", async () => {
  const watching = watch({ "flow.tsx": COUNT }, ["flow.tsx", "--json"], true);
  expect(await watching.next()).toEqual({ stdout: "[]\n", stderr: "" });
  writeFileSync(at("flow.tsx"), "export {};\n");
  const { stdout, stderr } = await watching.next();
  expect(stdout.startsWith("\u001b[2J\u001b[3J\u001b[H[\n")).toBe(true);
  expect(JSON.parse(stdout.slice(stdout.indexOf("[\n")))).toMatchObject([{ code: "not-a-workflow" }]);
  expect(stderr).toBe("changed: flow.tsx\n");
});

test("all mistakes are counted, and not only those that are shown", async () => {
  const files = Array.from({ length: 101 }, (_, n): [string, string] => [`flow-${n}.tsx`, "export const x = 1;\n"]);
  const watching = watch(
    Object.fromEntries(files),
    files.map(([name]) => name),
  );
  expect((await watching.next()).stderr).toContain("0 workflows in 101 files: 101 errors; the first 100 are shown\n");
});
