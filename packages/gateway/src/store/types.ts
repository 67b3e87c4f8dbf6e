import type { Fact } from "@espalier/runner";

/** A page of a list. `next` is passed back to read on; it is undefined on the last page. */
export interface Page<Row> {
  readonly rows: readonly Row[];
  readonly next: string | undefined;
}

/** One immutable, content-addressed version of a workflow. */
export interface VersionRow {
  /** Row number, used only between the store and the engine. */
  readonly no: number;
  readonly name: string;
  /** 1, 2, … per name. */
  readonly version: number;
  /** `sha256:<hex>` of the canonical bundle. */
  readonly digest: string;
  /** Epoch milliseconds of the registration. */
  readonly registeredAt: number;
}

/** A workflow as lists show it. */
export interface WorkflowRow {
  readonly name: string;
  readonly latestVersion: number;
  /** The version that the live pointer names, if any. */
  readonly liveVersion: number | undefined;
  readonly registeredAt: number;
  readonly publishedAt: number | undefined;
}

/** What a registration stores. The caller has checked the bundle and computed its digest. */
export interface Registration {
  readonly name: string;
  readonly digest: string;
  /** The bundle as canonical JSON text. */
  readonly bundle: string;
  readonly at: number;
}

/** `created` is false when the same digest was registered before: the same version comes back. */
export interface Registered {
  readonly version: VersionRow;
  readonly created: boolean;
}

/** The rights that an API key can have. */
export type Scope = "author" | "invoke" | "read";

/** An API key as stored: never the key itself. */
export interface KeyRow {
  readonly no: number;
  readonly label: string;
  readonly scopes: readonly Scope[];
  /** Names of the workflows that it may use; undefined means all. */
  readonly workflows: readonly string[] | undefined;
  readonly createdAt: number;
  readonly revokedAt: number | undefined;
}

export interface NewKey {
  readonly label: string;
  readonly scopes: readonly Scope[];
  readonly workflows?: readonly string[] | undefined;
  readonly at: number;
}

export type RunStatus = "running" | "completed" | "failed" | "cancelled";

/** A run's row without its input. */
export interface RunRow {
  readonly no: number;
  /** The public id, `run_…`. */
  readonly id: string;
  /** Row number of its workflow version. */
  readonly versionNo: number;
  readonly name: string;
  readonly version: number;
  readonly digest: string;
  readonly status: RunStatus;
  readonly admittedAt: number;
  /** Absolute, epoch milliseconds. */
  readonly deadline: number;
  readonly endedAt: number | undefined;
  readonly code: string | undefined;
  /** Occurrence that ended it; 0 is the run itself. */
  readonly codeOccurrence: number;
  readonly keyNo: number;
  readonly settings: RunSettings;
  /** Its caller's trace, if it came with one. */
  readonly trace: TraceContext | undefined;
}

/** Where a caller's request stands in a trace, as W3C's Trace Context writes it into headers of these names. */
export interface TraceContext {
  readonly traceparent: string;
  readonly tracestate?: string;
}

/** Limits that are fixed when a run is admitted, so that a restart with other settings does not change it. */
export interface RunSettings {
  readonly runLimit: number;
  readonly budget: number;
  readonly leafTimeoutMs: number;
  readonly maxInterruptions: number;
}

export interface RunFilter {
  readonly limit?: number;
  /** `next` of the page before. Newest runs come first. */
  readonly after?: string;
  readonly workflow?: string;
  readonly status?: RunStatus;
}

/** A run that asks to be admitted. Its workflow version is resolved inside the transaction that admits it. */
export interface Admission {
  readonly id: string;
  readonly workflow: string;
  /** Undefined: the live version. */
  readonly version: number | undefined;
  /** Whether a version that the live pointer does not name may run. */
  readonly allowUnpublished: boolean;
  readonly at: number;
  /** The deadline is `at` + this, or + the bundle's `deadline_seconds` when that is shorter or this is undefined. */
  readonly deadlineMs: number;
  readonly settings: RunSettings;
  readonly keyNo: number;
  readonly idempotency: { readonly key: string; readonly bodyHash: string } | undefined;
  /** No run may begin now: only one that the idempotency key leads to is given. */
  readonly replayOnly?: boolean;
  readonly trace?: TraceContext | undefined;
  /** The request's messages as JSON text. */
  readonly input: string;
}

export type AdmissionRefusal =
  "workflow_not_found" | "version_not_found" | "not_published" | "idempotency_key_reused" | "rate_limit_exceeded";

export type Admitted =
  | {
      readonly ok: true;
      readonly run: RunRow;
      /** True when an idempotency key led to an earlier run. */ readonly replayed: boolean;
    }
  | { readonly ok: false; readonly code: AdmissionRefusal };

/** A fact of the scheduling core as it is stored. `settled` is usage that arrived after its attempt was aborted. */
export type JournalFact =
  | Fact
  | {
      readonly kind: "settled";
      readonly at: number;
      readonly occ: number;
      readonly attempt: number;
      readonly detail: unknown;
    };

/** What a fact carries besides numbers and codes. The core hands it through without looking. */
export interface Detail {
  /** A leaf's output as JSON text. */
  readonly value?: string | undefined;
  readonly info?: DetailInfo | undefined;
}

export interface DetailInfo {
  readonly message?: string;
  /** Null: an attempt may have used something, and nobody said how much. */
  readonly usage?: unknown;
  readonly model?: string;
  readonly cost?: number;
  readonly digest?: string;
  readonly frames?: unknown;
  readonly log?: string;
}

/** A fact as read back: `seq` counts a run's facts from 0 and is the id of its event. */
export interface StoredFact {
  readonly seq: number;
  readonly fact: JournalFact;
}

export interface NewFact {
  readonly runNo: number;
  readonly seq: number;
  readonly fact: JournalFact;
}

/** Everything that one transaction stores. Nothing in it is acted on before `commit` has returned. */
export interface Batch {
  readonly admissions: readonly Admission[];
  readonly facts: readonly NewFact[];
}

/** The store: one owner process, embedded SQLite. Writes are durable when their promise resolves. */
export interface Store {
  /** Stores a batch in one transaction and answers its admissions in order. Rejects with `StoreError`; then nothing is stored. */
  commit(batch: Batch): Promise<readonly Admitted[]>;

  register(registration: Registration): Promise<Registered>;
  /** Moves the live pointer to a version (default: the newest). Undefined: no such workflow or version. */
  publish(name: string, version: number | undefined, at: number): Promise<VersionRow | undefined>;
  /** Removes the live pointer. False: it was not published. */
  unpublish(name: string): Promise<boolean>;
  workflows(): readonly WorkflowRow[];
  workflow(name: string): WorkflowRow | undefined;
  versions(name: string): readonly VersionRow[];
  version(name: string, version: number): VersionRow | undefined;
  /** The bundle of a version as canonical JSON text. */
  bundle(versionNo: number): string;

  /** Makes a key; the text is returned once and only its SHA-256 is kept. */
  createKey(key: NewKey): Promise<{ readonly key: string; readonly row: KeyRow }>;
  /** The row of a key that is known and not revoked. */
  findKey(key: string): KeyRow | undefined;
  keys(): readonly KeyRow[];
  revokeKey(no: number, at: number): Promise<boolean>;

  run(id: string): RunRow | undefined;
  runs(filter?: RunFilter): Page<RunRow>;
  /** Runs that have not ended, oldest first. */
  openRuns(): readonly RunRow[];
  input(runNo: number): string;
  /** A run's facts without their values, in order, starting after sequence number `after`. */
  facts(runNo: number, after?: number): readonly StoredFact[];
  /** The stored output of one completed fact as JSON text. */
  value(runNo: number, seq: number): string | undefined;
  /** Its first characters. The rest is not brought into memory. */
  preview(runNo: number, seq: number, length: number): string | undefined;
  /** Removes, in one transaction, a page of what is left of runs that ended before `before`, and of keys that expired by `now`. False: nothing is left. */
  prune(before: number, now: number): Promise<boolean>;

  /** The newest time in the store, for clocks that must not go back; 0 when empty. */
  newestTime(): number;

  /** Resolves when nothing can be written any more, other than by closing: its owner should end. */
  readonly failed: Promise<Error>;
  /** Stores what it was asked to before, and lets go of the directory. Idempotent. */
  close(): Promise<void>;
}
