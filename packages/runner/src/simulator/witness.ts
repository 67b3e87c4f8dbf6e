import type { Command, Fact } from "../messages.ts";
import { pathOf, wayTo } from "../path.ts";
import type { Plan, PlanNode, Pool } from "../plan.ts";

type Start = Extract<Command, { type: "start" }>;

/** The journal that survives crashes, and everything that must hold of it. Throws at the first thing that does not. */
export interface Witness {
  readonly journal: readonly Fact[];
  /** How many times each attempt was begun, by `occ#attempt`. */
  readonly executions: ReadonlyMap<string, number>;
  /** The most attempts that ever ran at once. */
  readonly maxActive: number;
  commit(facts: readonly Fact[]): void;
  /** `running` has the attempts that run now, this one included. */
  started(command: Start, running: ReadonlyMap<number, PlanNode>): void;
}

export interface WitnessLimits {
  readonly runLimit: number;
  readonly slots: Readonly<Record<Pool, number>>;
  /** How many times one attempt may be started. */
  readonly maxInterruptions?: number;
}

export function createWitness(plan: Plan, limits: WitnessLimits): Witness {
  const journal: Fact[] = [];
  const executions = new Map<string, number>();
  const completed = new Set<number>();
  const ended = new Set<string>();
  const failedAttempts = new Set<string>();
  const deadlines = new Map<number, number>();
  const attempts = new Map<number, number>();
  const starts = new Map<string, number>();
  let maxActive = 0;

  function check(holds: boolean, what: string, occ: number): void {
    if (!holds) throw new Error(`${what} at ${pathOf(plan, occ) || "the run"}`);
  }

  function checkFact(fact: Fact): void {
    check(ended.size === 0, "a fact after the end", fact.occ);
    switch (fact.kind) {
      case "completed":
        check(!completed.has(fact.occ), "completed twice", fact.occ);
        completed.add(fact.occ);
        break;
      case "retry": {
        const key = `${fact.occ}#${fact.attempt}`;
        check(fact.retryAt < deadlines.get(fact.occ)!, "a retry past the deadline", fact.occ);
        check(!failedAttempts.has(key), "an attempt failed twice", fact.occ);
        failedAttempts.add(key);
        break;
      }
      case "started": {
        const key = `${fact.occ}#${fact.attempt}`;
        starts.set(key, (starts.get(key) ?? 0) + 1);
        check(starts.get(key)! <= (limits.maxInterruptions ?? Infinity), "an attempt started too often", fact.occ);
        check(fact.attempt >= (attempts.get(fact.occ) ?? 1), "attempts went back", fact.occ);
        check(fact.deadline === (deadlines.get(fact.occ) ?? fact.deadline), "the deadline moved", fact.occ);
        attempts.set(fact.occ, fact.attempt);
        deadlines.set(fact.occ, fact.deadline);
        break;
      }
      case "ended":
        ended.add(fact.status);
        break;
      default:
    }
  }

  function checkLanes(running: ReadonlyMap<number, PlanNode>, occ: number): void {
    const lanes = new Map<number, Set<number>>();
    for (const each of running.keys()) {
      for (const { node, occ: container, entered } of wayTo(plan, each)) {
        if (entered === undefined || (node.kind !== "for_each" && node.kind !== "parallel")) continue;
        const open = lanes.get(container) ?? new Set();
        lanes.set(container, open.add(entered.index));
        check(open.size <= node.maxConcurrency, "more lanes than max_concurrency", occ);
      }
    }
  }

  return {
    journal,
    executions,
    get maxActive() {
      return maxActive;
    },
    commit(facts) {
      for (const fact of facts) {
        checkFact(fact);
        journal.push(fact);
      }
    },
    started({ occ, node, attempt }, running) {
      check(!completed.has(occ), "a completed leaf ran again", occ);
      check(attempt <= node.maxAttempts, "too many attempts", occ);
      check(running.size <= limits.runLimit, "more leaves than the run limit", occ);
      const used = [...running.values()].filter(({ pool }) => pool === node.pool).length;
      check(used <= limits.slots[node.pool], `more ${node.pool} than slots`, occ);
      checkLanes(running, occ);
      maxActive = Math.max(maxActive, running.size);
      const key = `${occ}#${attempt}`;
      executions.set(key, (executions.get(key) ?? 0) + 1);
    },
  };
}
