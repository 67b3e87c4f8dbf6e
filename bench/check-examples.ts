import { spawn } from "node:child_process";
import { once } from "node:events";
import { appendFileSync, cpSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { type Benchmark, ESPALIER, ROOT, type Subject, timed, timedProcess } from "./harness/index.ts";

const EXAMPLES = join(ROOT, "examples");
const EDITED = join("invoice-triage", "rules.ts");
/** What `espalier check --watch` says after each check. */
const WAITING = "waiting for changes";

/** TypeScript's own check of the same files stands beside ours, which does it as well and more. */
export const benchmark: Benchmark = {
  title: "espalier check examples, the whole command, and a check anew after an edit in watch mode",
  rounds: 11,
  targets: [
    { subject: "check", figure: "ms", atMost: 2500 },
    { subject: "check anew", figure: "ms", atMost: 300 },
  ],
  subjects: async () => [
    { name: "check", measure: () => timedProcess([ESPALIER, "check", "examples"], ROOT) },
    {
      name: "tsc -p examples",
      measure: () => timedProcess([join(ROOT, "node_modules/typescript/bin/tsc"), "-p", "examples"], ROOT),
    },
    await checkAnew(),
  ],
};

/** Edits a copy of the examples. */
async function checkAnew(): Promise<Subject> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "bench-examples-")));
  cpSync(EXAMPLES, join(folder, "examples"), { recursive: true, filter: (file) => basename(file) !== "node_modules" });
  symlinkSync(join(ROOT, "node_modules"), join(folder, "node_modules"));
  const child = spawn(process.execPath, [ESPALIER, "check", "--watch", "examples"], { cwd: folder });
  let said = "";
  child.stdout.resume();
  child.stderr.setEncoding("utf8").on("data", (text: string) => (said += text));
  const ended = once(child, "exit");
  const checked = async () => {
    while (!said.includes(WAITING)) {
      if (child.exitCode !== null) throw new Error(`the watching check ended:\n${said}`);
      const more = new AbortController();
      await Promise.race([once(child.stderr, "data", { signal: more.signal }), ended]).finally(() => more.abort());
    }
    said = "";
  };
  await checked();
  let edits = 0;
  return {
    name: "check anew",
    measure: () =>
      timed(async () => {
        appendFileSync(
          join(folder, "examples", EDITED),
          `\nexport const edit${++edits} = (text: string): string => text;\n`,
        );
        await checked();
      }),
    close() {
      child.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
