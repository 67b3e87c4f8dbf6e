import type { OpenAiAlias } from "../config/index.ts";
import type { ModelOutcome, ModelRequest, Validator } from "../engine/index.ts";
import { readAnswerStream } from "./answer-stream.ts";
import {
  BadAnswerError,
  errorOf,
  failureText,
  isRetryableStatus,
  parseObject,
  textOf,
  upstreamOf,
  withoutKey,
} from "./answer.ts";
import { postChat } from "./post-chat.ts";
import { AnswerTooLargeError, decodeText, readBytes, readFailureText } from "./read-capped.ts";
import { bodyFor } from "./request-body.ts";
import { retryAfterMs } from "./retry-after.ts";
import { structuredRequest, type StructuredRequest } from "./structured.ts";
import { isHopeless, neverStarted, reasonOf } from "./unreachable.ts";
import { costOf, readUsage } from "./usage.ts";

type Failure = Extract<ModelOutcome, { ok: false }>;

interface Tools {
  readonly fetch: typeof fetch;
  readonly validate: Validator;
}

/** What stands in an answer beside its content. */
const MOST_AROUND = 64 * 1024;

/** One attempt against an OpenAI-compatible upstream. Never rejects: failures, an abort by the signal too, are values. */
export async function callOpenAi(
  alias: OpenAiAlias,
  request: ModelRequest,
  signal: AbortSignal,
  { fetch, validate }: Tools,
): Promise<ModelOutcome> {
  const structured = structuredRequest(alias, request.responseSchema, validate);
  try {
    const response = await postChat(alias, bodyFor(alias, request, structured), {
      signal,
      fetch,
      trace: request.trace,
    });
    if (!response.ok) return readFailure(alias, response, await readFailureText(response));
    return readAnswer(alias, await readBody(response, request), structured);
  } catch (error) {
    return thrown(alias, error, signal);
  }
}

function thrown(alias: OpenAiAlias, error: unknown, signal: AbortSignal): Failure {
  if (error instanceof BadAnswerError)
    return { ...failure("upstream_bad_answer", `${upstreamOf(alias)} ${error.message}`, true), usage: null };
  if (error instanceof AnswerTooLargeError)
    return { ...failure("result_too_large", error.message, false), usage: null };
  const message = signal.aborted ? "the call was stopped" : `${upstreamOf(alias)} does not answer: ${reasonOf(error)}`;
  const unreachable = failure("upstream_unreachable", message, !isHopeless(error));
  return neverStarted(error) ? unreachable : { ...unreachable, usage: null };
}

/** An answer's JSON object. Some upstreams stream whether or not they were asked to. */
async function readBody(
  response: Response,
  { maxBytes, onDelta }: ModelRequest,
): Promise<Readonly<Record<string, unknown>>> {
  const type = response.headers.get("content-type") ?? "";
  // Content is escaped in its JSON, twice where it is JSON itself. How long it really is, is looked at later.
  const most = 2 * maxBytes + MOST_AROUND;
  if (/^text\/event-stream\b/i.test(type)) return readAnswerStream(response, most, onDelta);
  const body = parseObject(decodeText(await readBytes(response, most)));
  if (body === undefined) throw new BadAnswerError("sent no JSON object");
  return body;
}

/** What an answer says. What to think of it is decided where answers of all providers are judged. */
function readAnswer(
  alias: OpenAiAlias,
  body: Readonly<Record<string, unknown>>,
  structured: StructuredRequest,
): ModelOutcome {
  const usage = readUsage(body["usage"]) ?? null;
  const spent = { usage, ...(usage && costOf(alias, usage)) };
  const choice = firstChoice(body);
  const inBand = errorOf(body) ?? errorOf(choice);
  if (inBand !== undefined) {
    const message = `${upstreamOf(alias)} failed: ${withoutKey(alias, inBand.message)}`;
    return { ...failure("upstream_error", message, inBand.retryable), ...spent };
  }
  if (choice === undefined)
    return { ...failure("upstream_bad_answer", `${upstreamOf(alias)} sent no choices`, true), ...spent };
  const { content, refusal } = Object(choice["message"]) as Record<string, unknown>;
  const finishReason = choice["finish_reason"];
  const said = textOf(content);
  return {
    ok: true,
    content: said === null ? null : structured.unwrap(said),
    ...(typeof refusal === "string" ? { refusal } : {}),
    ...(typeof finishReason === "string" ? { finishReason } : {}),
    ...spent,
    ...(typeof body["model"] === "string" ? { model: body["model"] } : {}),
  };
}

function readFailure(alias: OpenAiAlias, response: Response, text: string): Failure {
  const { status, headers } = response;
  // An upstream may say itself that repeating is of no use, such as a gateway whose run failed.
  const retryable = isRetryableStatus(status) && headers.get("x-should-retry") !== "false";
  const wait = retryAfterMs(headers);
  return {
    ...failure("upstream_error", failureText(alias, status, text), retryable),
    ...(wait === undefined ? {} : { retryAfterMs: wait }),
  };
}

function failure(code: string, message: string, retryable: boolean): Failure {
  return { ok: false, code, message, retryable };
}

function firstChoice(body: Readonly<Record<string, unknown>>): Record<string, unknown> | undefined {
  const choices = body["choices"];
  const first: unknown = Array.isArray(choices) ? choices[0] : undefined;
  return typeof first === "object" && first !== null ? (first as Record<string, unknown>) : undefined;
}
