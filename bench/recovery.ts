import { cpSync } from "node:fs";
import { openStore } from "@espalier/gateway/parts";
import { type Benchmark, timed } from "./harness/index.ts";
import { createDataFolder, type DataFolder } from "./runs/data-folder.ts";
import { createLoopEngine, installLoop, leaf } from "./runs/loop.ts";

/** How long a gateway that was stopped takes to go on with a long run. */
export const benchmark: Benchmark = {
  title: "from opening the store of a run with 10,000 completed leaves to the start of its next leaf",
  rounds: 11,
  targets: [{ subject: "recovery", figure: "ms", atMost: 250 }],
  async subjects({ quick }) {
    const items = quick ? 100 : 10_001;
    const stopped = await stopBeforeLast(items);
    return [{ name: "recovery", measure: () => recover(stopped, items), close: stopped.remove }];
  },
};

/** Leaves a run behind of which all leaves but one are done. */
async function stopBeforeLast(items: number): Promise<DataFolder> {
  const folder = createDataFolder();
  const store = await openStore({ dataDirectory: folder.path });
  const last = gate();
  const loop = { items, cap: 1 };
  const workflow = await installLoop(store, loop);
  const engine = await createLoopEngine(store, loop, (item) => (item < items - 1 ? leaf(item) : last.reach()));
  await engine.start({ workflow, messages: [] });
  await last.reached;
  await engine.close({ graceMs: 0 });
  await store.close();
  return folder;
}

/** Recovers a copy, so that it can be done again. */
async function recover(stopped: DataFolder, items: number): Promise<Record<string, number>> {
  const folder = createDataFolder();
  cpSync(stopped.path, folder.path, { recursive: true });
  const next = gate();
  const before = process.cpuUsage();
  let close = async (): Promise<void> => undefined;
  const { ms } = await timed(async () => {
    const store = await openStore({ dataDirectory: folder.path });
    const engine = await createLoopEngine(store, { items, cap: 1 }, next.reach);
    close = () => engine.close({ graceMs: 0 }).then(() => store.close());
    await next.reached;
  });
  const { user, system } = process.cpuUsage(before);
  await close();
  folder.remove();
  return { ms, "CPU ms": (user + system) / 1000 };
}

/** A leaf that never ends, and a promise of its start. */
function gate() {
  let open = (): void => undefined;
  const reached = new Promise<void>((resolve) => (open = resolve));
  const reach = (): Promise<never> => {
    open();
    return new Promise(() => undefined);
  };
  return { reached, reach };
}
