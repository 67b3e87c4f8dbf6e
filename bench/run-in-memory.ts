import { openStore, type Store } from "@espalier/gateway/parts";
import { type Benchmark, fromPeer, isInstalled, type Subject } from "./harness/index.ts";
import { createArrayStore } from "./runs/array-store.ts";
import { createLoop, leaf, type LoopOptions } from "./runs/loop.ts";
import { perLeaf } from "./runs/per-leaf.ts";

const name = (who: string, { items, cap }: LoopOptions) => `${who}, ${items} leaves, ${cap} at once`;

const SMALL = { items: 1000, cap: 4 };
const NARROW = { items: 10_000, cap: 4 };
const WIDE = { items: 10_000, cap: 16 };

/** What the engine costs for a leaf when no disk is in the way. */
export const benchmark: Benchmark = {
  title: "a loop over a list, one trivial leaf for each item, nothing written to disk",
  rounds: 7,
  warmup: 2,
  targets: [
    ...[SMALL, NARROW].map((loop) => ({
      subject: name("engine", loop),
      figure: "µs a leaf",
      atMost: 2,
      ratioTo: name("p-limit", loop),
    })),
    { subject: name("engine", WIDE), figure: "µs a leaf", atMost: 5 },
  ],
  async subjects({ quick }) {
    const loops = quick ? [{ items: 100, cap: 4 }] : [SMALL, NARROW, WIDE];
    return (await Promise.all(loops.map(subjectsOf))).flat();
  },
};

async function subjectsOf(loop: LoopOptions): Promise<Subject[]> {
  const floorAndOurs = [
    ...(await peer("p-limit", "p-limit", "pLimit", loop)),
    await ours("engine", createArrayStore(), loop),
    await ours("engine and SQLite", await openStore(), loop),
  ];
  if (loop === WIDE) return floorAndOurs; // the others take seconds, and were measured with the same leaves before
  return [
    ...floorAndOurs,
    ...(await peer("Mastra", "@mastra/core", "mastra", loop)),
    ...(await peer("LangGraph", "@langchain/langgraph", "langgraph", loop, true)),
  ];
}

async function ours(who: string, store: Store, loop: LoopOptions): Promise<Subject> {
  const { run, close } = await createLoop(store, loop);
  return { name: name(who, loop), measure: () => perLeaf(loop.items, run), close };
}

async function peer(who: string, needs: string, made: string, loop: LoopOptions, ...more: unknown[]) {
  if (!isInstalled(needs)) return [];
  const make = await fromPeer<(...given: unknown[]) => Promise<() => unknown>>("map.mjs", made);
  const run = await make(loop.items, loop.cap, leaf, ...more);
  return [{ name: name(who, loop), measure: () => perLeaf(loop.items, run) }];
}
