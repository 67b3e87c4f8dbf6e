import type { Bundle, Json } from "@espalier/contract";

/** One message of a request. */
export interface Message {
  readonly role: "system" | "developer" | "user" | "assistant";
  readonly content: string | readonly { readonly type: "text"; readonly text: string }[];
}

/** A compiled workflow as `@espalier/compiler` gives it, or a bundle as it stands in a file. */
export type Registrable = Bundle | { readonly name: string; readonly bundle: Bundle | undefined };

/** A version that the gateway keeps. */
export interface Registration {
  readonly name: string;
  readonly version: number;
  /** `sha256:<hex>` of the canonical bundle. */
  readonly digest: string;
  /** False when the gateway already had this very bundle. */
  readonly created: boolean;
}

/** What a gateway takes. */
export interface GatewayContract {
  readonly contract_versions: readonly number[];
  /** Languages whose programs run there. */
  readonly languages: readonly string[];
  /** Why the others do not run, by language. */
  readonly unavailable?: Readonly<Record<string, string>>;
  readonly limits: Readonly<Record<string, number>>;
}

/** A workflow in a list. */
export interface WorkflowSummary {
  readonly name: string;
  readonly description: string | null;
  /** The version that `workflow/<name>` runs; null when it is not published. */
  readonly live_version: number | null;
  readonly latest_version: number;
  /** Seconds since 1970. */
  readonly created_at: number;
}

/** A workflow with its versions, newest first. */
export interface WorkflowDetail extends WorkflowSummary {
  readonly versions: readonly {
    readonly version: number;
    readonly digest: string;
    readonly contract_version: number;
    readonly created_at: number;
  }[];
}

/** Tokens over all attempts of all model calls. */
export interface Usage {
  readonly prompt_tokens: number;
  readonly completion_tokens: number;
  readonly total_tokens: number;
  readonly prompt_tokens_details?: Readonly<Record<string, number>>;
  readonly completion_tokens_details?: Readonly<Record<string, number>>;
}

/** What a finished run gave. */
export interface RunResult<Output = Json> {
  readonly runId: string;
  readonly workflow: string;
  readonly version: number;
  readonly digest: string;
  readonly output: Output;
  /** The output as the message carries it: a string as it is, anything else as JSON. */
  readonly content: string;
  readonly usage: Usage;
  readonly requestId: string | undefined;
}

/** A place in a program: 1-based line and column of its text. Code outside functions has the function name `<program>`. */
export interface ProgramFrame {
  readonly function: string;
  readonly line: number;
  readonly column?: number;
}

/** Why a run failed or was cancelled. */
export interface RunError {
  readonly code: string;
  readonly message: string;
  /** The execution that ended it; null when it was the run itself. */
  readonly path: string | null;
  /** Where in the author's program: lines of the file for Python, of the bundled program for JavaScript. */
  readonly frame: (ProgramFrame & { readonly language: "javascript" | "python" }) | null;
}

/** Why an execution or one try of it failed. `frames`: where in its program, innermost first. */
export interface TraceError {
  readonly code: string;
  readonly message: string;
  readonly frames?: readonly ProgramFrame[];
}

export type RunStatus = "running" | "completed" | "failed" | "cancelled";

/** A run as the gateway keeps it. Times are milliseconds since 1970. */
export interface Run {
  readonly id: string;
  readonly workflow: string;
  readonly version: number;
  readonly digest: string;
  readonly status: RunStatus;
  readonly created_at: number;
  readonly ended_at: number | null;
  readonly deadline_at: number;
  /** Null unless it failed or was cancelled. */
  readonly error: RunError | null;
  /** Null while the run goes on. */
  readonly usage: Usage | null;
  /** Present when a model call was stopped before it told its usage. */
  readonly usage_incomplete?: true;
  /** What its model calls cost, in the currency of the gateway's prices; null while it goes on, or without prices. */
  readonly cost: number | null;
  /** Only in the answer for one run, and only when it is completed. */
  readonly output?: Json;
}

/** One execution of one node. Times are milliseconds since 1970. */
export interface TraceRow {
  /** Such as `node_2[risk]/node_4[17]/node_6[then]/node_7`. */
  readonly path: string;
  readonly node: string;
  readonly parent: string | null;
  readonly kind: string;
  readonly name: string | null;
  readonly branch: string | null;
  readonly item: number | null;
  readonly status: RunStatus | "skipped";
  readonly started_at: number | null;
  readonly ended_at: number | null;
  readonly attempts: readonly TraceAttempt[];
  readonly error: TraceError | null;
  /** The upstream's model, once it has answered. */
  readonly model: string | null;
  /** Over all attempts; model calls only. */
  readonly usage: Usage | null;
  readonly cost: number | null;
  /** Containers only: the sums over what is within. They are in the rows there too, so do not add them to those. */
  readonly inside: { readonly usage: Usage | null; readonly cost: number | null } | null;
  /** How many items a loop has. */
  readonly items: number | null;
  /** Which exit an `if` took. */
  readonly taken: "then" | "otherwise" | null;
  /** The beginning of the messages, arguments or list that it was called with, as JSON text. */
  readonly input_preview: string | null;
  /** The beginning of the output, as JSON text. */
  readonly output_preview: string | null;
}

/** One try of an execution. Times are milliseconds since 1970. */
export interface TraceAttempt {
  readonly attempt: number;
  /** `interrupted`: cut by a stop of the gateway, and run again under the same number. */
  readonly status: "running" | "completed" | "failed" | "cancelled" | "interrupted";
  readonly started_at: number;
  readonly ended_at: number | null;
  readonly error: TraceError | null;
  /** When the next attempt may start, if there is one. */
  readonly retry_at: number | null;
  readonly usage: Usage | null;
  readonly cost: number | null;
  /** What its program printed, at most 8192 characters; null when nothing. */
  readonly log: string | null;
}

/** A page of a list. `next` goes into `after` of the next call; null on the last page. */
export interface Page<Row> {
  readonly data: readonly Row[];
  readonly has_more: boolean;
  readonly next: string | null;
}

/** How much of a list, and from where. */
export interface PageOptions {
  readonly limit?: number | undefined;
  readonly after?: string | undefined;
}
