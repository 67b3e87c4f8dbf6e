import { rmSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual, parseArgs } from "node:util";
import { randomSource } from "@espalier/runner/simulator";
import { answerTo, startCountingModel } from "./counting-model.ts";
import { launchGateway, type GatewayProcess } from "./gateway-process.ts";
import { audit } from "./journal-audit.ts";
import { wideResult, wideWorkflow } from "./wide-workflow.ts";

// `npm run soak -- --minutes 10`: clients keep runs going on a gateway that is killed at random moments for two thirds
// of the time, and left alone for the last third, in which its memory must stay flat. Some runs fail, as they should.
// Every run must give its answer, however often the gateway died; no completed leaf may be asked again.

const { values } = parseArgs({ options: { minutes: { type: "string", default: "10" }, seed: { type: "string" } } });
const minutes = Number(values.minutes);
const seed = Number(values.seed ?? Date.now() % 1_000_000);
const random = randomSource(seed);
const below = (limit: number): number => Math.floor(random() * limit);

const CLIENTS = 6;
const folder = mkdtempSync(join(tmpdir(), "espalier-soak-"));
const dataDirectory = join(folder, "data");
const model = await startCountingModel(30, random);
const options = { dataDirectory, config: { models: { m: { baseUrl: model.baseUrl } } } };

const problems: string[] = [];
const memory: number[] = [];
let completed: ReadonlySet<string> = new Set();
let gateway: GatewayProcess = await launchGateway(options);
let [kills, inFlight, answered, failed] = [0, 0, 0, 0];
let over = false;

model.onCall = (prompt) => {
  if (completed.has(JSON.stringify(answerTo(prompt)))) problems.push(`asked again after its completion: ${prompt}`);
};

async function post(path: string, body: unknown, headers = {}): Promise<{ status: number; body: any }> {
  const init = {
    method: "POST",
    body: JSON.stringify(body),
    headers: { "content-type": "application/json", ...headers },
  };
  const response = await fetch(gateway.url + path, init);
  return { status: response.status, body: await response.json() };
}

/** Sends the same request until it is answered, as a client with an idempotency key may. */
async function ask(tag: string, count: number): Promise<{ status: number; body: any }> {
  const body = { model: "workflow/wide", messages: [{ role: "user", content: `${tag} ${count}` }] };
  for (;;) {
    const answer = await post("/v1/chat/completions", body, { "idempotency-key": tag }).catch(() => undefined);
    if (answer !== undefined && answer.status !== 503) return answer;
    await sleep(100);
  }
}

async function client(name: number): Promise<void> {
  for (let n = 0; !over; n++) {
    const fails = below(8) === 0;
    const tag = `${fails ? "fatal" : "ok"}-${name}-${n}`;
    const count = 1 + below(60);
    const { status, body } = await ask(tag, count);
    if (fails ? body.error?.code !== "run_failed" : !isDeepStrictEqual(body.workflow?.output, wideResult(tag, count)))
      problems.push(`${tag} gave ${status} ${JSON.stringify(body).slice(0, 300)}`);
    answered += 1;
    if (fails) failed += 1;
  }
}

/** Runs that were asked for in this life are listed by the database that it leaves. */
async function kill(): Promise<void> {
  gateway.signal("SIGKILL");
  await gateway.ended;
  kills += 1;
  const found = await audit(dataDirectory);
  problems.push(...found.wrong);
  inFlight += found.inFlight;
  completed = found.completed;
  gateway = await launchGateway(options);
}

async function watchMemory(until: number): Promise<void> {
  while (Date.now() < until) {
    await sleep(1000);
    memory.push(gateway.memory());
  }
}

const begun = Date.now();
const end = begun + minutes * 60_000;
const calm = begun + (end - begun) * (2 / 3);
process.stdout.write(`soak of ${minutes} minutes, seed ${seed}\n`);
await post("/v1/workflows", wideWorkflow("wide", 8));
await post("/v1/workflows/wide/publish", {});
const clients = Array.from({ length: CLIENTS }, (_, name) => client(name));
while (Date.now() < calm) {
  await sleep(500 + below(4000));
  await kill();
}
await watchMemory(end);
over = true;
await Promise.all(clients);
gateway.signal("SIGTERM");
const { code, stderr } = await gateway.ended;
if (code !== 0) problems.push(`it ended with ${code}: ${stderr}`);
const last = await audit(dataDirectory);
problems.push(...last.wrong);
if (last.inFlight > 0) problems.push(`${last.inFlight} attempts were left under way`);
const repeats = [...model.taken.values()].reduce((sum, count) => sum + count - 1, 0);
if (repeats > inFlight) problems.push(`${repeats} repeats, and only ${inFlight} were under way at kills`);
const [early, late] = [quarter(1), quarter(3)];
if (late > early * 1.25 + 16) problems.push(`memory grew from ${early} to ${late} MB`);
await model.close();
rmSync(folder, { recursive: true, force: true });
process.stdout.write(
  `${answered} runs (${failed} failed as they should), ${model.taken.size} leaves, ${kills} kills, ${inFlight} under way at kills, ` +
    `${repeats} repeats; memory ${early} MB early, ${late} MB late in the calm third\n`,
);
for (const problem of problems.slice(0, 20)) process.stdout.write(`PROBLEM ${problem}\n`);
process.exitCode = problems.length === 0 ? 0 : 1;

/** The median of the memory in one quarter of the calm time, in MB. The first, in which it warms up, is of no interest. */
function quarter(index: number): number {
  const size = Math.floor(memory.length / 4);
  const part = memory.slice(index * size, (index + 1) * size).sort((one, other) => one - other);
  return Math.round((part[Math.floor(part.length / 2)] ?? 0) / 1e6);
}
