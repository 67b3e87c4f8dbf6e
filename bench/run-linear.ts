import { openStore } from "@espalier/gateway/parts";
import type { Benchmark, Subject } from "./harness/index.ts";
import { createDataFolder } from "./runs/data-folder.ts";
import { createLoop } from "./runs/loop.ts";
import { perLeaf } from "./runs/per-leaf.ts";

/** The last is ten times what a run may do by default. */
const SIZES = [1000, 10_000, 100_000];

/** How the cost of a leaf grows with their number; it should not. */
export const benchmark: Benchmark = {
  title: "a stored loop of 1,000 to 100,000 trivial leaves, 16 at once",
  rounds: 5,
  targets: ["10000 leaves", "100000 leaves"].map((subject) => ({
    subject,
    figure: "CPU µs a leaf",
    atMost: 1.5,
    ratioTo: "1000 leaves",
  })),
  subjects: ({ quick }) => Promise.all(SIZES.slice(0, quick ? 1 : undefined).map(looping)),
};

async function looping(items: number): Promise<Subject> {
  const folder = createDataFolder();
  const loop = await createLoop(await openStore({ dataDirectory: folder.path }), { items, cap: 16 });
  return {
    name: `${items} leaves`,
    measure: () => perLeaf(items, loop.run),
    async close() {
      await loop.close();
      folder.remove();
    },
  };
}
