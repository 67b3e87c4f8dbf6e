import { setTimeout as delay } from "node:timers/promises";
import { type Benchmark, timed } from "./harness/index.ts";
import { callsBundle } from "./runs/calls-bundle.ts";
import { startGateway } from "./runs/gateway.ts";
import { chat, open, runOver } from "./runs/http.ts";
import { programBundle } from "./runs/program-bundle.ts";
import { startUpstream } from "./runs/upstream.ts";

/** Longer than the 15 s after which a silent stream says that it is alive. */
const HELD_MS = 17_000;

/** What it costs to keep clients waiting. */
export const benchmark: Benchmark = {
  title: "1,000 streams of runs that wait for a model which does not answer, held for 17 s",
  rounds: 1,
  warmup: 0,
  targets: [
    { subject: "gateway", figure: "streams lost", atMost: 0 },
    { subject: "gateway", figure: "streams silent", atMost: 0 },
  ],
  subjects: async ({ quick }) => [{ name: "gateway", measure: () => (quick ? hold(20, 0) : hold(1000, HELD_MS)) }],
};

async function hold(count: number, ms: number): Promise<Record<string, number>> {
  const upstream = await startUpstream(undefined);
  const gateway = await startGateway(upstream.config);
  await gateway.install(callsBundle(50));
  await gateway.install(programBundle());
  const idle = gateway.memory().gateway;
  const streams = await Promise.all(Array.from({ length: count }, () => openStream(gateway.url)));
  const held = gateway.memory().gateway;
  const before = gateway.cpuMs();
  await delay(ms);
  const cpu = gateway.cpuMs() - before;
  const { ms: run } = await timed(() => runOver(gateway.url, "one-program"));
  const lost = streams.filter(({ ended }) => ended()).length;
  const silent = ms === 0 ? 0 : streams.filter(({ bytes }) => bytes() === 0).length;
  await gateway.close();
  upstream.close();
  return {
    "streams lost": lost,
    "streams silent": silent,
    "KB a stream": ((held - idle) * 1024) / count,
    "CPU ms a second": ms === 0 ? 0 : (cpu * 1000) / ms,
    "ms another run": run,
  };
}

async function openStream(url: string) {
  const response = await open(`${url}/v1/chat/completions`, { ...chat("calls"), stream: true });
  let bytes = 0;
  let ended = false;
  response.on("data", (chunk: Buffer) => (bytes += chunk.length));
  response.on("close", () => (ended = true)).on("error", () => (ended = true));
  return { bytes: () => bytes, ended: () => ended };
}
