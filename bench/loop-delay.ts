import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as delay } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { openStore } from "@espalier/gateway/parts";
import { BENCH, type Benchmark, type Subject } from "./harness/index.ts";
import { createDataFolder } from "./runs/data-folder.ts";
import { createLoop } from "./runs/loop.ts";

/** How long the gateway's event loop is kept from everything else: requests, streams, other runs. */
export const benchmark: Benchmark = {
  title: "event-loop delay while a run of 10,000 leaves commits to a disk that takes 5 ms for each transaction",
  rounds: 3,
  warmup: 1,
  targets: [{ subject: "engine on a slow disk", figure: "ms p99", atMost: 10 }],
  subjects: async ({ quick }) => [
    { name: "an idle process", measure: () => delays(() => delay(quick ? 50 : 1000)) },
    await onSlowDisk(quick ? 100 : 10_000),
  ],
};

async function onSlowDisk(items: number): Promise<Subject> {
  const folder = createDataFolder();
  const threadFile = pathToFileURL(join(BENCH, "dist", "runs", "slow-thread.js"));
  const loop = await createLoop(await openStore({ dataDirectory: folder.path, threadFile }), { items, cap: 16 });
  return {
    name: "engine on a slow disk",
    measure: () => delays(loop.run),
    async close() {
      await loop.close();
      folder.remove();
    },
  };
}

/** How much later than asked a timer of one millisecond fires. */
async function delays(work: () => Promise<void>): Promise<Record<string, number>> {
  const histogram = monitorEventLoopDelay({ resolution: 1 });
  histogram.enable();
  await work();
  histogram.disable();
  const ms = (nanoseconds: number): number => Math.max(0, nanoseconds / 1e6 - 1);
  return {
    "ms p50": ms(histogram.percentile(50)),
    "ms p99": ms(histogram.percentile(99)),
    "ms max": ms(histogram.max),
  };
}
