import { createHash } from "node:crypto";
import { setImmediate as nextTurn } from "node:timers/promises";
import { step, type Command, type Event, type Pool } from "@espalier/runner";
import {
  StoreError,
  type Admission,
  type Admitted,
  type Detail,
  type JournalFact,
  type NewFact,
} from "../store/index.ts";
import type { ActiveRun } from "./active-run.ts";
import { createAttempts } from "./attempts.ts";
import { loopItems } from "./bindings.ts";
import { checkEnd } from "./check-end.ts";
import { unavailable } from "./errors.ts";
import { failure } from "./judge.ts";
import { runEvent } from "./run-events.ts";
import { createSlots, type Slots } from "./slots.ts";
import type { Clock, EngineOptions, EngineSettings } from "./types.ts";

export interface DriverOptions extends EngineOptions {
  readonly settings: EngineSettings;
  readonly clock: Clock;
  readonly onFatal: (error: Error) => void;
  /** A run has ended and its end is stored. */
  readonly onEnd: (run: ActiveRun) => void;
  /** Usage of an attempt that was given up is stored, perhaps after its run's end. */
  readonly onSettled: (run: ActiveRun) => void;
}

interface PendingAdmission {
  readonly admission: Admission;
  readonly settle: (admitted: Admitted) => void;
  readonly refuse: (error: Error) => void;
}

type Action = Exclude<Command, { type: "record" }>;

/** How long to wait before a batch that the disk refused is tried again. */
const RETRY_MS = 200;

/**
 * The embedded driver. It feeds events to the runs' cores, stores what they say in groups, and only then does what they
 * ask: drain all events → lend free slots → one transaction → carry out commands → let the event loop turn.
 * What arrives meanwhile is the next group.
 */
export class Driver {
  /** Why nothing can be stored now, or at all any more. */
  problem: Error | undefined;
  private inbox: [ActiveRun, Event][] = [];
  private admissions: PendingAdmission[] = [];
  private facts: NewFact[] = [];
  private touched: [ActiveRun, NewFact][] = [];
  private actions: [ActiveRun, Action][] = [];
  private pumping: Promise<void> | undefined;
  /** Something may be due that `drain` has not seen. */
  private dirty = false;
  private lending = true;
  private stopped = false;
  private readonly slots: Slots<ActiveRun>;
  private readonly startAttempt: ReturnType<typeof createAttempts>;

  constructor(private readonly options: DriverOptions) {
    const { calls, programs } = options.settings;
    this.slots = createSlots({ calls, programs });
    this.startAttempt = createAttempts({
      ...options,
      feed: (run, event) => this.feed(run, event),
      settled: (run, occ, attempt, detail) => this.settle(run, occ, attempt, detail),
      release: (pool) => this.release(pool),
    });
  }

  free(pool: Pool): number {
    return this.slots.free(pool);
  }

  /** Stores an admission together with whatever else is due. */
  admit(admission: Admission): Promise<Admitted> {
    return new Promise((settle, refuse) => {
      if (this.stopped) return refuse(unavailable());
      this.admissions.push({ admission, settle, refuse });
      this.wake();
    });
  }

  feed(run: ActiveRun, event: Event): void {
    if (this.stopped) return;
    this.inbox.push([run, event]);
    this.wake();
  }

  /** No attempt is started from now on. Those under way may end. */
  stopLending(): void {
    this.lending = false;
  }

  /** Resolves when everything that has happened is stored. */
  async flush(): Promise<void> {
    while (this.pumping !== undefined) await this.pumping;
  }

  /** Ignores everything from now on, and resolves when what is being stored is stored. */
  async stop(): Promise<void> {
    this.stopped = true;
    await this.pumping;
    this.refuseWaiting();
  }

  private now(): number {
    return this.options.clock.now();
  }

  private refuseWaiting(): void {
    for (const { refuse } of this.admissions.splice(0)) refuse(unavailable());
  }

  private release(pool: Pool): void {
    this.slots.release(pool);
    this.wake();
  }

  private settle(run: ActiveRun, occ: number, attempt: number, detail: Detail): void {
    if (this.stopped) return;
    this.record(run, { kind: "settled", at: this.now(), occ, attempt, detail });
    this.wake();
  }

  private wake(): void {
    if (this.stopped) return;
    this.dirty = true;
    this.pumping ??= this.pump().finally(() => {
      this.pumping = undefined;
      if (this.dirty) this.wake(); // something came after the last look
    });
  }

  private async pump(): Promise<void> {
    await nextTurn();
    try {
      while (!this.stopped && this.drain()) {
        await this.commit();
        await nextTurn(); // results that arrive at once must not keep the loop from its I/O
      }
    } catch (error) {
      this.fail(error instanceof Error ? error : new Error(String(error)));
    }
  }

  /** Nothing can be stored any more: everything stops. Said once, and not while stopping anyway. */
  fail(error: Error): void {
    if (this.stopped) return;
    this.stopped = true;
    this.problem = error;
    this.refuseWaiting();
    this.options.onFatal(error);
  }

  /** Takes in all events; whether there is anything to do. */
  private drain(): boolean {
    this.dirty = false;
    for (const [run, event] of this.inbox.splice(0)) this.step(run, event);
    if (this.lending) {
      this.slots.lend((run, pool) => this.step(run, { type: "grant", now: this.now(), pool, permits: 1 }));
    }
    return this.facts.length > 0 || this.actions.length > 0 || this.admissions.length > 0;
  }

  private step(run: ActiveRun, event: Event): void {
    const out: Command[] = [];
    step(run.plan, run.state, event, out);
    for (const command of checkEnd(run, out, this.options)) {
      if (command.type === "record") this.record(run, command.fact);
      else this.actions.push([run, command]);
    }
    this.slots.ask(run);
  }

  private record(run: ActiveRun, fact: JournalFact): void {
    const entry: NewFact = { runNo: run.row.no, seq: run.seq++, fact };
    run.values.absorb(entry.seq, fact);
    run.tally.absorb(fact);
    this.facts.push(entry);
    this.touched.push([run, entry]);
  }

  private async commit(): Promise<void> {
    const facts = this.facts.splice(0);
    const touched = this.touched.splice(0);
    const actions = this.actions.splice(0);
    const admissions = [...this.admissions]; // until they are stored, they are among those that a stop refuses
    const batch = { admissions: admissions.map(({ admission }) => admission), facts };
    const admitted = facts.length > 0 || admissions.length > 0 ? await this.store(batch) : [];
    if (admitted === undefined) return;
    this.admissions.splice(0, admissions.length).forEach(({ settle }, index) => settle(admitted[index]!));
    for (const [run, entry] of touched) {
      announce(run, entry);
      if (entry.fact.kind === "settled") this.options.onSettled(run);
    }
    for (const [run, action] of actions) this.carryOut(run, action);
  }

  /** Tries the same batch until it is stored: none is ever skipped. Undefined: the driver was stopped meanwhile. */
  private async store(
    batch: Parameters<EngineOptions["store"]["commit"]>[0],
  ): Promise<readonly Admitted[] | undefined> {
    for (;;) {
      try {
        const admitted = await this.options.store.commit(batch);
        this.tell(undefined);
        return admitted;
      } catch (error) {
        if (!(error instanceof StoreError) || !error.retryable) throw error;
        this.tell(error);
        if (this.stopped) return undefined;
        await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      }
    }
  }

  /** Says when storing stops to work, and when it works again. */
  private tell(trouble: StoreError | undefined): void {
    if (this.stopped) return; // a commit that was under way when the store failed changes nothing about that
    const news = (trouble === undefined) !== (this.problem === undefined);
    this.problem = trouble;
    if (news) this.options.onTrouble?.(trouble);
  }

  private carryOut(run: ActiveRun, action: Action): void {
    switch (action.type) {
      case "start":
        if (run.state.status === "running" && !this.stopped) this.startAttempt(run, action);
        else this.slots.release(action.node.pool); // the run ended in the same commit
        return;
      case "freeze":
        return this.freeze(run, action);
      case "timer":
        return this.setTimer(run, action.occ, action.at);
      case "abort":
        run.attempts.get(action.occ)?.giveUp();
        return;
      case "finish":
        for (const cancel of run.timers.values()) cancel();
        run.timers.clear();
        return this.options.onEnd(run);
    }
  }

  private freeze(run: ActiveRun, { occ, node }: Extract<Action, { type: "freeze" }>): void {
    if (run.state.status !== "running") return;
    try {
      const items = loopItems(run.values, node, occ, this.options.settings.maxComposedBytes);
      const digest = digestOf(items);
      this.feed(run, { type: "frozen", now: this.now(), occ, count: items.length, detail: { info: { digest } } });
    } catch (error) {
      const { detail, ...verdict } = failure(error) as Extract<ReturnType<typeof failure>, { type: "failed" }>;
      this.feed(run, { ...verdict, now: this.now(), occ, attempt: 0, retryable: false, detail });
    }
  }

  private setTimer(run: ActiveRun, occ: number, at: number): void {
    if (run.state.status !== "running") return;
    run.timers.get(occ)?.();
    const cancel = this.options.clock.at(at, () => {
      run.timers.delete(occ);
      this.feed(run, { type: "timer", now: this.now(), occ });
    });
    run.timers.set(occ, cancel);
  }
}

/** Tells a run's listeners about a stored fact. */
function announce(run: ActiveRun, { seq, fact }: NewFact): void {
  run.values.committed();
  if (run.listeners.size === 0) return;
  const event = runEvent(run.plan, { seq, fact });
  for (const listener of run.listeners) {
    try {
      listener(event);
    } catch {
      run.listeners.delete(listener); // a broken listener must not stop the runs
    }
  }
}

function digestOf(items: readonly string[]): string {
  const hash = createHash("sha256");
  for (const item of items) hash.update(item).update("\n");
  return `sha256:${hash.digest("hex")}`;
}
