import type { Detail, DetailInfo, StoredFact } from "../../store/index.ts";
import { readFrames } from "../program-frame.ts";
import type { Usage } from "../types.ts";
import { addSpent, NOTHING_SPENT, type Spent } from "../usage.ts";
import type { TraceAttempt, TraceError } from "./types.ts";

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

/** What the attempts of an occurrence, or of several, took together. */
export function spentBy(logs: readonly OccurrenceLog[]): Spent {
  let spent = NOTHING_SPENT;
  for (const { attempts } of logs) for (const attempt of attempts) spent = addSpent(spent, attempt);
  return spent;
}

export function emptyLog(occ: number): OccurrenceLog {
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

/** Takes in the next fact about the occurrence. */
export function absorbFact(log: OccurrenceLog, { seq, fact }: StoredFact): void {
  log.startedAt ??= fact.at;
  const info = "detail" in fact ? (fact.detail as Detail | undefined)?.info : undefined;
  log.model = info?.model ?? log.model;
  const spent = { usage: (info?.usage ?? undefined) as Usage | undefined, cost: info?.cost };
  const told = { ...spent, log: info?.log };
  switch (fact.kind) {
    case "frozen":
      log.count = fact.count;
      return;
    case "started":
      return startAttempt(log, fact.attempt, fact.at);
    case "retry": {
      const error = errorOf(fact.code, info);
      return endAttempt(log, { status: "failed", endedAt: fact.at, error, ...told, retryAt: fact.retryAt });
    }
    case "completed":
      Object.assign(log, { outcome: "completed", endedAt: fact.at, answer: fact.value });
      if (fact.value === undefined) log.outputSeq = seq;
      return endAttempt(log, { status: "completed", endedAt: fact.at, ...told });
    case "failed": {
      const error = errorOf(fact.code, info);
      Object.assign(log, { outcome: "failed", endedAt: fact.at, error });
      return endAttempt(log, { status: "failed", endedAt: fact.at, error, ...told });
    }
    case "settled": {
      const attempt = log.attempts.findLast((each) => each.attempt === fact.attempt);
      if (attempt !== undefined) Object.assign(attempt, spent);
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
  const open = { endedAt: undefined, error: undefined, retryAt: undefined, log: undefined };
  log.attempts.push({ attempt, startedAt, status: "running", ...open, usage: undefined, cost: undefined });
}

function endAttempt(log: OccurrenceLog, end: Partial<TraceAttempt>): void {
  const last = log.attempts.at(-1);
  if (last?.status === "running") Object.assign(last, end);
}
