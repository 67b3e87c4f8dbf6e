import { openStore } from "@espalier/gateway/parts";
import type { Benchmark, Subject } from "./harness/index.ts";
import { insertBare, readBatches } from "./runs/bare-inserts.ts";
import { createDataFolder } from "./runs/data-folder.ts";
import { createLoop } from "./runs/loop.ts";
import { perLeaf } from "./runs/per-leaf.ts";

const CAPS = [4, 16, 64];

/** What the engine costs for a leaf when every start and every result is stored before anything follows from it. */
export const benchmark: Benchmark = {
  title: "a loop over a list, one trivial leaf for each item, stored in SQLite in memory-backed files",
  rounds: 7,
  warmup: 2,
  targets: [
    { subject: "engine, 16 at once", figure: "µs a leaf", atMost: 20 },
    { subject: "engine, 16 at once", figure: "µs a leaf", atMost: 3, ratioTo: "the same inserts, 16 at once" },
    { subject: "engine, 16 at once", figure: "CPU µs a leaf", atMost: 3, ratioTo: "the same inserts, 16 at once" },
  ],
  subjects: async ({ quick }) => (await Promise.all(CAPS.map((cap) => subjectsOf(quick ? 100 : 10_000, cap)))).flat(),
};

async function subjectsOf(items: number, cap: number): Promise<Subject[]> {
  const folder = createDataFolder();
  const store = await openStore({ dataDirectory: folder.path });
  const sizes: number[] = [];
  const commit: typeof store.commit = (batch) => {
    if (batch.facts.length > 0) sizes.push(batch.facts.length);
    return store.commit(batch);
  };
  const loop = await createLoop({ ...store, commit }, { items, cap });
  await loop.run();
  const batches = readBatches(folder.path, sizes);
  return [
    { name: `the same inserts, ${cap} at once`, measure: () => perLeaf(items, () => insertBare(batches)) },
    {
      name: `engine, ${cap} at once`,
      measure: async () => ({ ...(await perLeaf(items, loop.run)), commits: batches.length }),
      async close() {
        await loop.close();
        folder.remove();
      },
    },
  ];
}
