import {
  anything,
  is,
  list,
  listOf,
  object,
  oneOf,
  orNull,
  pageOf,
  ref,
  seconds,
  text,
  time,
  whole,
  yes,
} from "./parts.ts";

const usage = {
  type: "object",
  properties: {
    prompt_tokens: whole,
    completion_tokens: whole,
    total_tokens: whole,
    prompt_tokens_details: { type: "object", additionalProperties: { type: "number" } },
    completion_tokens_details: { type: "object", additionalProperties: { type: "number" } },
    usage_incomplete: { const: true, description: "A call may have used something that it did not tell." },
  },
  required: ["prompt_tokens", "completion_tokens", "total_tokens"],
};

const runFields = {
  object: is("run"),
  id: text,
  workflow: text,
  version: whole,
  digest: text,
  status: oneOf("running", "completed", "failed", "cancelled"),
  created_at: time,
  ended_at: orNull(time),
  deadline_at: time,
  usage: orNull(ref("Usage")),
  usage_incomplete: { const: true },
  cost: orNull(ref("Cost")),
  error: orNull(ref("RunError")),
};

const workflowFields = {
  object: is("workflow"),
  name: text,
  description: orNull(text),
  live_version: orNull(whole),
  latest_version: whole,
  created_at: seconds,
};

/** An answer of a model elsewhere may have more in it. */
const passedOn = { additionalProperties: true };

const message = {
  ...object({ role: text, content: anything, refusal: orNull(text) }, ["content", "refusal"]),
  ...passedOn,
};

/** The schemas of the API's values, by name. */
export const SCHEMAS = {
  Error: object({ error: object({ message: text, type: text, param: orNull(text), code: text }) }),
  ErrorFrame: object({ error: object({ message: text, type: text, param: orNull(text), code: text, status: whole }) }),
  Usage: usage,
  Contract: object({
    contract_versions: list(whole),
    languages: list(oneOf("python", "javascript")),
    unavailable: { type: "object", additionalProperties: text },
    limits: { type: "object", additionalProperties: { type: "number" } },
  }),
  Model: object({ id: text, object: is("model"), created: seconds, owned_by: text }),
  ModelList: listOf(ref("Model")),
  Bundle: {
    type: "object",
    description: "A bundle as `docs/contract.md` has it; its own JSON Schema is part of `@espalier/contract`.",
    properties: { contract_version: { type: "integer", minimum: 1 }, name: text },
    required: ["contract_version", "name"],
    additionalProperties: true,
  },
  Registered: object({ name: text, version: whole, digest: text }),
  PublishRequest: {
    type: "object",
    properties: { version: { type: "integer", minimum: 1 } },
    additionalProperties: false,
  },
  Published: object({ name: text, version: whole }),
  Unpublished: object({ name: text }),
  Workflow: object(workflowFields),
  WorkflowList: listOf(ref("Workflow")),
  WorkflowVersion: object({ version: whole, digest: text, contract_version: whole, created_at: seconds }),
  WorkflowDetail: object({ ...workflowFields, versions: list(ref("WorkflowVersion")) }),
  Cost: { type: "number", minimum: 0, description: "In the currency of the configured prices." },
  RunError: object({
    code: text,
    message: text,
    path: orNull(text),
    frame: orNull({
      ...object({ function: text, line: whole, column: whole, file: text, language: oneOf("python", "javascript") }, [
        "column",
        "file",
        "function",
      ]),
    }),
  }),
  Run: object(runFields, ["usage_incomplete"]),
  RunWithOutput: object({ ...runFields, output: anything }, ["usage_incomplete", "output"]),
  RunPage: pageOf(ref("Run")),
  TraceError: object({ code: text, message: text, frames: list({ type: "object", additionalProperties: true }) }, [
    "frames",
  ]),
  TraceAttempt: object({
    attempt: whole,
    status: oneOf("running", "completed", "failed", "cancelled", "interrupted"),
    started_at: time,
    ended_at: orNull(time),
    error: orNull(ref("TraceError")),
    retry_at: orNull(time),
    usage: orNull(ref("Usage")),
    cost: orNull(ref("Cost")),
    log: orNull(text),
  }),
  TraceRow: object({
    path: text,
    node: text,
    name: orNull(text),
    parent: orNull(text),
    kind: text,
    branch: orNull(text),
    item: orNull(whole),
    status: oneOf("running", "completed", "failed", "cancelled", "skipped"),
    started_at: orNull(time),
    ended_at: orNull(time),
    attempts: list(ref("TraceAttempt")),
    error: orNull(ref("TraceError")),
    model: orNull(text),
    usage: orNull(ref("Usage")),
    cost: orNull(ref("Cost")),
    inside: orNull({
      ...object({ usage: orNull(ref("Usage")), cost: orNull(ref("Cost")) }),
      description: "The sums over the rows within a container.",
    }),
    items: orNull(whole),
    taken: orNull(text),
    input_preview: orNull(text),
    output_preview: orNull(text),
  }),
  TracePage: pageOf(ref("TraceRow"), { run: text }),
  Value: object({ path: text, side: oneOf("input", "output"), value: anything }),
  RunEvent: object({
    seq: whole,
    at: time,
    kind: oneOf("frozen", "started", "retry", "completed", "failed", "settled", "ended"),
    path: orNull(text),
    node: orNull(text),
    attempt: orNull(whole),
    code: orNull(text),
    message: orNull(text),
    usage: orNull(ref("Usage")),
    items: orNull(whole),
    status: orNull(oneOf("completed", "failed", "cancelled")),
  }),
  ChatRequest: {
    type: "object",
    description:
      "OpenAI's request. What stands here is read by the gateway; the rest goes to the model, or has no meaning.",
    properties: {
      model: { type: "string", description: "`workflow/<name>`, `workflow/<name>@<version>`, or a configured model." },
      messages: {
        type: "array",
        minItems: 1,
        items: {
          type: "object",
          properties: {
            role: oneOf("system", "developer", "user", "assistant", "tool", "function"),
            content: anything,
          },
          required: ["role"],
          additionalProperties: true,
        },
      },
      stream: orNull(yes),
      stream_options: orNull({
        type: "object",
        properties: { include_usage: orNull(yes) },
        additionalProperties: true,
      }),
    },
    required: ["model", "messages"],
    additionalProperties: true,
  },
  WorkflowInfo: object({ run_id: text, version: whole, digest: text, output: anything }),
  ChatCompletion: {
    ...object(
      {
        id: text,
        object: is("chat.completion"),
        created: seconds,
        model: text,
        choices: list({
          ...object({ index: whole, message, logprobs: anything, finish_reason: orNull(text) }, ["logprobs"]),
          ...passedOn,
        }),
        usage: orNull({ ...usage, ...passedOn }),
        workflow: ref("WorkflowInfo"),
        system_fingerprint: orNull(text),
      },
      ["id", "created", "model", "usage", "workflow", "system_fingerprint", "object"],
    ),
    ...passedOn,
  },
  ChatCompletionChunk: {
    ...object(
      {
        id: text,
        object: is("chat.completion.chunk"),
        created: seconds,
        model: text,
        choices: list({
          ...object({ index: whole, delta: { type: "object" }, logprobs: anything, finish_reason: orNull(text) }, [
            "delta",
            "logprobs",
            "finish_reason",
          ]),
          ...passedOn,
        }),
        usage: orNull({ ...usage, ...passedOn }),
        workflow: ref("WorkflowInfo"),
        system_fingerprint: orNull(text),
      },
      ["id", "created", "model", "usage", "workflow", "system_fingerprint", "object"],
    ),
    ...passedOn,
  },
  Liveness: object({ status: is("ok") }),
  Readiness: object({
    status: oneOf("ready", "not ready"),
    active_runs: whole,
    languages: { type: "object", additionalProperties: text },
    storage: text,
  }),
} as const;
