import { chmodSync, cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { REACH } from "../fixtures/hostile-python.ts";
import { valueOf } from "../fixtures/run.ts";
import { prepareJob } from "../input.ts";
import { resolveLimits } from "../limits.ts";
import { createCodeCache } from "./code-cache.ts";
import { findPython } from "./interpreter.ts";
import { PythonWorker } from "./python-worker.ts";

const SOURCES = fileURLToPath(new URL("../../python", import.meta.url));
const IS_ROOT = process.getuid?.() === 0;

let folder: string;
let executable: string;
beforeAll(async () => {
  const found = await findPython("python3");
  if ("reason" in found) throw new Error(found.reason);
  ({ executable } = found);
  // A copy that every user may read: the repository may lie where only its owner can.
  folder = mkdtempSync(join(tmpdir(), "espalier-"));
  chmodSync(folder, 0o755);
  cpSync(SOURCES, join(folder, "python"), { recursive: true });
});
afterAll(() => rmSync(folder, { recursive: true }));

/** An interpreter that is started through another command, as containers and service managers do. */
function startedBy(name: string, command: string): PythonWorker {
  const file = join(folder, name);
  // The interpreter's own options, then its script.
  writeFileSync(file, `#!/bin/sh\nshift 4\nexec ${command} ${executable} -s -S -B ${folder}/python/zygote.py "$@"\n`);
  chmodSync(file, 0o755);
  return new PythonWorker(file, false, createCodeCache());
}

async function run(worker: PythonWorker, source: string) {
  const job = prepareJob(
    { language: "python", source, entrypoint: "f", parameters: [] },
    {},
    { ...resolveLimits("python"), cpuSeconds: 0.2, wallSeconds: 30 },
  );
  if ("code" in job) throw new Error(job.message);
  return worker.run(job, undefined);
}

const ATTEMPTS = `${REACH}
def f():
    refused = []
    for attempt in (lambda: os.open("/etc/passwd", 0), os.fork, lambda: os.kill(os.getpid(), 9), lambda: os.setuid(0)):
        try:
            attempt()
        except PermissionError:
            refused.append(True)
    return [refused, libc.socket(2, 1, 0)]`;

const DROPPED = "--bounding-set=-all --inh-caps=-all --clear-groups";

describe("programs are confined alike", () => {
  test.each<[string, string]>([
    ["as whoever runs the tests", "env"],
    ["with no new privileges", "setpriv --no-new-privs"],
    ...(IS_ROOT
      ? ([
          ["as an unprivileged user", "setpriv --reuid=65534 --regid=65534 --clear-groups"],
          ["as root without any capability", `setpriv ${DROPPED}`],
          ["as nobody without any capability", `setpriv --reuid=65534 --regid=65534 ${DROPPED} --no-new-privs`],
        ] as [string, string][])
      : []),
  ])("%s", async (name, command) => {
    const worker = startedBy(name.replaceAll(" ", "-"), command);
    await worker.start();
    expect(worker.unconfined).toBeUndefined();
    expect(valueOf(await run(worker, ATTEMPTS))).toEqual([[true, true, true, true], -1]);
    expect(await run(worker, "def f():\n    while len('x'): pass")).toMatchObject({ code: "timeout" });
    await worker.close();
  });
});
