import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "@jest/globals";
import type { TraceRow } from "@espalier/client";
import { randomSource } from "@espalier/runner/simulator";
import { send } from "./fixtures/http.ts";
import { gatewayProcesses } from "./fixtures/processes.ts";
import { until } from "./fixtures/until.ts";
import { answerTo, startCountingModel, type CountingModel } from "./testing/counting-model.ts";
import type { GatewayProcess } from "./testing/gateway-process.ts";
import { audit } from "./testing/journal-audit.ts";
import { wideResult, wideWorkflow } from "./testing/wide-workflow.ts";

const folder = mkdtempSync(join(tmpdir(), "espalier-kill-"));
const { start } = gatewayProcesses();
let running: GatewayProcess | undefined;
let model: CountingModel | undefined;
afterEach(async () => {
  await model?.close();
  rmSync(folder, { recursive: true, force: true });
});

const KILLS = 5;
const ITEMS = 300;
const TAGS = ["red", "green"];

test("killed at random moments, runs of hundreds of leaves end as if nothing had been, and repeat only what was under way", async () => {
  const random = randomSource(11);
  model = await startCountingModel(25, random);
  const config = { models: { m: { baseUrl: model.baseUrl } } };
  const dataDirectory = join(folder, "data");

  let done: ReadonlySet<string> = new Set();
  const again: string[] = [];
  let callsLeft = Infinity;
  model.onCall = (prompt) => {
    if (done.has(JSON.stringify(answerTo(prompt)))) again.push(prompt);
    if (--callsLeft === 0) running!.signal("SIGKILL");
  };

  running = await start({ dataDirectory, config });
  const bundle = wideWorkflow("wide", 8);
  expect(await send(running.url, "/v1/workflows", { json: bundle })).toMatchObject({ status: 201 });
  await send(running.url, "/v1/workflows/wide/publish", { json: {} });
  const ask = (url: string, tag: string) =>
    send(url, "/v1/chat/completions", {
      json: { model: "workflow/wide", messages: [{ role: "user", content: `${tag} ${ITEMS}` }] },
      headers: { "idempotency-key": tag },
    });
  const lost = TAGS.map((tag) => ask(running!.url, tag).catch(() => "lost"));

  let allowed = 0;
  let deadlines: ReadonlyMap<string, number> | undefined;
  for (let kill = 0; kill < KILLS; kill++) {
    callsLeft = 40 + Math.floor(random() * 25);
    expect(await running.ended).toMatchObject({ signal: "SIGKILL" });
    const { completed, inFlight, wrong, deadlines: stored } = await audit(dataDirectory);
    expect(wrong).toEqual([]);
    expect(stored).toEqual((deadlines ??= stored));
    expect(inFlight).toBeLessThanOrEqual(TAGS.length * 8);
    allowed += inFlight;
    done = completed;
    running = await start({ dataDirectory, config });
  }
  expect(await Promise.all(lost)).toEqual(TAGS.map(() => "lost"));

  for (const tag of TAGS) {
    const { status, body } = await ask(running.url, tag);
    expect({ status, output: body.workflow.output }).toEqual({ status: 200, output: wideResult(tag, ITEMS) });
  }
  for (const { id } of (await send(running.url, "/v1/runs")).body.data) await checkTrace(running.url, id);
  const repeats = [...model.taken.values()].reduce((sum, count) => sum + count - 1, 0);
  expect(model.taken.size).toBe(TAGS.length * ITEMS * 1.5);
  expect(repeats).toBeLessThanOrEqual(allowed);
  expect(again).toEqual([]);
  await until(async () => (await send(running!.url, "/v1/runs?status=completed")).body.data.length === TAGS.length);
  running.signal("SIGTERM");
  expect(await running.ended).toEqual({ code: 0, signal: null, stderr: "" });
  expect(await audit(dataDirectory)).toMatchObject({ wrong: [], inFlight: 0, deadlines });
});

/** The trace of a run that was cut again and again is that of one that was not, but for attempts that were cut. */
async function checkTrace(url: string, id: string): Promise<void> {
  const rows: TraceRow[] = [];
  for (let after: string | null = "0"; after !== null;) {
    const { body } = await send(url, `/v1/runs/${id}/trace?after=${after}`);
    rows.push(...body.data);
    after = body.next;
  }
  const items = Array.from({ length: ITEMS }, (_, item) => item);
  expect(rows.map(({ path, status }) => `${path} ${status}`)).toEqual([
    "node_1 completed",
    "node_2 completed",
    ...items.flatMap((item) => {
      const [then, otherwise] = item % 2 === 0 ? ["completed", "skipped"] : ["skipped", "completed"];
      return [
        `node_2[${item}]/node_3 completed`,
        `node_2[${item}]/node_4 completed`,
        `node_2[${item}]/node_4[then]/node_5 ${then}`,
        `node_2[${item}]/node_4[otherwise]/node_6 ${otherwise}`,
      ];
    }),
  ]);
  const ends = rows.flatMap(({ attempts }) => attempts.slice(-1).map(({ status }) => status));
  expect(new Set(ends)).toEqual(new Set(["completed"]));
  const before = rows.flatMap(({ attempts }) => attempts.slice(0, -1).map(({ status }) => status));
  expect(before.filter((status) => status !== "failed" && status !== "interrupted")).toEqual([]);
  const { usage } = (await send(url, `/v1/runs/${id}`)).body;
  const tokens = rows.reduce((sum, row) => sum + (row.usage?.total_tokens ?? 0), 0);
  expect([tokens, rows[1]!.inside!.usage!.total_tokens]).toEqual([usage.total_tokens, usage.total_tokens]);
}
