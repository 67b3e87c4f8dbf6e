import type { Bundle, Json } from "@espalier/contract";
import { readCompletion } from "./completion.ts";
import { assertTaken } from "./needs.ts";
import { createSender, readJson, type Connection, type Sender } from "./send.ts";
import type {
  GatewayContract,
  Message,
  Page,
  PageOptions,
  Registrable,
  Registration,
  Run,
  RunResult,
  TraceRow,
  WorkflowDetail,
  WorkflowSummary,
} from "./types.ts";

/** Result types by workflow name. Filled by declaration merging, so that `run("name")` knows what comes back. */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- merged into by generated declarations
export interface WorkflowResults {}

/** The type of a workflow's result: as declared in {@link WorkflowResults}, or any JSON. */
export type ResultOf<Name extends string> = Name extends keyof WorkflowResults ? WorkflowResults[Name] : Json;

/** What a run is started with. */
export interface RunOptions {
  readonly messages: readonly Message[];
  /** Runs this version instead of the published one. */
  readonly version?: number | undefined;
  /** The same key and body again give the same run. */
  readonly idempotencyKey?: string | undefined;
  /** Stops waiting, and with it a run that has no idempotency key. */
  readonly signal?: AbortSignal | undefined;
}

/** Above this, a whole answer may be cut by HTTP clients that wait 300 s for its head; a stream is not. */
const LONGEST_WHOLE_ANSWER_SECONDS = 240;

/** A stream tells its usage only when asked to. */
const STREAM = { stream: true, stream_options: { include_usage: true } };

/**
 * Talks to one gateway. Every method throws a subclass of `GatewayError`, with status, code and request id.
 * Nothing is sent before a method is called.
 */
export class GatewayClient {
  readonly #send: Sender;
  readonly #streams: boolean;

  constructor(connection: Connection) {
    this.#send = createSender(connection);
    this.#streams = (connection.timeoutSeconds ?? Infinity) > LONGEST_WHOLE_ANSWER_SECONDS;
  }

  /** What the gateway takes: contract versions, languages, limits. */
  contract(): Promise<GatewayContract> {
    return this.#send.json("v1/contract");
  }

  /** Keeps a version of a workflow. The same bundle again gives the same version. Does not publish. */
  async register(workflow: Registrable): Promise<Registration> {
    const bundle = bundleOf(workflow);
    assertTaken(bundle, await this.contract());
    const response = await this.#send.raw("v1/workflows", { method: "post", json: bundle });
    const answer = await readJson<Omit<Registration, "created">>(response);
    return { ...answer, created: response.status === 201 };
  }

  /** Makes a version the one that `workflow/<name>` runs; the newest without `version`. */
  publish(name: string, version?: number): Promise<{ name: string; version: number }> {
    return this.#send.json(`v1/workflows/${encodeURIComponent(name)}/publish`, {
      method: "post",
      json: version === undefined ? {} : { version },
    });
  }

  /** Takes the workflow out of service. Its versions and runs stay. */
  unpublish(name: string): Promise<{ name: string }> {
    return this.#send.json(`v1/workflows/${encodeURIComponent(name)}/unpublish`, { method: "post", json: {} });
  }

  /** All workflows, by name. */
  async workflows(): Promise<readonly WorkflowSummary[]> {
    return (await this.#send.json<{ data: WorkflowSummary[] }>("v1/workflows")).data;
  }

  /** One workflow with its versions. */
  workflow(name: string): Promise<WorkflowDetail> {
    return this.#send.json(`v1/workflows/${encodeURIComponent(name)}`);
  }

  /** The bundle of one version. */
  bundle(name: string, version: number): Promise<Bundle> {
    return this.#send.json(`v1/workflows/${encodeURIComponent(name)}/versions/${version}`);
  }

  /**
   * Runs a published workflow and waits for its result: `POST /v1/chat/completions` with `model: "workflow/<name>"`.
   * Never sent twice by itself. A run that fails throws `RunFailedError`.
   */
  async run<Name extends string>(name: Name, options: RunOptions): Promise<RunResult<ResultOf<Name>>> {
    const model = `workflow/${name}${options.version === undefined ? "" : `@${options.version}`}`;
    const response = await this.#send.raw("v1/chat/completions", {
      method: "post",
      json: { model, messages: options.messages, ...(this.#streams ? STREAM : {}) },
      retry: 0,
      ...(options.idempotencyKey === undefined ? {} : { headers: { "idempotency-key": options.idempotencyKey } }),
      ...(options.signal === undefined ? {} : { signal: options.signal }),
    });
    return readCompletion<ResultOf<Name>>(name, response);
  }

  /** Runs, newest first. */
  runs(options: PageOptions & { readonly workflow?: string | undefined } = {}): Promise<Page<Run>> {
    return this.#send.json("v1/runs", { searchParams: query({ ...options }) });
  }

  /** One run, with its output when it is completed. */
  getRun(id: string): Promise<Run> {
    return this.#send.json(`v1/runs/${encodeURIComponent(id)}`);
  }

  /** What a run executed, in the order of the graph; with `within`, only the execution at that path and what is in it. */
  trace(id: string, options: PageOptions & { readonly within?: string | undefined } = {}): Promise<Page<TraceRow>> {
    return this.#send.json(`v1/runs/${encodeURIComponent(id)}/trace`, { searchParams: query({ ...options }) });
  }

  /** Stops a run. One that has ended keeps its status. */
  cancel(id: string): Promise<Run> {
    return this.#send.json(`v1/runs/${encodeURIComponent(id)}/cancel`, { method: "post", json: {} });
  }
}

function bundleOf(workflow: Registrable): Bundle {
  if ("contract_version" in workflow) return workflow;
  if (workflow.bundle === undefined)
    throw new TypeError(`"${workflow.name}" has no bundle: it did not compile, see its diagnostics`);
  return workflow.bundle;
}

function query(values: Readonly<Record<string, string | number | undefined>>): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(values).filter((entry): entry is [string, string | number] => entry[1] !== undefined),
  );
}
