import { monitorEventLoopDelay } from "node:perf_hooks";
import type { Figures, Sandbox } from "@espalier/sandbox";
import { Counter, Gauge, Histogram, Registry } from "prom-client";
import type { CallModel, EngineStatus, ModelOutcome } from "../engine/index.ts";
import type { Batch, Store } from "../store/index.ts";

/** The figures of one gateway, in Prometheus' text format. */
export interface Metrics {
  readonly contentType: string;
  text(): Promise<string>;
  /** An HTTP request has been answered. `route` is its pattern, never the address as it was written. */
  answered(request: { method: string; route: string; status: number; seconds: number }): void;
  /** The same store, with what it commits counted. */
  watchStore(store: Store): Store;
  /** The same calls, counted. */
  watchModels(call: CallModel, nameOf: (model: string) => string): CallModel;
  close(): Promise<void>;
}

/** What is read when somebody asks for the figures. */
export interface Sources {
  readonly engine: () => EngineStatus | undefined;
  readonly sandbox: Pick<Sandbox, "figures">;
}

const FAST = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5];
const SLOW = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1800];

/**
 * Labels are routes, configured models, codes and languages, of which there are a few dozen: never names of workflows
 * or anything else that callers make up, which would grow without end. No registry is shared: two gateways in one process count apart.
 */
export function createMetrics(sources: Sources): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const counter = <Label extends string>(name: string, help: string, labelNames: readonly Label[]) =>
    new Counter({ name: `espalier_${name}`, help, labelNames, registers });
  const histogram = <Label extends string>(
    name: string,
    help: string,
    buckets: number[],
    labelNames: readonly Label[],
  ) => new Histogram({ name: `espalier_${name}`, help, buckets, labelNames, registers });

  const requests = counter("http_requests_total", "Answered requests.", ["method", "route", "status"]);
  const requestSeconds = histogram("http_request_seconds", "From a request to the end of its answer.", SLOW, ["route"]);
  const modelCalls = counter("model_calls_total", "Model calls, by ok or the code of the failure.", [
    "model",
    "outcome",
  ]);
  const modelSeconds = histogram("model_call_seconds", "How long model calls took.", SLOW, ["model"]);
  const tokens = counter("model_tokens_total", "Tokens that models reported.", ["model", "type"]);
  const admissions = counter("admissions_total", "Requests for a run: admitted, replayed, or a refusal.", ["result"]);
  const ended = counter("runs_ended_total", "Runs that have ended.", ["status"]);
  const attempts = counter("leaf_attempts_total", "Attempts of leaves: completed, or the code of the failure.", [
    "outcome",
  ]);
  const startDelay = histogram("run_start_delay_seconds", "From admission to the first attempt.", SLOW, []);
  const batches = histogram("commit_seconds", "How long commits took, failed ones too.", FAST, []);
  const facts = counter("commit_facts_total", "Facts that were stored.", []);
  const failures = counter("commit_failures_total", "Commits that the disk refused.", []);

  readOnDemand(registers, sources);
  const loop = watchLoop(registers);

  /** When runs that have not made an attempt yet were admitted, by row. */
  const waiting = new Map<number, number>();
  const countFacts = (batch: Batch): void => {
    facts.inc(batch.facts.length);
    for (const { runNo, fact } of batch.facts) {
      if (fact.kind === "started") {
        const since = waiting.get(runNo);
        if (since !== undefined) startDelay.observe(Math.max(0, fact.at - since) / 1000);
        waiting.delete(runNo);
      } else if (fact.kind === "completed") attempts.inc({ outcome: "completed" });
      else if (fact.kind === "failed" || fact.kind === "retry") attempts.inc({ outcome: fact.code });
      else if (fact.kind === "ended") {
        ended.inc({ status: fact.status });
        waiting.delete(runNo);
      }
    }
  };

  const modelCalled = (model: string, outcome: ModelOutcome, seconds: number): void => {
    const { usage } = outcome;
    modelCalls.inc({ model, outcome: outcome.ok ? "ok" : outcome.code });
    modelSeconds.observe({ model }, seconds);
    tokens.inc({ model, type: "prompt" }, usage?.prompt_tokens ?? 0);
    tokens.inc({ model, type: "completion" }, usage?.completion_tokens ?? 0);
  };

  return {
    contentType: registry.contentType,
    text: () => registry.metrics(),
    answered({ method, route, status, seconds }) {
      requests.inc({ method, route, status });
      requestSeconds.observe({ route }, seconds);
    },
    watchStore: (store) => ({
      ...store,
      async commit(batch) {
        const stop = batches.startTimer();
        try {
          const admitted = await store.commit(batch);
          for (const each of admitted) {
            admissions.inc({ result: !each.ok ? each.code : each.replayed ? "replayed" : "admitted" });
            if (each.ok && !each.replayed) waiting.set(each.run.no, each.run.admittedAt);
          }
          countFacts(batch);
          return admitted;
        } catch (error) {
          failures.inc();
          throw error;
        } finally {
          stop();
        }
      },
    }),
    watchModels: (call, nameOf) => async (request, signal) => {
      const began = performance.now();
      const outcome = await call(request, signal);
      modelCalled(nameOf(request.model), outcome, (performance.now() - began) / 1000);
      return outcome;
    },
    async close() {
      loop.disable();
    },
  };
}

/** Gauges and counters of others, which are read and not kept. */
function readOnDemand(registers: Registry[], { engine, sandbox }: Sources): void {
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read());
      },
    });
  gauge("espalier_active_runs", "Runs that go on.", () => engine()?.activeRuns ?? 0);
  gauge("espalier_free_call_slots", "Model calls that could begin now.", () => engine()?.freeCalls ?? 0);
  gauge("espalier_free_program_slots", "Programs that could begin now.", () => engine()?.freePrograms ?? 0);
  gauge("espalier_accepting", "1 when runs are taken, 0 otherwise.", () => Number(engine()?.accepting ?? false));
  gauge("process_resident_memory_bytes", "Resident memory of the process.", () => process.memoryUsage.rss());
  gauge("process_start_time_seconds", "Seconds since 1970.", () => Date.now() / 1000 - process.uptime());

  const ofPrograms = (name: string, help: string, read: (figures: Figures) => number) =>
    new Counter({
      name: `espalier_program_${name}`,
      help,
      labelNames: ["language"],
      registers,
      collect() {
        this.reset();
        for (const [language, figures] of Object.entries(sandbox.figures())) this.inc({ language }, read(figures));
      },
    });
  ofPrograms("run_seconds_total", "Time that workers were busy with programs.", (figures) => figures.runSeconds);
  ofPrograms("queue_seconds_total", "Time that programs waited for a worker.", (figures) => figures.queueSeconds);
  ofPrograms("kills_total", "Programs that were stopped from outside.", (figures) => figures.kills);
  ofPrograms("worker_restarts_total", "Workers that were started again.", (figures) => figures.restarts);
  new Counter({
    name: "espalier_program_calls_total",
    help: "Programs that have ended, by ok or the code of the failure.",
    labelNames: ["language", "outcome"],
    registers,
    collect() {
      this.reset();
      for (const [language, { outcomes }] of Object.entries(sandbox.figures()))
        for (const [outcome, count] of Object.entries(outcomes)) this.inc({ language, outcome }, count);
    },
  });
}

const NANOSECONDS = 1e9;

/** How late the event loop is. Each reading tells of the time since the one before. */
function watchLoop(registers: Registry[]): ReturnType<typeof monitorEventLoopDelay> {
  const delay = monitorEventLoopDelay({ resolution: 10 });
  delay.enable();
  new Gauge({
    name: "espalier_event_loop_delay_seconds",
    help: "Delay of the event loop since the last reading, 0.01 of it by the way it is measured.",
    labelNames: ["quantile"],
    registers,
    collect() {
      for (const quantile of [0.5, 0.99, 1]) {
        const value = delay.percentile(quantile * 100) / NANOSECONDS;
        this.set({ quantile: String(quantile) }, Number.isFinite(value) ? value : 0);
      }
      delay.reset();
    },
  });
  return delay;
}
