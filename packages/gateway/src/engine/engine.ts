import { randomBytes } from "node:crypto";
import { setTimeout as delay } from "node:timers/promises";
import { fold, occurrenceOf, type Fact } from "@espalier/runner";
import { factId, type Admitted, type RunRow } from "../store/index.ts";
import { createActiveRun, type ActiveRun } from "./active-run.ts";
import { createCache } from "./cache.ts";
import { createClock } from "./clock.ts";
import { Driver } from "./driver.ts";
import { AdmissionError, EngineClosedError, unavailable } from "./errors.ts";
import { createLiveText } from "./live-text.ts";
import { createPlans } from "./plans.ts";
import { createReader } from "./reader.ts";
import { runEvent } from "./run-events.ts";
import { runResult, runSummary } from "./run-result.ts";
import { createRunTally } from "./run-tally.ts";
import { createRunValues, type StoredOutputs } from "./run-values.ts";
import { DEFAULT_SETTINGS } from "./settings.ts";
import type { Engine, EngineOptions, RunEvent, RunResult, StartedRun, StartRequest } from "./types.ts";

const GRACE_MS = 20_000;
/** How many bytes outputs, of all runs together, may take in memory once they are stored. */
const KEPT_OUTPUTS = 32 * 1024 * 1024;
/** What an output takes besides its characters. Most are short, so this is most of it. */
const OUTPUT_OVERHEAD = 150;
/** Longer ones are read from the store whenever they are needed. */
const LONGEST_OUTPUT = 64 * 1024;
/** How long outcomes that have come may take to be stored when closing. */
const FLUSH_MS = 2_000;

/** Makes an engine on a store and continues the store's unfinished runs. */
export async function createEngine(options: EngineOptions): Promise<Engine> {
  const { store } = options;
  const settings = { ...DEFAULT_SETTINGS, ...options.settings };
  const clock = options.clock ?? createClock(store.newestTime());
  const active = new Map<string, ActiveRun>();
  const plans = createPlans(store);
  const reader = createReader(store, plans, settings);
  const outputs = createCache<number, string>(KEPT_OUTPUTS);
  let closing: Promise<void> | undefined;

  const driver = new Driver({
    ...options,
    settings,
    clock,
    onEnd(run) {
      active.delete(run.row.id);
      try {
        run.settle(runResult(store.run(run.row.id)!, run.plan, run.tally, run.output));
      } catch (error) {
        run.abandon(error as Error);
      }
    },
    onSettled: ({ row }) => reader.forget(row),
    onFatal(error) {
      for (const run of active.values()) run.abandon(error);
      options.onFatal?.(error);
    },
  });

  const outputsOf = (runNo: number): StoredOutputs => ({
    read: (seq) => outputs.get(factId(runNo, seq)) ?? store.value(runNo, seq),
    keep(seq, text) {
      if (text.length <= LONGEST_OUTPUT) outputs.set(factId(runNo, seq), text, text.length + OUTPUT_OVERHEAD);
    },
  });

  /** Begins a run, or continues it from its facts. */
  function begin(row: RunRow): ActiveRun {
    const { bundle, plan } = plans(row);
    const facts = store.facts(row.no);
    const values = createRunValues(plan, store.input(row.no), outputsOf(row.no));
    const tally = createRunTally();
    for (const { seq, fact } of facts) {
      values.absorb(seq, fact);
      tally.absorb(fact);
    }
    const known = fold(facts.flatMap(({ fact }) => (fact.kind === "settled" ? [] : [fact satisfies Fact])));
    if (known === undefined) throw new RangeError(`${row.id} has ended`);
    const run = createActiveRun({ row, bundle, plan, values, tally, seq: (facts.at(-1)?.seq ?? -1) + 1 });
    active.set(row.id, run);
    const { runLimit, budget, maxInterruptions } = row.settings;
    driver.feed(run, {
      type: "begin",
      now: clock.now(),
      deadline: row.deadline,
      runLimit,
      budget,
      maxInterruptions,
      known,
    });
    return run;
  }

  async function ended(row: RunRow): Promise<RunResult> {
    return reader.result(row);
  }

  async function start(request: StartRequest): Promise<StartedRun> {
    if (closing !== undefined || driver.problem !== undefined) throw unavailable();
    const { runLimit, budget, leafTimeoutMs, maxInterruptions, runDeadlineMs } = settings;
    const admitted = await driver.admit({
      id: `run_${randomBytes(12).toString("hex")}`,
      workflow: request.workflow,
      version: request.version,
      allowUnpublished: request.allowUnpublished ?? false,
      at: clock.now(),
      deadlineMs: runDeadlineMs,
      settings: { runLimit, budget, leafTimeoutMs, maxInterruptions },
      keyNo: request.keyNo ?? 0,
      idempotency: request.idempotency,
      replayOnly: request.replayOnly ?? false,
      trace: request.trace,
      input: JSON.stringify(request.messages),
    });
    if (!admitted.ok) throw refusal(request, admitted);
    const { run: row, replayed } = admitted;
    const { id: runId, name, version, digest, trace } = row;
    const running = replayed ? active.get(runId) : begin(row);
    const done = running?.done ?? ended(store.run(runId)!); // it may have ended in the same commit
    if (request.live && running !== undefined) running.live ??= createLiveText();
    const text = request.live ? running?.live : undefined;
    return { runId, name, version, digest, replayed, trace, text, done };
  }

  function subscribe(run: ActiveRun | undefined, row: RunRow, after: number, listener: (event: RunEvent) => void) {
    const { plan } = plans(row);
    let last = after;
    const tell = (event: RunEvent): void => {
      if (event.seq <= last) return;
      last = event.seq;
      listener(event);
    };
    run?.listeners.add(tell);
    for (const stored of store.facts(row.no, after)) tell(runEvent(plan, stored));
    return () => void run?.listeners.delete(tell);
  }

  async function close(graceMs: number): Promise<void> {
    driver.stopLending();
    const busy = (): boolean => [...active.values()].some(({ attempts }) => attempts.size > 0);
    const until = performance.now() + graceMs;
    while (busy() && performance.now() < until) await delay(10);
    await Promise.race([driver.flush(), delay(FLUSH_MS, undefined, { ref: false })]);
    await driver.stop();
    for (const run of active.values()) {
      for (const { giveUp } of run.attempts.values()) giveUp();
      for (const cancel of run.timers.values()) cancel();
      run.abandon(new EngineClosedError(run.row.id));
    }
    active.clear();
  }

  void store.failed.then((error) => driver.fail(error));
  for (const row of store.openRuns()) begin(row);

  return {
    start,
    async cancel(runId) {
      const run = active.get(runId);
      if (run !== undefined) {
        driver.feed(run, { type: "cancel", now: clock.now() });
        await run.done;
      }
      const row = store.run(runId);
      return row && runSummary(row);
    },
    run(runId) {
      const row = store.run(runId);
      return row && runSummary(row);
    },
    result(runId) {
      const row = store.run(runId);
      return active.get(runId)?.done ?? (row && ended(row));
    },
    outcome(runId) {
      const row = store.run(runId);
      return row === undefined || row.status === "running" ? undefined : reader.outcome(row);
    },
    runs(filter) {
      const { rows, next } = store.runs(filter);
      return { rows: rows.map(runSummary), next };
    },
    trace(runId, page) {
      const row = store.run(runId);
      const within = row && occurrenceOf(plans(row).plan, page?.within ?? "");
      return within === undefined ? undefined : reader.trace(row!, { ...page, within });
    },
    value(runId, path, side) {
      const row = store.run(runId);
      const occ = row && occurrenceOf(plans(row).plan, path);
      return occ === undefined ? undefined : reader.value(row!, occ, side);
    },
    subscribe(runId, after, listener) {
      const row = store.run(runId);
      return row && subscribe(active.get(runId), row, after, listener);
    },
    status: () => ({
      accepting: closing === undefined && driver.problem === undefined,
      problem: driver.problem,
      activeRuns: active.size,
      freeCalls: driver.free("calls"),
      freePrograms: driver.free("programs"),
    }),
    close: ({ graceMs = GRACE_MS } = {}) => (closing ??= close(graceMs)),
  };
}

function refusal({ workflow, version }: StartRequest, { code }: Extract<Admitted, { ok: false }>): AdmissionError {
  const messages = {
    workflow_not_found: `There is no workflow ${JSON.stringify(workflow)}.`,
    version_not_found: `Workflow ${JSON.stringify(workflow)} has no version ${version}.`,
    not_published:
      version === undefined
        ? `Workflow ${JSON.stringify(workflow)} is not published. Publish a version, or name one.`
        : `Version ${version} of workflow ${JSON.stringify(workflow)} is not published.`,
    rate_limit_exceeded: "No run may begin now. Try again later.",
    idempotency_key_reused: "This idempotency key was used with another request.",
  };
  return new AdmissionError(code, messages[code]);
}
