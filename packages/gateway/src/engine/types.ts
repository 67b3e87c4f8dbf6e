import type { Json, JsonSchema } from "@espalier/contract";
import type { Page, RunFilter, RunRow, RunSettings, RunStatus, Store, TraceContext } from "../store/index.ts";
import type { LiveText } from "./live-text.ts";
import type { ProgramFrame } from "./program-frame.ts";
import type { TracePage, TraceRow } from "./trace/types.ts";

/** A chat message as the request or a prompt gives it; unknown fields go through untouched. */
export type ChatMessage = {
  readonly role: string;
  readonly content?: Json;
  readonly [field: string]: Json | undefined;
};

/** Token counts as OpenAI's wire has them. */
export interface Usage {
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  readonly total_tokens: number;
  readonly prompt_tokens_details?: Readonly<Record<string, number>>;
  readonly completion_tokens_details?: Readonly<Record<string, number>>;
}

/** One attempt of a chat completion leaf. */
export interface ModelRequest {
  /** The alias that the bundle names. */
  readonly model: string;
  readonly messages: readonly ChatMessage[];
  /** Present when the node wants structured output. The engine parses and validates the answer. */
  readonly responseSchema: JsonSchema | undefined;
  /** The node's `params`, in wire names; {} when absent. */
  readonly params: Readonly<Record<string, Json>>;
  readonly runId: string;
  readonly path: string;
  readonly attempt: number;
  /** The trace that the call is part of. */
  readonly trace?: TraceContext | undefined;
  /** Time left until the leaf's deadline; the signal fires then. */
  readonly timeoutMs: number;
  /** Answers longer than this are to be cut while reading and reported as `result_too_large`. */
  readonly maxBytes: number;
  /** Told of text as the model says it, in order. Somebody has seen it then: the call is not made again. */
  readonly onDelta?: ((text: string) => void) | undefined;
}

/** What came of a model call. Failures are values; a rejection counts as our bug and fails the leaf with `internal_error`. */
export type ModelOutcome =
  | {
      readonly ok: true;
      readonly content: string | null;
      readonly refusal?: string | null;
      /** `stop`, `length`, `content_filter`… */
      readonly finishReason?: string;
      /** Null: nobody said. */
      readonly usage: Usage | null;
      /** The upstream's model. */
      readonly model?: string;
      readonly cost?: number;
    }
  | {
      readonly ok: false;
      readonly code: string;
      readonly message: string;
      /** Transport errors, 408, 409, 429 and 5xx are; 400, 401, 403, 404, 422 are not. */
      readonly retryable: boolean;
      readonly retryAfterMs?: number;
      /** Null: the model may have worked, and nobody said how much. Undefined: it did not. */
      readonly usage?: Usage | null;
      readonly cost?: number;
    };

/** Calls the model behind an alias. Must settle soon after the signal fires. */
export type CallModel = (request: ModelRequest, signal: AbortSignal) => Promise<ModelOutcome>;

/** A program as the sandbox takes it. */
export interface ProgramCall {
  readonly language: "javascript" | "python";
  readonly source: string;
  readonly entrypoint: string;
  readonly parameters: readonly string[];
  /** Time left until the leaf's deadline; the signal fires then. */
  readonly timeoutMs: number;
}

/** The sandbox's outcome; `value` is JSON text. */
export type ProgramOutcome =
  | { readonly ok: true; readonly value: string; readonly log?: string }
  | {
      readonly ok: false;
      readonly code: string;
      readonly message: string;
      readonly frames?: readonly unknown[];
      readonly log?: string;
    };

/** Runs a program in the sandbox. Must settle soon after the signal fires. */
export type CallProgram = (
  program: ProgramCall,
  args: Readonly<Record<string, Json>>,
  signal: AbortSignal,
) => Promise<ProgramOutcome>;

/** Checks a value against a schema of a bundle: undefined, or one sentence that says what is wrong and where. Never throws. */
export type Validator = (schema: JsonSchema, value: Json) => string | undefined;

/** The engine's time. Replaced by a virtual one in tests. */
export interface Clock {
  /** Epoch milliseconds; never goes back. */
  now(): number;
  /** Calls `run` once at or after `time`, never at once; the answer cancels it. */
  at(time: number, run: () => void): () => void;
}

export interface EngineSettings extends RunSettings {
  /** Gateway slots for model calls and for programs (= sandbox workers). */
  readonly calls: number;
  readonly programs: number;
  /** A run's longest deadline, and the one that it has when its bundle names none. */
  readonly runDeadlineMs: number;
  readonly maxLeafBytes: number;
  readonly maxComposedBytes: number;
  readonly maxProgramInputBytes: number;
}

export interface EngineOptions {
  readonly store: Store;
  readonly callModel: CallModel;
  readonly callProgram: CallProgram;
  readonly validate: Validator;
  readonly settings?: Partial<EngineSettings>;
  readonly clock?: Clock;
  /** Called once when the store can no longer be written; the process should exit non-zero. */
  readonly onFatal?: (error: Error) => void;
  /** Called when a disk is full or another program has the file, and with undefined when storing works again. */
  readonly onTrouble?: (trouble: Error | undefined) => void;
}

export interface StartRequest {
  readonly workflow: string;
  /** Undefined: the live version. */
  readonly version?: number | undefined;
  /** Whether a version that is not live may run (the key's `author` scope). */
  readonly allowUnpublished?: boolean;
  readonly messages: readonly ChatMessage[];
  readonly trace?: TraceContext | undefined;
  /** Row number of the API key; 0 when the server has none. */
  readonly keyNo?: number;
  /** `bodyHash` is of the request body without `stream*`. */
  readonly idempotency?: { readonly key: string; readonly bodyHash: string } | undefined;
  /** Begin no run: give the one that the idempotency key leads to, or refuse with `rate_limit_exceeded`. */
  readonly replayOnly?: boolean;
  /** Whether somebody wants to see the text of the last leaf as it comes. */
  readonly live?: boolean;
}

/** An admitted run. It is durable: `start` resolves after its commit. */
export interface StartedRun {
  readonly runId: string;
  readonly name: string;
  readonly version: number;
  readonly digest: string;
  /** True when an idempotency key led to an earlier run, running or ended. */
  readonly replayed: boolean;
  /** The trace that it is part of. Of a replay it is that of the request that began it. */
  readonly trace: TraceContext | undefined;
  /** Present when it was asked for and the run goes on. A result that does not come in pieces never shows here. */
  readonly text: LiveText | undefined;
  /** Resolves when the run's end is committed; rejects with `EngineClosedError` when the engine closes before (the run goes on at the next start). */
  readonly done: Promise<RunResult>;
}

/** A run as lists show it. */
export type RunSummary = Omit<RunRow, "no" | "versionNo" | "codeOccurrence" | "settings" | "trace">;

export interface RunError {
  readonly code: string;
  readonly message: string;
  /** The occurrence that ended the run; undefined when it was the run itself (deadline, cancel). */
  readonly path: string | undefined;
  readonly node: string | undefined;
  /** Where in the author's program it arose, for one that failed with a place. */
  readonly frame?: (ProgramFrame & { readonly language: "javascript" | "python" }) | undefined;
}

/** How a run ended, without its output. */
export interface RunOutcome {
  /** Present exactly when failed or cancelled. */
  readonly error: RunError | undefined;
  /** Sum over the leaf attempts that reported theirs. */
  readonly usage: Usage;
  /** True when an aborted or interrupted model call's usage is unknown. */
  readonly usageIncomplete: boolean;
  /** Their price, where the configuration has one. */
  readonly cost: number | undefined;
}

export interface RunResult extends RunOutcome {
  readonly run: RunSummary;
  readonly status: Exclude<RunStatus, "running">;
  /** The result as JSON text; present exactly when completed. */
  readonly output: string | undefined;
}

/** A live event of a run: one stored fact. `seq` is the SSE id. */
export interface RunEvent {
  readonly seq: number;
  readonly at: number;
  readonly kind: "frozen" | "started" | "retry" | "completed" | "failed" | "ended" | "settled";
  /** Undefined for the run itself. */
  readonly path: string | undefined;
  readonly node: string | undefined;
  readonly attempt: number | undefined;
  readonly code: string | undefined;
  readonly message: string | undefined;
  readonly usage: Usage | undefined;
  /** For `frozen`: how many items. */
  readonly count: number | undefined;
  /** For `ended`. */
  readonly status: Exclude<RunStatus, "running"> | undefined;
}

export interface EngineStatus {
  /** False after `close` began, or while the store refuses writes. */
  readonly accepting: boolean;
  /** Why nothing can be stored now, or at all any more. */
  readonly problem: Error | undefined;
  readonly activeRuns: number;
  readonly freeCalls: number;
  readonly freePrograms: number;
}

/** Runs workflow versions of a store. Made by `createEngine`, which also continues the runs that had not ended. */
export interface Engine {
  /** Admits a run. Rejects with `AdmissionError` (see its codes). */
  start(request: StartRequest): Promise<StartedRun>;
  /** Stops a run at once; resolves when that is stored. An ended run is left as it is. Undefined: no such run. */
  cancel(runId: string): Promise<RunSummary | undefined>;
  run(runId: string): RunSummary | undefined;
  /** Waits for a run's end (or reads it). Undefined: no such run. */
  result(runId: string): Promise<RunResult> | undefined;
  /** How a run ended. Undefined: no such run, or it goes on. */
  outcome(runId: string): RunOutcome | undefined;
  /** Newest first, 50 at a time unless told (at most 1,000). */
  runs(filter?: RunFilter): Page<RunSummary>;
  /** Rows of every started occurrence and of exits not taken, in trace order, 1,000 at a time. Undefined: no such run, or no path `within` in its version. */
  trace(runId: string, page?: TracePage): Page<TraceRow> | undefined;
  /** The full input or output at a path as JSON text. Undefined: no such run, path or value (yet), or one beyond `maxComposedBytes`. */
  value(runId: string, path: string, side: "input" | "output"): string | undefined;
  /** Calls back with every event after `after` (-1: all), the stored ones first, until the answer is called or `ended` was sent. Undefined: no such run. */
  subscribe(runId: string, after: number, listener: (event: RunEvent) => void): (() => void) | undefined;
  status(): EngineStatus;
  /** No new runs and no new slots; waits up to `graceMs` (20 s) for attempts in flight; aborts the rest unrecorded. Idempotent. */
  close(options?: { readonly graceMs?: number }): Promise<void>;
}
