import { POOLS, wanted, type Pool, type State } from "@espalier/runner";

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
  const rings = { calls: createRing<Run>(), programs: createRing<Run>() };

  function ask(run: Run, pool: Pool): void {
    if (wanted(run.state, pool) > 0) rings[pool].add(run);
  }

  return {
    ask(run) {
      for (const pool of POOLS) ask(run, pool);
    },
    lend(grant) {
      for (const pool of POOLS) {
        while (free[pool] > 0) {
          const run = rings[pool].take();
          if (run === undefined) break;
          if (wanted(run.state, pool) === 0) continue; // it has ended, or is at its own limit: it asks again
          free[pool] -= 1;
          grant(run, pool);
          ask(run, pool);
        }
      }
    },
    release(pool) {
      free[pool] += 1;
    },
    free: (pool) => free[pool],
  };
}

interface Ring<Run> {
  /** Puts a run at the end, unless it waits already. */
  add(run: Run): void;
  /** Takes out the run that waited longest. */
  take(): Run | undefined;
}

function createRing<Run>(): Ring<Run> {
  const waiting = new Set<Run>(); // in the order of insertion
  // Kept from one turn to the next: a set remembers where removed entries stood, and a new iterator walks over all of them.
  let turns = waiting.values();
  return {
    add: (run) => void waiting.add(run),
    take() {
      let turn = turns.next();
      if (turn.done) {
        turns = waiting.values();
        turn = turns.next();
      }
      if (turn.done) return undefined;
      waiting.delete(turn.value);
      return turn.value;
    },
  };
}
