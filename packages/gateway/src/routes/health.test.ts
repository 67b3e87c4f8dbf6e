import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { startGateway } from "../fixtures/gateway.ts";
import { startUpstream } from "../fixtures/upstream.ts";
import { createGateway } from "../index.ts";

const folder = mkdtempSync(join(tmpdir(), "espalier-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** A Python on a machine that has no filter of ours. */
function elsewhere(): string {
  const interpreter = join(folder, "interpreter");
  const change =
    "import platform, runpy, sys; platform.machine = lambda: 'riscv64'; sys.argv = sys.argv[1:]; sys.path.insert(0, sys.argv[0].rpartition('/')[0]); runpy.run_path(sys.argv[0], run_name='__main__')";
  const probe = `if [ "$1" = -I ]; then echo '["${interpreter}", 3, 11, 0]'; exit; fi`;
  writeFileSync(interpreter, `#!/bin/sh\n${probe}\nshift 3\nexec python3 -s -S -B -c "${change}" "$@"\n`);
  chmodSync(interpreter, 0o755);
  return interpreter;
}

const WHY = "programs cannot be confined on riscv64, only on x86_64 and aarch64";

test.each([
  [false, `Python programs cannot be confined here: ${WHY}.`],
  [true, `available without a sandbox: ${WHY}`],
])("readiness says whether Python runs without a sandbox (%s), and why", async (unsandboxedPython, said) => {
  const gateway = await createGateway({ port: 0, python: elsewhere(), unsandboxedPython });
  const answer = await fetch(`${gateway.url}/health/readiness`);
  expect(await answer.json()).toMatchObject({ languages: { javascript: "available", python: said } });
  await gateway.close({ graceMs: 0 });
});

test("whoever looks whether a gateway is well, or what it has, asks no model", async () => {
  const upstream = await startUpstream();
  const bench = await startGateway({ config: { models: { m: { baseUrl: upstream.baseUrl } } } });
  try {
    const paths = ["/health/liveness", "/health/readiness", "/v1/models", "/v1/models/m", "/v1/contract", "/metrics"];
    for (const path of paths) expect((await bench.send(path)).status).toBe(200);
    expect(upstream.calls).toEqual([]);
  } finally {
    await bench.close();
    await upstream.close();
  }
});
