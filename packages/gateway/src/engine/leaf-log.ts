import type { Detail, DetailInfo, StoredFact } from "../store/index.ts";
import { readFrames } from "./program-frame.ts";
import type { TraceAttempt, TraceError } from "./trace-types.ts";
import type { Usage } from "./types.ts";
import { addUsage } from "./usage.ts";

type Draft<T> = { -readonly [Key in keyof T]: T[Key] };

/** All that the journal says about one occurrence. */
export interface OccurrenceLog {
  readonly occ: number;
  readonly attempts: Draft<TraceAttempt>[];
  startedAt: number | undefined;
  endedAt: number | undefined;
  /** Its own end: a predicate's is that of its answer. */
  outcome: "completed" | "failed" | undefined;
  error: TraceError | undefined;
  answer: boolean | undefined;
  count: number | undefined;
  model: string | undefined;
  /** Sequence number of the fact with the output. */
  outputSeq: number | undefined;
}

/** Sorts a run's facts by occurrence, in numeric order. */
export function occurrenceLogs(facts: readonly StoredFact[]): readonly OccurrenceLog[] {
  const logs = new Map<number, OccurrenceLog>();
  for (const stored of facts) {
    const { occ, kind } = stored.fact;
    if (kind === "ended" || occ === 0) continue;
    let log = logs.get(occ);
    if (log === undefined) logs.set(occ, (log = emptyLog(occ)));
    absorb(log, stored);
  }
  return [...logs.values()].sort((one, other) => one.occ - other.occ);
}

/** The sum over an occurrence's attempts. */
export function logUsage({ attempts }: OccurrenceLog): Usage | undefined {
  const known = attempts.flatMap(({ usage }) => (usage === undefined ? [] : [usage]));
  return known.length === 0 ? undefined : known.reduce(addUsage);
}

function emptyLog(occ: number): OccurrenceLog {
  return {
    occ,
    attempts: [],
    startedAt: undefined,
    endedAt: undefined,
    outcome: undefined,
    error: undefined,
    answer: undefined,
    count: undefined,
    model: undefined,
    outputSeq: undefined,
  };
}

function absorb(log: OccurrenceLog, { seq, fact }: StoredFact): void {
  log.startedAt ??= fact.at;
  const info = "detail" in fact ? (fact.detail as Detail | undefined)?.info : undefined;
  const usage = info?.usage as Usage | undefined;
  const printed = info?.log;
  switch (fact.kind) {
    case "frozen":
      log.count = fact.count;
      return;
    case "started":
      return startAttempt(log, fact.attempt, fact.at);
    case "retry": {
      const error = errorOf(fact.code, info);
      return endAttempt(log, { status: "failed", endedAt: fact.at, error, usage, log: printed, retryAt: fact.retryAt });
    }
    case "completed":
      Object.assign(log, { outcome: "completed", endedAt: fact.at, answer: fact.value, model: info?.model });
      if (fact.value === undefined) log.outputSeq = seq;
      return endAttempt(log, { status: "completed", endedAt: fact.at, usage, log: printed });
    case "failed": {
      const error = errorOf(fact.code, info);
      Object.assign(log, { outcome: "failed", endedAt: fact.at, error });
      return endAttempt(log, { status: "failed", endedAt: fact.at, error, usage, log: printed });
    }
    case "settled": {
      const attempt = log.attempts.findLast((each) => each.attempt === fact.attempt);
      if (attempt !== undefined) attempt.usage = usage;
      return;
    }
    case "ended":
  }
}

function errorOf(code: string, info: DetailInfo | undefined): TraceError {
  const frames = readFrames(info?.frames);
  return { code, message: info?.message ?? code, ...(frames.length > 0 && { frames }) };
}

function startAttempt(log: OccurrenceLog, attempt: number, startedAt: number): void {
  const last = log.attempts.at(-1);
  if (last?.status === "running") last.status = "interrupted";
  const open = { endedAt: undefined, error: undefined, retryAt: undefined, usage: undefined, log: undefined };
  log.attempts.push({ attempt, startedAt, status: "running", ...open });
}

function endAttempt(log: OccurrenceLog, end: Partial<TraceAttempt>): void {
  const last = log.attempts.at(-1);
  if (last?.status === "running") Object.assign(last, end);
}
