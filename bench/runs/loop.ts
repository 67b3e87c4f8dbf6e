import { canonicalJson, digest, type Json } from "@espalier/contract";
import {
  createEngine,
  createSchemaValidator,
  type CallProgram,
  type Engine,
  type Store,
} from "@espalier/gateway/parts";
import { loopBundle } from "./loop-bundle.ts";

/** A loop over numbers, ready to run as often as one likes. */
export interface Loop {
  /** Runs it to its end. */
  run(): Promise<void>;
  /** Closes the engine and its store. */
  close(): Promise<void>;
}

export interface LoopOptions {
  readonly items: number;
  /** How many leaves run at once: the loop's own limit, the run's and the gateway's. */
  readonly cap: number;
}

/** What a leaf does: so little that only what the engine does counts. */
export const leaf = (item: number) => ({ ok: true, total: item * 2 });

/** A real engine on a store, with programs that run in this process. */
export async function createLoop(store: Store, { items, cap }: LoopOptions): Promise<Loop> {
  const workflow = await installLoop(store, { items, cap });
  const engine = await createLoopEngine(store, { items, cap });
  return {
    async run() {
      const { done } = await engine.start({ workflow, messages: [] });
      const { status, error } = await done;
      if (status !== "completed") throw new Error(`${status}: ${JSON.stringify(error)}`);
    },
    async close() {
      await engine.close({ graceMs: 0 });
      await store.close();
    },
  };
}

/** Registers and publishes a loop, and gives its name. */
export async function installLoop(store: Store, { items, cap }: LoopOptions): Promise<string> {
  const bundle = loopBundle(items, cap);
  await store.register({ name: bundle.name, digest: digest(bundle), bundle: canonicalJson(bundle), at: 1 });
  await store.publish(bundle.name, undefined, 1);
  return bundle.name;
}

/** The engine alone, for loops that are already installed. Another leaf can be given. */
export function createLoopEngine(
  store: Store,
  { items, cap }: LoopOptions,
  does: (item: number) => Json | Promise<Json> = leaf,
): Promise<Engine> {
  return createEngine({
    store,
    callProgram: programs(items, does),
    callModel: () => Promise.reject(new Error("there is no model")),
    validate: createSchemaValidator().validate,
    settings: { runLimit: cap, programs: cap, budget: items + 10 },
  });
}

function programs(items: number, does: (item: number) => Json | Promise<Json>): CallProgram {
  const list = JSON.stringify(Array.from({ length: items }, (_, item) => item));
  return async ({ entrypoint }, { input }) => ({
    ok: true,
    value: entrypoint === "list" ? list : JSON.stringify(await does(input as number)),
  });
}
