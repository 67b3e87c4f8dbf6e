import type { Benchmark } from "./harness/index.ts";
import { callsBundle } from "./runs/calls-bundle.ts";
import { startGateway, type GatewayProcess } from "./runs/gateway.ts";
import { runOver, times } from "./runs/http.ts";
import { startUpstream } from "./runs/upstream.ts";

const LEAVES = 50;

/** What a gateway holds in memory while it is busy. */
export const benchmark: Benchmark = {
  title: "resident memory, sampled every 20 ms, with 200 runs of 50 model calls at once",
  rounds: 3,
  warmup: 0,
  targets: [{ subject: "gateway", figure: "MB with children", atMost: 250 }],
  subjects: async ({ quick }) => [{ name: "gateway", measure: () => measure(quick ? 5 : 200) }],
};

/** A new gateway for each measurement: what a process has grown to it keeps. */
async function measure(runs: number): Promise<Record<string, number>> {
  const upstream = await startUpstream(20);
  const gateway = await startGateway(upstream.config);
  try {
    await gateway.install(callsBundle(LEAVES));
    const idle = gateway.memory();
    const busy = await mostWhile(gateway, () => times(runs, runs, () => runOver(gateway.url, "calls")));
    return {
      "MB idle": idle.gateway,
      MB: busy.gateway,
      "MB children": busy.children,
      "MB with children": busy.gateway + busy.children,
    };
  } finally {
    await gateway.close();
    upstream.close();
  }
}

async function mostWhile(gateway: GatewayProcess, work: () => Promise<void>) {
  const samples = [gateway.memory()];
  const sampling = setInterval(() => samples.push(gateway.memory()), 20);
  await work();
  clearInterval(sampling);
  return {
    gateway: Math.max(...samples.map((sample) => sample.gateway)),
    children: Math.max(...samples.map((sample) => sample.children)),
  };
}
