import type { Json } from "@espalier/contract";
import type { RunResult, Usage } from "../engine/index.ts";

/** What a completion says about the run behind it. */
export interface WorkflowInfo {
  readonly run_id: string;
  readonly version: number;
  readonly digest: string;
  readonly output: Json;
}

/** One answer, whole or in chunks. */
export interface Completion {
  readonly id: string;
  /** Seconds since 1970. */
  readonly created: number;
  readonly model: string;
  readonly content: string;
  readonly usage: Usage & { readonly usage_incomplete?: true };
  readonly workflow?: WorkflowInfo | undefined;
  /** `system_fingerprint` of the wire. */
  readonly fingerprint?: string | undefined;
}

/** The completion of a finished run: a string result is the content as it is, any other as JSON. */
export function completionOfRun(model: string, result: RunResult & { readonly output: string }): Completion {
  const output = JSON.parse(result.output) as Json;
  return {
    id: `chatcmpl-${result.run.id}`,
    created: Math.floor((result.run.endedAt ?? result.run.admittedAt) / 1000),
    model,
    content: typeof output === "string" ? output : result.output,
    usage: result.usageIncomplete ? { ...result.usage, usage_incomplete: true } : result.usage,
    workflow: { run_id: result.run.id, version: result.run.version, digest: result.run.digest, output },
  };
}

/** The body of an answer that is not streamed. */
export function wholeCompletion(completion: Completion) {
  const { content, usage, workflow } = completion;
  return {
    ...headFields(completion, "chat.completion"),
    choices: [
      { index: 0, message: { role: "assistant", content, refusal: null }, logprobs: null, finish_reason: "stop" },
    ],
    usage,
    ...(workflow === undefined ? {} : { workflow }),
  };
}

const CHUNK = "chat.completion.chunk";

/** Identity of a stream, the same in each of its chunks. */
export type StreamHead = Pick<Completion, "id" | "created" | "model" | "fingerprint">;

function headFields({ id, created, model, fingerprint }: StreamHead, object: string) {
  return { id, object, created, model, ...(fingerprint === undefined ? {} : { system_fingerprint: fingerprint }) };
}

function chunk(head: StreamHead, delta: object, finish: string | null, more: object = {}) {
  return {
    ...headFields(head, CHUNK),
    choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }],
    ...more,
  };
}

/** The first chunk: it names the role, as clients expect. */
export function openingChunk(head: StreamHead, includeUsage: boolean) {
  return chunk(head, { role: "assistant", content: "" }, null, includeUsage ? { usage: null } : {});
}

/** A piece of the content. */
export function contentChunk(head: StreamHead, content: string, includeUsage: boolean) {
  return chunk(head, { content }, null, includeUsage ? { usage: null } : {});
}

/** The chunks after the first and those that were sent: the rest of the content, the finish with the run's identity, and the usage when asked for. */
export function closingChunks(
  head: StreamHead,
  completion: Completion,
  includeUsage: boolean,
  sent: string = "",
): object[] {
  if (!completion.content.startsWith(sent)) throw new Error("what was sent is not how the result begins");
  const rest = completion.content.slice(sent.length);
  const none = includeUsage ? { usage: null } : {};
  return [
    ...(rest === "" && sent !== "" ? [] : [contentChunk(head, rest, includeUsage)]),
    chunk(head, {}, "stop", {
      ...none,
      ...(completion.workflow === undefined ? {} : { workflow: completion.workflow }),
    }),
    ...(includeUsage ? [{ ...headFields(head, CHUNK), choices: [], usage: completion.usage }] : []),
  ];
}
