import { digest } from "@espalier/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import { AdmissionError, EngineClosedError, frameText, type RunResult, type StartedRun } from "../engine/index.ts";
import { demand } from "../http/caller.ts";
import { clientGone, whenAborted, whenClosed } from "../http/client-gone.ts";
import type { GatewayContext } from "../http/context.ts";
import { HttpError, invalidRequest } from "../http/http-error.ts";
import { readTraceContext, traceHeader } from "../http/trace-context.ts";
import { rateLimited, type Place } from "../http/rate-limiter.ts";
import { closingChunks, completionOfRun, contentChunk, openingChunk, wholeCompletion } from "./completion.ts";
import { errorFrame, openEventStream } from "./event-stream.ts";
import { refuseToolMessages, refuseUnsupported, type ChatRequest } from "./request.ts";

type Target = { readonly name: string; readonly version: number | undefined };

/** Runs a workflow and answers with its result. A client that goes away stops a run that has no idempotency key. */
export async function runWorkflow(
  target: Target,
  chat: ChatRequest,
  request: FastifyRequest,
  reply: FastifyReply,
  context: GatewayContext,
): Promise<FastifyReply> {
  demand(request.caller, "invoke", target.name);
  refuseUnsupported(chat, "a workflow");
  refuseToolMessages(chat);
  const idempotency = readIdempotencyKey(request, chat);
  const gone = clientGone(reply);
  const run = await admit(target, chat, request, idempotency, context);
  void reply.headers({ "x-run-id": run.runId, ...traceHeader(run.trace) });
  const keyed = idempotency !== undefined;
  if (!keyed) stopWithClient(run, gone, context);
  const result = ended(run, keyed);
  return chat.stream ? answerStream(run, result, chat, reply) : answerWhole(result, chat, reply);
}

type Idempotency = { readonly key: string; readonly bodyHash: string };

/** The key that makes repeated requests one run, with what the repeats must have in common. */
function readIdempotencyKey(request: FastifyRequest, chat: ChatRequest): Idempotency | undefined {
  const key = request.headers["idempotency-key"];
  if (key === undefined) return undefined;
  if (typeof key !== "string" || key === "" || key.length > 255)
    throw invalidRequest("Idempotency-Key must be 1 to 255 characters", "Idempotency-Key");
  const { stream: _stream, stream_options: _options, ...body } = chat.body;
  return { key, bodyHash: digest(body) };
}

async function admit(
  target: Target,
  chat: ChatRequest,
  request: FastifyRequest,
  idempotency: Idempotency | undefined,
  context: GatewayContext,
): Promise<StartedRun> {
  const { keyNo } = request.caller;
  const place = context.limiter.enter(keyNo, "run");
  const full = place instanceof HttpError ? place : undefined;
  // A repeat of a request that was taken is answered even now, if there is a key to find it by. While a gateway stops,
  // that is what it says.
  if (full !== undefined && idempotency === undefined && context.engine.status().accepting) throw full;
  const taken = full === undefined ? (place as Place) : undefined;
  try {
    const run = await context.engine.start({
      workflow: target.name,
      version: target.version,
      allowUnpublished: request.caller.scopes.includes("author"),
      messages: chat.messages,
      trace: readTraceContext(request.headers),
      keyNo,
      idempotency,
      replayOnly: full !== undefined,
      live: chat.stream,
    });
    if (run.replayed) taken?.giveBack();
    else taken?.keep(run.done);
    return run;
  } catch (error) {
    taken?.giveBack();
    if (error instanceof AdmissionError && error.code === "rate_limit_exceeded" && full !== undefined) throw full;
    if (error instanceof AdmissionError) throw refusal(error, target);
    throw error;
  }
}

function refusal(error: AdmissionError, { name, version }: Target): HttpError {
  const at = version === undefined ? `workflow/${name}` : `workflow/${name}@${version}`;
  switch (error.code) {
    case "workflow_not_found":
      return new HttpError(`there is no workflow "${name}"`, { status: 404, code: "model_not_found", param: "model" });
    case "version_not_found":
      return new HttpError(`there is no ${at}`, { status: 404, code: "model_not_found", param: "model" });
    case "not_published":
      return new HttpError(`${at} is registered but not published`, {
        status: 404,
        code: "model_not_found",
        param: "model",
      });
    case "idempotency_key_reused":
      return new HttpError("the Idempotency-Key was used with another request", {
        status: 422,
        code: "idempotency_key_reused",
      });
    case "rate_limit_exceeded":
      return rateLimited(error.message, 1000);
    case "unavailable":
      return new HttpError(error.message, { status: 503, code: "unavailable", headers: { "retry-after": "5" } });
  }
}

/** A gateway that is stopping closes connections itself: then the run goes on at the next start. */
function stopWithClient(run: StartedRun, gone: AbortSignal, context: GatewayContext): void {
  whenAborted(gone, () => {
    if (!context.engine.status().accepting) return;
    // It fails only when the gateway stops in this very moment, which is the same case.
    context.engine.cancel(run.runId).catch(() => undefined);
  });
}

async function answerWhole(result: Promise<Completed>, chat: ChatRequest, reply: FastifyReply): Promise<FastifyReply> {
  return reply.send(wholeCompletion(completionOfRun(chat.model, await result)));
}

async function answerStream(
  run: StartedRun,
  result: Promise<Completed>,
  chat: ChatRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const head = { id: `chatcmpl-${run.runId}`, created: Math.floor(Date.now() / 1000), model: chat.model };
  const stream = openEventStream(reply, {});
  stream.send(openingChunk(head, chat.includeUsage));
  let sent = "";
  const stop = run.text?.subscribe((text) => {
    sent += text;
    stream.send(contentChunk(head, text, chat.includeUsage));
  });
  whenClosed(reply, () => stop?.());
  try {
    const completion = completionOfRun(chat.model, await result);
    for (const chunk of closingChunks(head, completion, chat.includeUsage, sent)) stream.send(chunk);
  } catch (error) {
    stream.send(errorFrame(error));
  }
  stream.done();
  return reply;
}

type Completed = RunResult & { readonly output: string };

/** The result of a run that completed, or the error that stands for how else it ended. */
async function ended(run: StartedRun, keyed: boolean): Promise<Completed> {
  let result: RunResult;
  try {
    result = await run.done;
  } catch (error) {
    if (!(error instanceof EngineClosedError)) throw error;
    // The run goes on at the next start: only with a key would sending the request again find it, not start another.
    throw new HttpError(error.message, { status: 503, code: "shutting_down", retry: keyed });
  }
  if (result.output !== undefined) return result as Completed;
  const { code, message, path, frame } = result.error ?? { code: "unknown", message: "", path: undefined };
  if (result.status === "cancelled")
    throw new HttpError(`${run.runId} was cancelled`, { status: 499, code: "run_cancelled", retry: false });
  const where = path === undefined ? run.runId : path;
  const place = frame === undefined ? "" : `, ${frameText(frame, frame.language)}`;
  throw new HttpError(`${where} failed: ${message} (${code}${place})`, {
    status: 500,
    code: "run_failed",
    param: path,
    retry: false,
  });
}
