import type { Bundle } from "@espalier/contract";
import { compilePlan, type Plan } from "@espalier/runner";
import type { RunRow, Store } from "../store/index.ts";

export interface LoadedBundle {
  readonly bundle: Bundle;
  readonly plan: Plan;
}

const KEPT = 100;

/** Bundles and plans of workflow versions; the most recently used ones are kept. */
export function createPlans(store: Pick<Store, "bundle">): (row: RunRow) => LoadedBundle {
  const kept = new Map<string, LoadedBundle>();
  return ({ versionNo, settings }) => {
    const key = `${versionNo}/${settings.leafTimeoutMs}`;
    const loaded = kept.get(key) ?? load(store.bundle(versionNo), settings.leafTimeoutMs);
    kept.delete(key);
    kept.set(key, loaded);
    if (kept.size > KEPT) kept.delete(kept.keys().next().value!);
    return loaded;
  };
}

function load(text: string, leafTimeoutMs: number): LoadedBundle {
  const bundle = JSON.parse(text) as Bundle;
  return { bundle, plan: compilePlan(bundle, { leafTimeoutMs }) };
}
