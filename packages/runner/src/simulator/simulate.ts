import { fold } from "../fold.ts";
import type { Command, Ended, Event, Fact } from "../messages.ts";
import type { Plan, PlanNode, Pool } from "../plan.ts";
import { POOLS } from "../plan.ts";
import { createState, wanted, type State } from "../state.ts";
import { step } from "../step.ts";
import { hash, randomSource } from "./random.ts";
import { createWitness, type Witness } from "./witness.ts";
import { answer, attemptOutcome, itemCount, latency, output, type World } from "./world.ts";

/** A whole life of one run, crashes included, in virtual time. The same scenario always goes the same way. */
export interface Scenario {
  readonly plan: Plan;
  readonly world: World;
  readonly runLimit: number;
  readonly budget: number;
  readonly slots: Readonly<Record<Pool, number>>;
  /** Virtual time starts at 1,000. */
  readonly deadline?: number;
  readonly cancelAt?: number;
  /** The process dies at these ticks: before an event, before its commit, or between commit and commands. */
  readonly crashes?: ReadonlySet<number>;
  readonly downtimeMs?: number;
  readonly maxInterruptions?: number;
  /** Lend every slot at once, wanted or not: then only the core holds the run limit. */
  readonly lavish?: boolean;
}

export interface SimulatedRun {
  readonly status: Ended;
  readonly code: string;
  readonly occ: number;
  /** How many points there were at which it could have crashed. */
  readonly ticks: number;
  readonly crashes: number;
  /** What the last process had left of the budget. */
  readonly budgetLeft: number;
  /** As in `Reference`. */
  readonly results: ReadonlyMap<number, string>;
  /** As in `Reference`. */
  readonly attempts: ReadonlyMap<number, readonly string[]>;
  readonly executions: ReadonlyMap<string, number>;
  readonly maxActive: number;
}

const NEVER = 1e12;
const CRASH = new Error("simulated crash");

interface Shared {
  now: number;
  tick: number;
  readonly scenario: Scenario;
  readonly witness: Witness;
}

/** Simulates a run to its end. Throws when an invariant breaks or nothing can ever happen again. */
export function simulate(scenario: Scenario): SimulatedRun {
  const witness = createWitness(scenario.plan, scenario);
  const shared: Shared = { now: 1000, tick: 0, scenario, witness };
  for (let crashes = 0; ; crashes++) {
    const process = new Process(shared);
    try {
      process.run();
      return summary(shared, crashes, process.state.budget);
    } catch (error) {
      if (error !== CRASH) throw error;
      shared.now += scenario.downtimeMs ?? 0;
    }
  }
}

function summary({ witness, tick }: Shared, crashes: number, budgetLeft: number): SimulatedRun {
  const ended = witness.journal.find((fact) => fact.kind === "ended")!;
  const results = new Map<number, string>();
  const attempts = new Map<number, string[]>();
  const note = (occ: number, attempt: number, how: string): void => {
    attempts.set(occ, [...(attempts.get(occ) ?? []), `${attempt} ${how}`]);
  };
  for (const fact of witness.journal) {
    if (fact.kind === "retry" || fact.kind === "failed") note(fact.occ, fact.attempt, fact.code);
    if (fact.kind === "completed") note(fact.occ, fact.attempt, "completed");
    if (fact.kind === "frozen") results.set(fact.occ, String(fact.count));
    if (fact.kind === "completed") results.set(fact.occ, String(fact.value ?? fact.detail));
  }
  const { status, code, occ } = ended;
  const { executions, maxActive } = witness;
  return { status, code, occ, ticks: tick, crashes, budgetLeft, results, attempts, executions, maxActive };
}

interface Due {
  readonly at: number;
  readonly tie: number;
  readonly run: () => void;
}

/** One life of a gateway process: all that a crash takes away. */
class Process {
  readonly state: State = createState();
  private agenda: Due[] = [];
  private facts: Fact[] = [];
  private commands: Command[] = [];
  private readonly running = new Map<number, PlanNode>();
  private readonly free: Record<Pool, number>;
  private readonly coin: () => number;

  constructor(private readonly shared: Shared) {
    this.free = { ...shared.scenario.slots };
    this.coin = randomSource(shared.scenario.world.seed * 31 + shared.tick);
  }

  run(): void {
    const { scenario, witness } = this.shared;
    const known = fold(witness.journal);
    if (known === undefined) return;
    const { budget, runLimit, deadline = NEVER, maxInterruptions = 99, cancelAt } = scenario;
    if (cancelAt !== undefined) this.later(cancelAt, () => this.feed({ type: "cancel", now: this.shared.now }));
    this.feed({ type: "begin", now: this.shared.now, deadline, budget, runLimit, maxInterruptions, known });
    if (scenario.lavish === true) this.lendAll();
    while (witness.journal.at(-1)?.kind !== "ended") this.next();
  }

  private next(): void {
    const due = this.agenda.reduce<Due | undefined>((first, each) => (sooner(each, first) ? each : first), undefined);
    if (due === undefined)
      throw new Error(`hangs with ${this.state.active} active and ${this.state.waiting.size} waiting`);
    this.agenda = this.agenda.filter((each) => each !== due);
    this.shared.now = Math.max(this.shared.now, due.at);
    due.run();
  }

  private later(at: number, run: () => void): void {
    const { scenario, tick } = this.shared;
    if (at < NEVER) this.agenda.push({ at, tie: hash(scenario.world.seed, this.agenda.length, tick), run });
  }

  private crashPoint(): void {
    this.shared.tick += 1;
    if (this.shared.scenario.crashes?.has(this.shared.tick) === true) throw CRASH;
  }

  private feed(event: Event): void {
    this.crashPoint();
    this.step(event);
    this.lend();
    // Sometimes events are committed one by one, sometimes several together.
    if (this.coin() < 0.4) this.flush();
    else this.later(this.shared.now, () => this.flush());
  }

  private step(event: Event): void {
    const out: Command[] = [];
    step(this.shared.scenario.plan, this.state, event, out);
    for (const command of out) {
      if (command.type === "record") this.facts.push(command.fact);
      else this.commands.push(command);
    }
  }

  private lendAll(): void {
    for (const pool of POOLS) {
      const permits = this.free[pool];
      this.free[pool] = 0;
      this.feed({ type: "grant", now: this.shared.now, pool, permits });
    }
  }

  private lend(): void {
    const { lavish } = this.shared.scenario;
    for (const pool of POOLS) {
      while (this.free[pool] > 0 && wanted(this.state, pool) > 0) {
        this.free[pool] -= 1;
        this.step({ type: "grant", now: this.shared.now, pool, permits: 1 });
        const unused = this.state.pools[pool].permits;
        if (unused > 0 && lavish !== true) throw new Error(`a wanted slot of ${pool} was not used`);
      }
    }
  }

  private flush(): void {
    if (this.facts.length === 0 && this.commands.length === 0) return;
    this.crashPoint();
    this.shared.witness.commit(this.facts.splice(0));
    this.crashPoint();
    for (const command of this.commands.splice(0)) this.carryOut(command);
    if (this.state.status === "running" && this.facts.length === 0 && this.state.active !== this.running.size) {
      throw new Error(`the core counts ${this.state.active} active, ${this.running.size} are`);
    }
    if (this.state.status !== "running" && this.facts.length === 0 && this.running.size > 0)
      throw new Error(`${this.running.size} attempts go on after the end`);
  }

  private carryOut(command: Command): void {
    const { now, scenario } = this.shared;
    switch (command.type) {
      case "start":
        return this.start(command);
      case "freeze": {
        const { occ, node } = command;
        const count = itemCount(scenario.world, node, occ);
        return this.later(now, () => this.feed({ type: "frozen", now: this.shared.now, occ, count }));
      }
      case "timer":
        return this.later(command.at, () => this.feed({ type: "timer", now: this.shared.now, occ: command.occ }));
      case "abort":
        this.running.delete(command.occ);
        return;
      default:
    }
  }

  private start(command: Extract<Command, { type: "start" }>): void {
    const { now, scenario, witness } = this.shared;
    const { occ, node, attempt, deadline } = command;
    if (this.state.status !== "running") return; // the run ended in the same commit
    this.running.set(occ, node);
    witness.started(command, this.running);
    this.later(Math.min(now + latency(scenario.world, occ, attempt), deadline), () => {
      this.running.delete(occ);
      this.giveBack(node.pool);
      this.settle(occ, node, attempt, deadline);
    });
  }

  /** A lavish driver lends a slot again as soon as it is free. */
  private giveBack(pool: Pool): void {
    if (this.shared.scenario.lavish === true) this.step({ type: "grant", now: this.shared.now, pool, permits: 1 });
    else this.free[pool] += 1;
  }

  private settle(occ: number, node: PlanNode, attempt: number, deadline: number): void {
    const { now, scenario } = this.shared;
    const { world } = scenario;
    const failed = { type: "failed", now, occ, attempt } as const;
    const value = node.kind === "if" ? answer(world, occ) : undefined;
    const completed = { type: "completed", occ, attempt, value, detail: output(world, occ) } as const;
    if (now >= deadline) return this.feed({ ...failed, code: "timeout" });
    const outcome = attemptOutcome(world, occ, attempt);
    if (outcome === "completed") return this.feed({ ...completed, now });
    if (outcome === "fatal") return this.feed({ ...failed, code: "fatal" });
    // An attempt that was given up may still answer: that must change nothing.
    const late = now + Math.floor(hash(world.seed, occ, 23) * 3000);
    this.later(late, () => this.feed({ ...completed, now: this.shared.now, detail: "late" }));
    this.later(late + 300, () => this.feed({ ...failed, now: this.shared.now, code: "late" }));
    const retryAfterMs = outcome === "flaky-retry-after" ? 1500 : 0;
    this.feed({ ...failed, code: "flaky", retryable: true, retryAfterMs });
  }
}

function sooner(one: Due, other: Due | undefined): boolean {
  return other === undefined || one.at < other.at || (one.at === other.at && one.tie < other.tie);
}
