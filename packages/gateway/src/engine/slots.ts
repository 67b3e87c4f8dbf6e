import { POOLS, wanted, wantsAny, type Pool, type State } from "@espalier/runner";

/** What the ring needs of a run. */
export interface Borrower {
  readonly state: State;
}

/** The gateway's slots. Free ones go round the runs that want any, one at a time, so that a large run cannot starve a small one. */
export interface Slots<Run extends Borrower> {
  /** The run may want slots now. */
  ask(run: Run): void;
  /** Lends what is free; `grant` must use the slot it gets. */
  lend(grant: (run: Run, pool: Pool) => void): void;
  release(pool: Pool): void;
  free(pool: Pool): number;
}

export function createSlots<Run extends Borrower>(sizes: Readonly<Record<Pool, number>>): Slots<Run> {
  const free = { ...sizes };
  const ring = new Set<Run>(); // a set keeps the order of insertion, so it serves as the ring

  /** One turn of one run: at most one slot of each pool. */
  function turn(run: Run, grant: (run: Run, pool: Pool) => void): boolean {
    let lent = false;
    for (const pool of POOLS) {
      if (free[pool] === 0 || wanted(run.state, pool) === 0) continue;
      free[pool] -= 1;
      lent = true;
      grant(run, pool);
    }
    return lent;
  }

  return {
    ask(run) {
      if (wantsAny(run.state)) ring.add(run);
    },
    lend(grant) {
      let idle = 0;
      while (idle < ring.size && (free.calls > 0 || free.programs > 0)) {
        const run = ring.values().next().value!;
        ring.delete(run);
        const lent = turn(run, grant);
        if (wantsAny(run.state)) ring.add(run);
        idle = lent ? 0 : idle + 1;
      }
    },
    release(pool) {
      free[pool] += 1;
    },
    free: (pool) => free[pool],
  };
}
