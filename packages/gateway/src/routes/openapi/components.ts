import { json, oneOf, ref, text, type Data } from "./parts.ts";
import { SCHEMAS } from "./schemas.ts";

/** What each status of a refusal means. */
const REFUSALS: Readonly<Record<number, string>> = {
  400: "A part of the request is wrong; `param` names it.",
  401: "The request has no API key, or one that this gateway does not know.",
  403: "The key may not do this, or a gateway without keys was called from elsewhere.",
  404: "There is no such thing, or the key may not see it.",
  413: "The request is larger than this gateway takes.",
  415: "The body is not JSON.",
  422: "The idempotency key was used with another request, or a model's endpoint cannot process this one.",
  429: "More than the gateway, the key or a model's endpoint takes now; `retry-after` says how long to wait.",
  499: "The run was cancelled.",
  500: "The run failed (`run_failed`), or the gateway did (`internal_error`).",
  502: "A model's endpoint does not answer, or not as it should.",
  503: "It takes no runs now; `retry-after` says when to try again.",
  504: "A model's endpoint took too long.",
};

function refusal(description: string): Data {
  const header = (name: string) => ({ $ref: `#/components/headers/${name}` });
  const names = ["x-request-id", "x-run-id", "x-trace-id", "retry-after", "x-should-retry"];
  const headers = Object.fromEntries(names.map((name) => [name, header(name)]));
  return { description, headers, content: json(ref("Error")) };
}

const inQuery = (name: string, schema: Data, description: string): Data => ({ name, in: "query", schema, description });
const inHeader = (name: string, description: string): Data => ({ name, in: "header", schema: text, description });
const inPath = (name: string, schema: Data, description: string): Data => ({
  name,
  in: "path",
  required: true,
  schema,
  description,
});

/** What the operations of the document refer to. */
export const COMPONENTS = {
  schemas: SCHEMAS,
  responses: Object.fromEntries(Object.entries(REFUSALS).map(([status, means]) => [status, refusal(means)])),
  headers: {
    "x-request-id": { required: true, schema: text, description: "Names this request, in logs too." },
    "x-run-id": { schema: text, description: "The run that the answer is about, when a workflow was called." },
    "x-trace-id": { schema: text, description: "The trace of the caller's that the calls of models are part of." },
    "retry-after": { schema: text, description: "Seconds to wait, or a date where a model's endpoint gives one." },
    "x-should-retry": { schema: oneOf("true", "false"), description: "Whether repeating may be of use." },
  },
  parameters: {
    name: inPath("name", text, "A workflow."),
    version: inPath("version", { type: "integer", minimum: 1 }, "A version of it."),
    model: inPath("model", text, "A model; a slash in it may be written as it is, or as %2F."),
    run: inPath("id", text, "A run."),
    limit: inQuery("limit", { type: "integer", minimum: 1, maximum: 1000 }, "Longest page."),
    after: inQuery("after", text, "`next` of the page before."),
    workflow: inQuery("workflow", text, "Only runs of this workflow."),
    status: inQuery("status", oneOf("running", "completed", "failed", "cancelled"), "Only runs in this state."),
    path: inQuery("path", text, "Gives the whole value of this execution in place of the trace."),
    within: inQuery("within", text, "Only this execution and what is in it."),
    side: inQuery("side", oneOf("input", "output"), "Which value of `path`."),
    startingAfter: inQuery("starting_after", { type: "integer", minimum: -1 }, "Only events after this one."),
    lastEventId: inHeader("Last-Event-ID", "The same, as browsers send it."),
    idempotencyKey: {
      name: "Idempotency-Key",
      in: "header",
      schema: { type: "string", minLength: 1, maxLength: 255 },
      description: "Makes repeats of the request one run. Has no meaning for models that are no workflows.",
    },
    traceparent: inHeader("traceparent", "W3C's Trace Context: passed on to the endpoints of models as it is."),
    tracestate: inHeader("tracestate", "Passed on with it."),
  },
  securitySchemes: {
    key: { type: "http", scheme: "bearer", description: "An API key. A gateway that never had one needs none." },
  },
};
