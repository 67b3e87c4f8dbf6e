import { answer, events, json, KEYED, parameter, ref, refusals, WITH_BODY, type Data } from "./parts.ts";

const body = (name: string, required = true): Data => ({ required, content: json(ref(name)) });
const ok = (name: string, description: string): Data => ({ 200: answer(description, json(ref(name))) });
const OPEN: Data = { security: [] };

const workflows = {
  "/v1/workflows": {
    get: {
      operationId: "listWorkflows",
      summary: "Lists workflows.",
      "x-scopes": ["read"],
      responses: { ...ok("WorkflowList", "All that the key may see."), ...refusals(...KEYED) },
    },
    post: {
      operationId: "registerWorkflow",
      summary: "Registers a version.",
      "x-scopes": ["author"],
      requestBody: body("Bundle"),
      responses: {
        ...ok("Registered", "The very bundle was there."),
        201: answer("A new version.", json(ref("Registered"))),
        ...refusals(...KEYED, ...WITH_BODY),
      },
    },
  },
  "/v1/workflows/{name}": {
    parameters: [parameter("name")],
    get: {
      operationId: "getWorkflow",
      summary: "Gives a workflow with its versions.",
      "x-scopes": ["read"],
      responses: { ...ok("WorkflowDetail", "The workflow."), ...refusals(...KEYED, 404) },
    },
  },
  "/v1/workflows/{name}/versions/{version}": {
    parameters: [parameter("name"), parameter("version")],
    get: {
      operationId: "getBundle",
      summary: "Gives the bundle of a version.",
      "x-scopes": ["read"],
      responses: { ...ok("Bundle", "The bundle as it was registered."), ...refusals(...KEYED, 404) },
    },
  },
  "/v1/workflows/{name}/publish": {
    parameters: [parameter("name")],
    post: {
      operationId: "publishWorkflow",
      summary: "Makes a version the one that runs.",
      "x-scopes": ["author"],
      requestBody: body("PublishRequest", false),
      responses: { ...ok("Published", "What runs now."), ...refusals(...KEYED, ...WITH_BODY, 404) },
    },
  },
  "/v1/workflows/{name}/unpublish": {
    parameters: [parameter("name")],
    post: {
      operationId: "unpublishWorkflow",
      summary: "Takes a workflow out of service.",
      "x-scopes": ["author"],
      responses: { ...ok("Unpublished", "It does not run any more."), ...refusals(...KEYED, ...WITH_BODY, 404) },
    },
  },
};

const chat = {
  "/v1/chat/completions": {
    post: {
      operationId: "createChatCompletion",
      summary: "Runs a workflow, or asks a model.",
      "x-scopes": ["invoke"],
      parameters: ["idempotencyKey", "traceparent", "tracestate"].map(parameter),
      requestBody: body("ChatRequest"),
      responses: {
        200: answer(
          "The result. With `stream`, chunks and `[DONE]`; an error inside the stream has `error.status`.",
          {
            ...json(ref("ChatCompletion")),
            ...events({ anyOf: [ref("ChatCompletionChunk"), ref("ErrorFrame")] }, "Frames, the last one `[DONE]`."),
          },
          ["x-run-id", "x-trace-id"],
        ),
        ...refusals(...KEYED, ...WITH_BODY, 404, 422, 429, 499, 502, 504),
      },
    },
  },
  "/v1/models": {
    get: {
      operationId: "listModels",
      summary: "Lists what can stand as `model`.",
      responses: { ...ok("ModelList", "Published workflows and configured models."), ...refusals(...KEYED) },
    },
  },
  "/v1/models/{model}": {
    parameters: [parameter("model")],
    get: {
      operationId: "getModel",
      summary: "Gives one of them.",
      responses: { ...ok("Model", "The model."), ...refusals(...KEYED, 404) },
    },
  },
};

const runs = {
  "/v1/runs": {
    get: {
      operationId: "listRuns",
      summary: "Lists runs, newest first.",
      "x-scopes": ["read"],
      parameters: ["workflow", "status", "limit", "after"].map(parameter),
      responses: { ...ok("RunPage", "A page of runs."), ...refusals(...KEYED, 400) },
    },
  },
  "/v1/runs/{id}": {
    parameters: [parameter("run")],
    get: {
      operationId: "getRun",
      summary: "Gives a run, with its output once it has completed.",
      "x-scopes": ["read"],
      responses: { ...ok("RunWithOutput", "The run."), ...refusals(...KEYED, 404) },
    },
  },
  "/v1/runs/{id}/trace": {
    parameters: [parameter("run")],
    get: {
      operationId: "getTrace",
      summary: "Gives what a run executed, or one value of it.",
      "x-scopes": ["read"],
      parameters: ["limit", "after", "within", "path", "side"].map(parameter),
      responses: {
        200: answer("A page of the trace, or with `path` a value.", json({ anyOf: [ref("TracePage"), ref("Value")] })),
        ...refusals(...KEYED, 400, 404),
      },
    },
  },
  "/v1/runs/{id}/events": {
    parameters: [parameter("run")],
    get: {
      operationId: "streamEvents",
      summary: "Gives what a run does, as it happens.",
      "x-scopes": ["read"],
      parameters: ["startingAfter", "lastEventId"].map(parameter),
      responses: {
        200: answer("Events, the last one `ended`.", events(ref("RunEvent"), "`id` is `seq`, `event` is `kind`.")),
        ...refusals(...KEYED, 400, 404),
      },
    },
  },
  "/v1/runs/{id}/cancel": {
    parameters: [parameter("run")],
    post: {
      operationId: "cancelRun",
      summary: "Stops a run.",
      "x-scopes": ["read", "invoke"],
      responses: { ...ok("RunWithOutput", "The run, which has ended."), ...refusals(...KEYED, ...WITH_BODY, 404) },
    },
  },
};

const operations = {
  "/v1/contract": {
    get: {
      operationId: "getContract",
      summary: "Says what this gateway takes.",
      responses: { ...ok("Contract", "Versions, languages and limits."), ...refusals(...KEYED) },
    },
  },
  "/health/liveness": {
    get: {
      operationId: "getLiveness",
      summary: "Says that the process answers.",
      ...OPEN,
      responses: ok("Liveness", "It does."),
    },
  },
  "/health/readiness": {
    get: {
      operationId: "getReadiness",
      summary: "Says whether it takes runs. Never calls a model.",
      ...OPEN,
      responses: {
        ...ok("Readiness", "It does."),
        503: answer("It does not now.", json(ref("Readiness"))),
      },
    },
  },
  "/metrics": {
    get: {
      operationId: "getMetrics",
      summary: "Says what this gateway has done, for Prometheus.",
      "x-scopes": ["read"],
      responses: {
        200: answer("Prometheus' text format.", { "text/plain": { schema: { type: "string" } } }),
        ...refusals(401, 403, 500),
      },
    },
  },
  "/openapi.json": {
    get: {
      operationId: "getOpenApi",
      summary: "Gives this document.",
      ...OPEN,
      responses: { 200: answer("OpenAPI 3.1.", json({ type: "object", additionalProperties: true })) },
    },
  },
};

/** Every route but those of the page, with all that it takes and answers. */
export const PATHS: Data = { ...chat, ...workflows, ...runs, ...operations };
